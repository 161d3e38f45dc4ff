-- In a copy of a company with the books of `books.rs`: the subscriptions `gold` (five licences at ten dollars
-- from 31 January on) and `short` (it has ended) of the customer `acme`, `metered` of `beta`, which has
-- a draft; a payment with a rest, which became a credit; a void invoice and its reissue.

-- lines, discounts, tax and credits add up to the totals
-- names invoice: number = 'INV-000001'
UPDATE invoice SET total = total + 1 WHERE {company} AND number = 'INV-000001'

-- lines, discounts, tax and credits add up to the totals
-- names invoice: number = 'INV-000001'
UPDATE invoice SET derivations = replace(derivations, '"tax":"855 ', '"tax":"854 ')
WHERE {company} AND number = 'INV-000001'

-- lines, discounts, tax and credits add up to the totals
-- names invoice: number = 'INV-000001'
UPDATE invoice SET doc = replace(doc, '"discount_details":[{"amount":{"currency":"USD","value_in_cents":5',
    '"discount_details":[{"amount":{"currency":"USD","value_in_cents":4')
WHERE {company} AND number = 'INV-000001'

-- lines, discounts, tax and credits add up to the totals
-- names invoice: number = 'INV-000001'
UPDATE invoice SET status = 'PENDING' WHERE {company} AND number = 'INV-000001'

-- a credit is the sum of its log and never below zero
-- names credit: state = 'CONSUMED'
UPDATE credit SET amount = amount + 1 WHERE {company}

-- a credit is the sum of its log and never below zero
-- names credit: state = 'CONSUMED'
UPDATE credit_log SET amount = amount + 1 WHERE {company} AND action = 'APPLIED'

-- a credit is the sum of its log and never below zero
-- names invoice: status = 'VOID'
DELETE FROM credit_log WHERE {company} AND action = 'RESTORED'

-- billed periods tile time
-- names subscription: identifier = 'gold'
DELETE FROM invoice WHERE {company} AND number = 'INV-000001'

-- billed periods tile time
-- names subscription: identifier = 'short'
DELETE FROM invoice WHERE {company} AND number = 'INV-000002'

-- billed periods tile time
-- names subscription: identifier = 'gold'
UPDATE invoice SET derivations = replace(derivations,
    '"period":{"start":1769817600000000', '"period":{"start":1769731200000000')
WHERE {company} AND number = 'INV-000001'

-- one invoice for each cause
-- names invoice: status = 'VOID'
UPDATE invoice SET billing_date = 1769817600000000 WHERE {company} AND status = 'VOID'

-- lines are what their derivation comes to
-- names invoice: number = 'INV-000001'
UPDATE invoice SET derivations = replace(derivations, '"unit_price":"10"', '"unit_price":"11"')
WHERE {company} AND number = 'INV-000001'

-- lines are what their derivation comes to
-- names invoice: number = 'INV-000001'
UPDATE invoice SET derivations = replace(derivations, '"exact":"50","amount"', '"exact":"49.999","amount"')
WHERE {company} AND number = 'INV-000001'

-- facts tell of every row
-- names subscription: identifier = 'gold'
DELETE FROM fact WHERE {company} AND event_type = 'subscription.created'

-- facts tell of every row
-- names credit: state = 'CONSUMED'
DELETE FROM fact WHERE {company} AND event_type = 'credit.issued'

-- facts tell of every row
-- names invoice: status = 'DRAFT'
DELETE FROM fact WHERE {company} AND event_type = 'invoice.drafted'

-- facts have their rows
-- names invoice: number = 'INV-000001'
DELETE FROM invoice WHERE {company} AND number = 'INV-000001'

-- facts have their rows
-- names credit: state = 'CONSUMED'
DELETE FROM credit WHERE {company}

-- records have what they belong to
-- names credit_log: action = 'RESTORED'
UPDATE credit_log SET invoice_id = 'nobody' WHERE {company} AND action = 'RESTORED'

-- records have what they belong to
-- names subscription: identifier = 'gold'
DELETE FROM subscription_progress WHERE {company}
    AND id IN (SELECT id FROM subscription WHERE {company} AND identifier = 'gold')

-- records have what they belong to
-- says subscription_progress subs_nobody names
UPDATE subscription_progress SET id = 'subs_nobody' WHERE {company}
    AND id IN (SELECT id FROM subscription WHERE {company} AND identifier = 'gold')

-- records have what they belong to
-- names subscription: identifier = 'gold'
DELETE FROM billed_customer WHERE {company}

-- copies agree with their customer
-- names subscription: identifier = 'gold'
UPDATE subscription SET owner_id = 'nobody' WHERE {company} AND identifier = 'gold'

-- copies agree with their customer
-- names invoice: number = 'INV-000001'
UPDATE invoice SET managed_externally = 1 WHERE {company} AND number = 'INV-000001'

-- invoice numbers have no gap
-- says the series of invoices stands at
UPDATE number_series SET last = last + 1 WHERE {company} AND series = 'invoice'

-- invoice numbers have no gap
-- says no invoice has the number INV-000003
DELETE FROM invoice WHERE {company} AND number = 'INV-000003'

-- invoice numbers have no gap
-- names invoice: number = 'INV-000003'
UPDATE invoice SET number = 'INV-3', number_key = 'inv-3'
WHERE {company} AND number = 'INV-000003'

-- invoice numbers have no gap
-- names invoice: number = 'INV-000003'
UPDATE invoice SET number_key = 'inv-000333' WHERE {company} AND number = 'INV-000003'

-- invoice numbers have no gap
-- says invoice INV-000003 was issued at
UPDATE invoice SET invoice_date = invoice_date - 8640000000000
WHERE {company} AND number = 'INV-000003'

-- credit note numbers have no gap
-- says the series of credit notes stands at 2
UPDATE number_series SET last = 2 WHERE {company} AND series = 'credit_note'

-- credit note numbers have no gap
-- names invoice: status = 'VOID'
UPDATE invoice SET credit_note_number = 'CN-000002' WHERE {company} AND status = 'VOID'

-- books can be read
-- names subscription: identifier = 'gold'
UPDATE subscription SET terms = '{}' WHERE {company} AND identifier = 'gold'

-- books can be read
-- names invoice: number = 'INV-000001'
UPDATE invoice SET derivations = '[{}]' WHERE {company} AND number = 'INV-000001'

-- subscriptions agree with their terms
-- names subscription: identifier = 'gold'
UPDATE subscription SET mrr = mrr + 1 WHERE {company} AND identifier = 'gold'

-- subscriptions agree with their terms
-- names subscription: identifier = 'short'
UPDATE subscription SET status = 'ACTIVE' WHERE {company} AND identifier = 'short'

-- subscriptions agree with their terms
-- names subscription: identifier = 'gold'
UPDATE subscription_progress SET next_invoice_date = NULL WHERE {company}
    AND id IN (SELECT id FROM subscription WHERE {company} AND identifier = 'gold')

-- subscriptions agree with their terms
-- names subscription: identifier = 'gold'
UPDATE subscription SET discounts = '[]' WHERE {company} AND identifier = 'gold'

-- subscriptions agree with their terms
-- names subscription: identifier = 'gold'
UPDATE subscription SET doc = replace(doc, '"product_pricing_ids":["', '"product_pricing_ids":["x')
WHERE {company} AND identifier = 'gold'

-- subscriptions agree with their terms
-- names subscription: identifier = 'gold'
UPDATE subscription SET doc = replace(doc, '"num_licenses":5', '"num_licenses":6')
WHERE {company} AND identifier = 'gold'

-- subscriptions have their facts
-- names subscription: identifier = 'short'
DELETE FROM fact WHERE {company} AND event_type = 'subscription.ended'

-- subscriptions have their facts
-- names subscription: identifier = 'gold'
UPDATE subscription SET parked_id = 'park_1', parked_at = 1, parked_reason = 'why'
WHERE {company} AND identifier = 'gold'

-- subscriptions have their facts
-- names subscription: identifier = 'gold'
UPDATE subscription_progress SET updated_at = updated_at + 1 WHERE {company}
    AND id IN (SELECT id FROM subscription WHERE {company} AND identifier = 'gold')

-- subscriptions have their facts
-- names subscription: identifier = 'gold'
DELETE FROM fact WHERE {company} AND event_type = 'discount.expired'

-- subscriptions are found by what they say
-- names subscription: identifier = 'gold'
DELETE FROM label WHERE {company} AND kind = 'subscription'

-- subscriptions are found by what they say
-- names subscription: identifier = 'gold'
UPDATE search SET text = 'x' WHERE {company} AND kind = 'subscription'

-- invoices agree with their lines
-- names invoice: number = 'INV-000003'
UPDATE invoice SET due = due + 1 WHERE {company} AND number = 'INV-000003'

-- invoices agree with their lines
-- names invoice: number = 'INV-000001'
UPDATE invoice SET paid = paid - 1 WHERE {company} AND number = 'INV-000001'

-- invoices agree with their lines
-- names invoice: number = 'INV-000001'
UPDATE invoice SET lines = replace(lines, '"units":"5"', '"units":"6"')
WHERE {company} AND number = 'INV-000001'

-- invoices agree with their lines
-- names invoice: status = 'DRAFT'
UPDATE invoice SET number = 'INV-000099', number_key = 'inv-000099'
WHERE {company} AND status = 'DRAFT'

-- invoices agree with their lines
-- names invoice: status = 'VOID'
UPDATE invoice SET credit_note_number = NULL WHERE {company} AND status = 'VOID'

-- invoices agree with their lines
-- names invoice: number = 'INV-000001'
UPDATE invoice SET cause_id = 'another' WHERE {company} AND number = 'INV-000001'

-- invoices agree with their lines
-- names invoice: number = 'INV-000001'
UPDATE invoice SET doc = replace(doc, '"line_count":1', '"line_count":2')
WHERE {company} AND number = 'INV-000001'

-- invoices have their facts
-- names invoice: number = 'INV-000001'
DELETE FROM fact WHERE {company} AND event_type = 'invoice.payment_recorded'

-- invoices have their facts
-- names invoice: status = 'VOID'
DELETE FROM fact WHERE {company} AND event_type = 'invoice.voided'

-- invoices have their facts
-- names invoice: number = 'INV-000001'
UPDATE fact SET data = replace(data, 'INV-000001', 'INV-000002')
WHERE {company} AND event_type = 'invoice.finalized'

-- invoices have their facts
-- names invoice: number = 'INV-000001'
UPDATE invoice SET updated_at = updated_at + 1 WHERE {company} AND number = 'INV-000001'

-- invoices are found by what they say
-- names invoice: number = 'INV-000001'
DELETE FROM label WHERE {company} AND kind = 'invoice'

-- invoices and their reissues agree
-- names invoice: status = 'VOID'
UPDATE invoice SET doc = replace(doc, '"reissued_as":"', '"reissued_as":"x')
WHERE {company} AND status = 'VOID'

-- credits have their facts
-- names credit: state = 'CONSUMED'
DELETE FROM fact WHERE {company} AND event_type = 'credit.restored'

-- credits have their facts
-- names credit: state = 'CONSUMED'
UPDATE credit SET state = 'ACTIVE' WHERE {company}

-- credits have their facts
-- names credit: state = 'CONSUMED'
UPDATE credit SET issued = issued + 1 WHERE {company}

-- customers are worth their subscriptions
-- names customer: identifier = 'acme'
UPDATE customer SET mrr = mrr + 1 WHERE {company} AND identifier = 'acme'

-- customers are worth their subscriptions
-- names customer: identifier = 'acme'
UPDATE customer SET live_subscriptions = 7 WHERE {company} AND identifier = 'acme'

-- customers are worth their subscriptions
-- names customer: identifier = 'acme'
UPDATE customer SET updated_at = updated_at + 1 WHERE {company} AND identifier = 'acme'

-- past due follows open invoices
-- names subscription: identifier = 'gold'
UPDATE subscription_progress SET past_due_at = NULL WHERE {company}
    AND id IN (SELECT id FROM subscription WHERE {company} AND identifier = 'gold')

-- the cycle knows what is due
-- names customer: identifier = 'acme'
UPDATE billed_customer SET due_at = due_at + 1 WHERE {company}

-- the cycle knows what is due
-- names customer: identifier = 'beta'
UPDATE billed_customer SET due_at = NULL WHERE {company}

-- uses are counted
-- names product: doc LIKE '%Platform%'
UPDATE tally SET n = n + 1 WHERE {company}

-- uses are counted
-- names product: doc LIKE '%Platform%'
UPDATE product SET ever_used = 0 WHERE {company}
