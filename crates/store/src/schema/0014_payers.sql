-- Who pays for what is bought once, and what parents pay for their children.
ALTER TABLE one_time ADD COLUMN billed_customer_id TEXT NOT NULL DEFAULT '';
UPDATE one_time SET billed_customer_id = customer_id;
DROP INDEX one_time_pending;
CREATE INDEX one_time_pending ON one_time (company_id, billed_customer_id)
    WHERE state = 'PENDING';
CREATE INDEX one_time_billed ON one_time (company_id, billed_customer_id, created_at, id);
CREATE INDEX subscription_paid_by_others ON subscription (company_id, customer_id)
    WHERE billed_customer_id <> customer_id;
