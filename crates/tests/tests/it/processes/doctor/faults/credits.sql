-- In a copy of a company with the credits of `credits.rs`: the customer `acme` has units of calls, of
-- which twenty paid usage of January; a gift of seventy cents that lapsed; thirty dollars bought each
-- month, of which five were used; a threshold of each.

-- a credit is the sum of its log and never below zero
-- names credit: kind = 'UNITS'
UPDATE credit SET units = '49' WHERE {company} AND kind = 'UNITS'

-- a credit is the sum of its log and never below zero
-- names credit: kind = 'UNITS'
UPDATE credit SET units = '-1' WHERE {company} AND kind = 'UNITS'

-- a credit is the sum of its log and never below zero
-- names credit: kind = 'UNITS'
UPDATE credit_log SET units = '60' WHERE {company} AND kind = 'UNITS' AND action = 'APPLIED'

-- a credit is the sum of its log and never below zero
-- names credit: state = 'EXPIRED'
UPDATE credit_log SET amount = amount + 1 WHERE {company} AND action = 'EXPIRED'

-- a credit is the sum of its log and never below zero
-- names invoice: number = 'INV-000002'
UPDATE credit_log SET invoice_id = (SELECT i.id FROM invoice i WHERE i.company_id = credit_log.company_id
    AND i.number = 'INV-000001') WHERE {company} AND kind = 'UNITS' AND action = 'APPLIED'

-- a credit is the sum of its log and never below zero
-- names credit: kind = 'AMOUNT' AND state = 'ACTIVE'
UPDATE credit SET doc = replace(doc, '"line":', '"line":7') WHERE {company}

-- credits have their facts
-- names credit: kind = 'UNITS'
DELETE FROM credit_log WHERE {company} AND kind = 'UNITS' AND action = 'APPLIED'

-- credits have their facts
-- names credit: state = 'EXPIRED'
UPDATE credit SET state = 'ACTIVE' WHERE {company} AND state = 'EXPIRED'

-- thresholds stand as balances do
-- names credit_threshold: kind = 'AMOUNT'
UPDATE credit_threshold SET below = 1 WHERE {company} AND kind = 'AMOUNT'

-- thresholds stand as balances do
-- names credit_threshold: kind = 'UNITS'
UPDATE credit_threshold SET below = 0 WHERE {company} AND kind = 'UNITS'

-- facts tell of every row
-- names credit_threshold: kind = 'UNITS'
DELETE FROM fact WHERE {company} AND event_type = 'credit_threshold.created'

-- records have what they belong to
-- names credit_threshold: kind = 'UNITS'
UPDATE credit_threshold SET customer_id = 'nobody' WHERE {company} AND kind = 'UNITS'
