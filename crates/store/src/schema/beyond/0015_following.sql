-- How far the subscriptions and invoices of a customer have followed a change of it, where they are
-- more than are written at once.
CREATE TABLE following (
    company_id TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    after_id TEXT NOT NULL,
    PRIMARY KEY (company_id, customer_id, kind)
);
