-- What parents pay for their children, and what a rollup collects.

-- whoever should pays
-- names subscription: identifier = 'north'
UPDATE subscription SET billed_customer_id = customer_id
WHERE {company} AND billed_customer_id <> customer_id

-- whoever should pays
-- says is not as it says
UPDATE billed_customer SET rollup_turn_at = 1 + (SELECT max(clock_now) FROM company)
WHERE {company} AND rollup_zone IS NOT NULL

-- the cycle knows what is due
-- names customer: identifier = 'group'
UPDATE billed_customer SET due_at = NULL WHERE {company} AND rollup_zone IS NOT NULL

-- a line that waited is billed once
-- says line x stands in 6 places
UPDATE invoice SET derivations = replace(derivations, '"id":"line_', '"id":"x","was":"line_')
WHERE {company} AND subscription_id IS NULL

-- invoices are found by what they say
-- names invoice: subscription_id IS NULL
DELETE FROM label WHERE {company} AND kind = 'invoice'
