-- What is bought once: billed on an invoice of its own, or on the next one of its customer.
CREATE TABLE one_time (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    invoice_id TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    doc TEXT NOT NULL,
    billing TEXT NOT NULL,
    PRIMARY KEY (company_id, id)
);
CREATE INDEX one_time_customer ON one_time (company_id, customer_id, created_at, id);
CREATE INDEX one_time_pending ON one_time (company_id, customer_id) WHERE state = 'PENDING';
CREATE INDEX one_time_created ON one_time (company_id, created_at, id);
CREATE INDEX one_time_updated ON one_time (company_id, updated_at, id);
