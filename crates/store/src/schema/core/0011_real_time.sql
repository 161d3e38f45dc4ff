-- Customers of a company that sets its own clock are due by that clock: what asks every second what
-- is due by the clock on the wall finds none of them, however far behind their clock is.
ALTER TABLE billed_customer ADD COLUMN real_time BIGINT NOT NULL DEFAULT 1;
UPDATE billed_customer SET real_time = 0
    WHERE company_id IN (SELECT company_id FROM company WHERE clock_now IS NOT NULL);
DROP INDEX billed_customer_due_at;
CREATE INDEX billed_customer_due_at ON billed_customer (due_at, company_id)
    WHERE due_at IS NOT NULL AND real_time = 1;
-- Clocks that are on their way are asked for every few seconds.
CREATE INDEX company_moving ON company (company_id) WHERE clock_target IS NOT NULL;
