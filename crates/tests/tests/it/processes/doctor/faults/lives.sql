-- In a copy of a company with the lives of `lives.rs`, each of a customer of its own, from 31 January to 5 March:
-- `changed` got ten licences for five on 14 February and will get twenty; `leaving` was cancelled then, and
-- half of what it had paid came back; `paused` waives; `trying` is in a trial and `converted` is not any more. Each may
-- use five seats as long as it is live; the customer of `trying` has seven of its own.

-- entitlements are what is computed
-- names customer: identifier = 'c-paused'
UPDATE customer SET entitlements_doc = replace(entitlements_doc, '"value":5', '"value":6')
WHERE {company} AND identifier = 'c-paused'

-- entitlements are what is computed
-- names customer: identifier = 'c-leaving'
UPDATE customer SET entitlements_doc = '[{"key":"seats","value":5}]'
WHERE {company} AND identifier = 'c-leaving'

-- entitlements are what is computed
-- names customer: identifier = 'c-trying'
UPDATE customer SET overrides_doc = NULL WHERE {company} AND identifier = 'c-trying'

-- entitlements are what is computed
-- names customer: identifier = 'c-paused'
UPDATE customer SET entitlements_version = 99 WHERE {company} AND identifier = 'c-paused'

-- books can be read
-- names subscription: identifier = 'changed'
UPDATE subscription SET life = '{"changes":[{}]}' WHERE {company} AND identifier = 'changed'

-- subscriptions agree with their terms
-- names subscription: identifier = 'trying'
UPDATE subscription SET trial = 0 WHERE {company} AND identifier = 'trying'

-- subscriptions agree with their terms
-- names subscription: identifier = 'trying'
UPDATE subscription SET end_date = NULL WHERE {company} AND identifier = 'trying'

-- subscriptions agree with their terms
-- names subscription: identifier = 'changed'
UPDATE subscription SET doc = replace(doc, '"frequency":"MONTH"', '"frequency":"YEAR"')
WHERE {company} AND identifier = 'changed'

-- subscriptions have their facts
-- names subscription: identifier = 'leaving'
DELETE FROM fact WHERE {company} AND event_type = 'subscription.cancel_asked'

-- subscriptions have their facts
-- names subscription: identifier = 'leaving'
DELETE FROM fact WHERE {company} AND event_type = 'subscription.cancelled'

-- subscriptions have their facts
-- names subscription: identifier = 'changed'
DELETE FROM fact WHERE {company} AND event_type = 'subscription.changed'

-- subscriptions have their facts
-- names subscription: identifier = 'paused'
DELETE FROM fact WHERE {company} AND event_type = 'subscription.paused'

-- subscriptions have their facts
-- names subscription: identifier = 'converted'
DELETE FROM fact WHERE {company} AND event_type = 'subscription.trial_converted'

-- subscriptions have their facts
-- names subscription: identifier = 'leaving'
UPDATE subscription SET life = NULL WHERE {company} AND identifier = 'leaving'

-- movements add up to revenue
-- names subscription: identifier = 'changed'
UPDATE fact SET data = replace(data, '"by":{"currency":"USD","value_in_cents":',
    '"by":{"currency":"USD","value_in_cents":1')
WHERE {company} AND event_type = 'subscription.valued' AND data LIKE '%NEW%'

-- movements add up to revenue
-- names subscription: identifier = 'changed'
UPDATE fact SET data = '{"values":{}}'
WHERE {company} AND event_type = 'subscription.valued'
    AND object_id IN (SELECT id FROM subscription WHERE identifier = 'changed')

-- movements add up to revenue
-- says subscription.valued
UPDATE fact SET data = 'nonsense'
WHERE {company} AND event_type = 'subscription.valued'
    AND object_id IN (SELECT id FROM subscription WHERE identifier = 'trying' OR identifier = 'changed')

-- subscriptions agree with their terms
-- names subscription: identifier = 'trying'
UPDATE subscription SET doc = '{' WHERE {company} AND identifier = 'trying'

-- invoices have their facts
-- names invoice: subscription_id IN (SELECT id FROM subscription WHERE identifier = 'leaving') AND cause_kind = 'cycle'
UPDATE fact SET data = '[' WHERE {company} AND event_type = 'invoice.payment_refunded'

-- books can be read
-- names invoice: subscription_id IN (SELECT id FROM subscription WHERE identifier = 'leaving') AND cause_kind = 'cycle'
UPDATE invoice SET doc = 'null' WHERE {company} AND cause_kind = 'cycle'
    AND subscription_id IN (SELECT id FROM subscription WHERE identifier = 'leaving')

-- movements add up to revenue
-- names subscription: identifier = 'paused'
DELETE FROM fact WHERE {company} AND event_type = 'subscription.valued'
    AND object_id IN (SELECT id FROM subscription WHERE identifier = 'paused')
    AND data LIKE '%CHURN%'

-- the cycle knows what is due
-- names customer: identifier = 'c-trying'
UPDATE subscription SET life = NULL WHERE {company} AND identifier = 'trying'

-- invoices have their facts
-- names invoice: subscription_id IN (SELECT id FROM subscription WHERE identifier = 'leaving') AND cause_kind = 'cycle'
DELETE FROM fact WHERE {company} AND event_type = 'invoice.payment_refunded'

-- invoices have their facts
-- names invoice: status = 'VOID'
DELETE FROM fact WHERE {company} AND event_type = 'invoice.waived'

-- invoices agree with their lines
-- names invoice: cause_kind = 'change'
UPDATE invoice SET doc = replace(doc, '"prorated_amount":{"currency":"USD","value_in_cents":2500}',
    '"prorated_amount":{"currency":"USD","value_in_cents":2501}')
WHERE {company} AND cause_kind = 'change'

-- invoices agree with their lines
-- names invoice: cause_kind = 'change'
UPDATE invoice SET lines = replace(lines, 'PRORATION_CREDIT', 'ADVANCE')
WHERE {company} AND cause_kind = 'change'

-- lines are what their derivation comes to
-- names invoice: cause_kind = 'change'
UPDATE invoice SET derivations = replace(derivations, '"unused":{"numerator":14', '"unused":{"numerator":13')
WHERE {company} AND cause_kind = 'change'

-- no more comes back than was billed
-- says too much of invoice
UPDATE invoice SET derivations = replace(derivations, '"amount":"-', '"amount":"-9')
WHERE {company} AND cause_kind = 'cancel'

-- no more comes back than was billed
-- names invoice: subscription_id IN (SELECT id FROM subscription WHERE identifier = 'leaving') AND cause_kind = 'cycle'
UPDATE invoice SET draft = replace(draft, '"credited":', '"once":')
WHERE {company} AND cause_kind = 'cycle'

-- no more comes back than was billed
-- names subscription: identifier = 'changed'
UPDATE subscription_progress SET progress = replace(progress, '"advance_invoices":', '"once":')
WHERE {company}

-- revenue is what was billed, less what credits paid
-- says has revenue of
UPDATE invoice SET doc = replace(doc, '"revenue":{"currency":"USD","value_in_cents":',
    '"revenue":{"currency":"USD","value_in_cents":1')
WHERE {company} AND cause_kind = 'cycle'

-- no more comes back than was billed
-- names invoice: subscription_id IN (SELECT id FROM subscription WHERE identifier = 'changed') AND billing_date = 1769817600000000
UPDATE invoice SET derivations = replace(derivations, '"line":0', '"line":7')
WHERE {company} AND cause_kind = 'change'

-- no more comes back than was billed
-- names invoice: subscription_id IN (SELECT id FROM subscription WHERE identifier = 'leaving') AND cause_kind = 'cycle'
UPDATE invoice SET doc = replace(doc, '"refunded_amount":{"currency":"USD","value_in_cents":',
    '"refunded_amount":{"currency":"USD","value_in_cents":-')
WHERE {company} AND cause_kind = 'cycle'
