-- Below what a balance of credits is to be told. `below` is 1 while the balance is; `fell_at` is
-- when it last fell. One that is removed stays, as the facts of it do.
CREATE TABLE credit_threshold (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    currency TEXT,
    amount BIGINT NOT NULL,
    item_id TEXT,
    units TEXT,
    state TEXT NOT NULL,
    below BIGINT NOT NULL,
    fell_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (company_id, id)
) WITHOUT ROWID;
CREATE INDEX credit_threshold_customer ON credit_threshold (company_id, customer_id, id)
    WHERE state = 'ACTIVE';
