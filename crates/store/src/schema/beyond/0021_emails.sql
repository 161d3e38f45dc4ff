-- Mails to customers: one row each, made with its job in the transaction of what causes it. `once`
-- names the cause, so that nothing is written about twice.
CREATE TABLE email (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    once TEXT NOT NULL,
    kind TEXT NOT NULL,
    object_id TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    state TEXT NOT NULL,
    due_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    doc TEXT NOT NULL,
    PRIMARY KEY (company_id, id)
);
CREATE UNIQUE INDEX email_once ON email (company_id, once);
CREATE INDEX email_created ON email (company_id, created_at, id);
CREATE INDEX email_updated ON email (company_id, updated_at, id);
CREATE INDEX email_object ON email (company_id, object_id, created_at, id);
CREATE INDEX email_customer ON email (company_id, customer_id, created_at, id);
CREATE INDEX email_kind ON email (company_id, kind, created_at, id);
CREATE INDEX email_state ON email (company_id, state, created_at, id) WHERE state <> 'SENT';

-- What a company says in place of our words; `language` is empty where it is every other one.
CREATE TABLE email_template (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    language TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    doc TEXT NOT NULL,
    PRIMARY KEY (company_id, id)
);
CREATE UNIQUE INDEX email_template_once ON email_template (company_id, kind, language);
