-- Who pays for what is bought once, and what parents pay for their children.
ALTER TABLE one_time ADD COLUMN billed_customer_id TEXT NOT NULL DEFAULT '';
UPDATE one_time SET billed_customer_id = customer_id;
DROP INDEX one_time_pending;
CREATE INDEX one_time_pending ON one_time (company_id, billed_customer_id)
    WHERE state = 'PENDING';
CREATE INDEX one_time_billed ON one_time (company_id, billed_customer_id, created_at, id);
CREATE INDEX subscription_paid_by_others ON subscription (company_id, customer_id)
    WHERE billed_customer_id <> customer_id;

-- Rollups. An active one has the zone of its dates; `rollup_turn_at` is when it next begins or ends,
-- `rollup_at` and `rollup_parts` say when it last made invoices, and how many.
ALTER TABLE billed_customer ADD COLUMN rollup_zone TEXT;
ALTER TABLE billed_customer ADD COLUMN rollup_turn_at BIGINT;
ALTER TABLE billed_customer ADD COLUMN rollup_at BIGINT;
ALTER TABLE billed_customer ADD COLUMN rollup_parts BIGINT NOT NULL DEFAULT 0;
CREATE INDEX billed_customer_turn ON billed_customer (company_id, rollup_turn_at)
    WHERE rollup_turn_at IS NOT NULL;
-- What is over and has lines that wait for an invoice.
ALTER TABLE subscription ADD COLUMN waits BIGINT NOT NULL DEFAULT 0;
UPDATE subscription SET waits = 1
WHERE status IN ('CANCELLED', 'ENDED') AND life LIKE '%"pending_lines":[{%';
CREATE INDEX subscription_waits ON subscription (company_id, billed_customer_id) WHERE waits = 1;
