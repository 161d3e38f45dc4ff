-- The peer's tables: as few and as narrow as a billing run needs. No foreign keys.
CREATE TABLE customer (id BIGINT PRIMARY KEY, name TEXT NOT NULL, tax_rate NUMERIC);
CREATE TABLE plan (
    id INT PRIMARY KEY, name TEXT NOT NULL, model TEXT NOT NULL,
    unit_price BIGINT, step_size BIGINT, prices BIGINT[]);
CREATE TABLE tier (
    plan_id INT NOT NULL, low BIGINT NOT NULL, high BIGINT,
    unit_price BIGINT NOT NULL, flat_price BIGINT NOT NULL, PRIMARY KEY (plan_id, low));
CREATE TABLE subscription (
    id BIGINT PRIMARY KEY, identifier TEXT NOT NULL UNIQUE, customer_id BIGINT NOT NULL,
    plan_id INT NOT NULL, units BIGINT NOT NULL, start_date TIMESTAMPTZ NOT NULL,
    periods_billed INT NOT NULL, next_invoice_date TIMESTAMPTZ NOT NULL,
    minimum BIGINT, last_charge BIGINT NOT NULL, discount NUMERIC);
CREATE INDEX ON subscription (next_invoice_date);
CREATE INDEX ON subscription (customer_id);
CREATE TABLE credit (
    id BIGINT PRIMARY KEY, customer_id BIGINT NOT NULL, balance BIGINT NOT NULL);
CREATE INDEX ON credit (customer_id) WHERE balance > 0;
CREATE TABLE credit_log (
    id BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY, credit_id BIGINT NOT NULL,
    invoice_id BIGINT NOT NULL, amount BIGINT NOT NULL, created_at TIMESTAMPTZ NOT NULL);
CREATE TABLE number_series (name TEXT PRIMARY KEY, last BIGINT NOT NULL);
CREATE SEQUENCE invoice_ids CACHE 1000;
CREATE TABLE invoice (
    id BIGINT PRIMARY KEY, number TEXT NOT NULL UNIQUE, subscription_id BIGINT NOT NULL,
    customer_id BIGINT NOT NULL, billing_date TIMESTAMPTZ NOT NULL, due_date TIMESTAMPTZ NOT NULL,
    status TEXT NOT NULL, sub_total BIGINT NOT NULL, discount BIGINT NOT NULL,
    tax BIGINT NOT NULL, credit BIGINT NOT NULL, total BIGINT NOT NULL,
    UNIQUE (subscription_id, billing_date));
CREATE INDEX ON invoice (customer_id);
CREATE TABLE invoice_line (
    invoice_id BIGINT NOT NULL, place INT NOT NULL, description TEXT NOT NULL,
    period_start TIMESTAMPTZ NOT NULL, period_end TIMESTAMPTZ NOT NULL, units BIGINT,
    amount BIGINT NOT NULL, PRIMARY KEY (invoice_id, place));

INSERT INTO number_series VALUES ('invoice', 0);
INSERT INTO plan VALUES
    (0, 'Fixed', 'FIXED', 1250, NULL, NULL),
    (1, 'Volume', 'VOLUME', NULL, NULL, NULL),
    (2, 'Gradient', 'GRADIENT', NULL, NULL, NULL),
    (3, 'Step', 'STEP', 7500, 10, NULL),
    (4, 'Scheduled', 'SCHEDULED', NULL, NULL, '{1000, 1100, 1200}'),
    (5, 'Laden', 'FIXED', 3000, NULL, NULL);
INSERT INTO tier VALUES
    (1, 0, 10, 900, 0), (1, 10, 40, 800, 0), (1, 40, NULL, 650, 1500),
    (2, 0, 5, 1000, 500), (2, 5, 25, 800, 0), (2, 25, NULL, 600, 0);
