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

-- Rollups that earlier versions only took note of begin when they are next looked at.
INSERT INTO billed_customer (company_id, customer_id, since, version, real_time)
SELECT c.company_id, c.id, c.created_at, 0,
    CASE WHEN EXISTS (SELECT 1 FROM company o
        WHERE o.company_id = c.company_id AND o.clock_now IS NOT NULL) THEN 0 ELSE 1 END
FROM customer c
WHERE c.doc LIKE '%"child_rollup_billing":true%'
ON CONFLICT (company_id, customer_id) DO NOTHING;
UPDATE billed_customer SET rollup_turn_at = 0, due_at = 0
WHERE EXISTS (SELECT 1 FROM customer c
    WHERE c.company_id = billed_customer.company_id AND c.id = billed_customer.customer_id
        AND c.doc LIKE '%"child_rollup_billing":true%');
