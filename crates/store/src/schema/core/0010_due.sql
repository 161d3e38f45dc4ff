-- What is due where is asked every second, whether anything is due or not: by the instant first,
-- companies that wait for theirs are not looked at.
CREATE INDEX IF NOT EXISTS billed_customer_due_at ON billed_customer (due_at, company_id)
    WHERE due_at IS NOT NULL;
