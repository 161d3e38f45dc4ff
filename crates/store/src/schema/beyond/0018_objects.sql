-- Objects that are billed while they are there. A row is one that is; what it was, and those that
-- were, are in its history. All have one `alphabet`: an order of texts needs a number before it.
CREATE TABLE billed_object (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    item_id TEXT NOT NULL,
    object_identifier TEXT NOT NULL,
    alphabet BIGINT NOT NULL,
    sorted_by TEXT NOT NULL,
    properties TEXT NOT NULL,
    since BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (company_id, id)
);
CREATE UNIQUE INDEX billed_object_once
    ON billed_object (company_id, customer_id, item_id, object_identifier);
CREATE INDEX billed_object_created ON billed_object (company_id, created_at, id);
CREATE INDEX billed_object_updated ON billed_object (company_id, updated_at, id);
CREATE INDEX billed_object_alphabet ON billed_object (company_id, alphabet, sorted_by);
CREATE INDEX billed_object_customer ON billed_object (company_id, customer_id, created_at, id);
CREATE INDEX billed_object_item ON billed_object (company_id, item_id, created_at, id);
CREATE INDEX billed_object_identifier
    ON billed_object (company_id, object_identifier, created_at, id);

-- What an object was, from one instant until another.
CREATE TABLE object_history (
    company_id TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    item_id TEXT NOT NULL,
    starts_at BIGINT NOT NULL,
    object_id TEXT NOT NULL,
    place BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    properties TEXT NOT NULL,
    PRIMARY KEY (company_id, customer_id, item_id, starts_at, object_id, place)
) WITHOUT ROWID;
CREATE UNIQUE INDEX object_history_of ON object_history (company_id, object_id, place);
