-- Credits as the interface shows and finds them. Units are exact numbers as texts; `amount` and
-- `issued` are zero where a credit is of units. An entry of the log never changes.
ALTER TABLE credit ADD COLUMN item_id TEXT;
ALTER TABLE credit ADD COLUMN units TEXT;
ALTER TABLE credit ADD COLUMN issued_units TEXT;
ALTER TABLE credit ADD COLUMN metric_record_id TEXT;
ALTER TABLE credit ADD COLUMN imported_from TEXT;
ALTER TABLE credit ADD COLUMN import_ref TEXT;
ALTER TABLE credit ADD COLUMN import_created_at_ref BIGINT;
ALTER TABLE credit_log ADD COLUMN item_id TEXT;
ALTER TABLE credit_log ADD COLUMN units TEXT;
ALTER TABLE credit_log ADD COLUMN metric_record_id TEXT;

-- What is looked for is rare: most credits are used up some day, most entries apply money.
CREATE INDEX credit_of ON credit (company_id, customer_id, created_at, id);
CREATE INDEX credit_subscription ON credit (company_id, subscription_id, created_at, id)
    WHERE subscription_id IS NOT NULL;
CREATE INDEX credit_state ON credit (company_id, state, created_at, id)
    WHERE state <> 'CONSUMED';
CREATE INDEX credit_kind ON credit (company_id, kind, created_at, id) WHERE kind <> 'AMOUNT';
CREATE INDEX credit_log_customer ON credit_log (company_id, customer_id, created_at, id);
CREATE INDEX credit_log_action ON credit_log (company_id, action, created_at, id)
    WHERE action <> 'APPLIED';
CREATE INDEX credit_log_kind ON credit_log (company_id, kind, created_at, id)
    WHERE kind <> 'AMOUNT';
