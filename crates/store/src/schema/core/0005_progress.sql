-- What moves with every invoice has a table of its own: where a row is written again, PostgreSQL
-- enters it into each index of its table, and subscriptions have many that never move.
-- What an older process writes meanwhile waits, so that nothing is lost on the way.
postgres: LOCK TABLE subscription IN ACCESS EXCLUSIVE MODE;
CREATE TABLE subscription_progress (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    renewal_date BIGINT,
    next_invoice_date BIGINT,
    past_due_at BIGINT,
    updated_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    progress TEXT NOT NULL,
    PRIMARY KEY (company_id, id)
);
INSERT INTO subscription_progress
    (company_id, id, renewal_date, next_invoice_date, past_due_at, updated_at, version, progress)
SELECT company_id, id, renewal_date, next_invoice_date, past_due_at, updated_at, version, progress
FROM subscription;
CREATE INDEX subscription_progress_updated ON subscription_progress (company_id, updated_at, id);
CREATE INDEX subscription_progress_renewal
    ON subscription_progress (company_id, renewal_date, id)
    WHERE renewal_date IS NOT NULL;
CREATE INDEX subscription_progress_next_invoice
    ON subscription_progress (company_id, next_invoice_date, id)
    WHERE next_invoice_date IS NOT NULL;
CREATE INDEX subscription_progress_past_due
    ON subscription_progress (company_id, past_due_at, id)
    WHERE past_due_at IS NOT NULL;
postgres: ANALYZE subscription_progress;

DROP INDEX subscription_updated;
DROP INDEX subscription_renewal;
DROP INDEX subscription_next_invoice;
DROP INDEX subscription_past_due;
ALTER TABLE subscription DROP COLUMN renewal_date;
ALTER TABLE subscription DROP COLUMN next_invoice_date;
ALTER TABLE subscription DROP COLUMN past_due_at;
ALTER TABLE subscription DROP COLUMN updated_at;
ALTER TABLE subscription DROP COLUMN version;
ALTER TABLE subscription DROP COLUMN progress;
