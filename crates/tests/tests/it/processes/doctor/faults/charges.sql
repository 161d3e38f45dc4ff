-- What waits for an invoice, and what is bought once.

-- a line that waited is billed once
-- says line x stands in 2 places
UPDATE invoice SET derivations = replace(derivations, '"id":"line_', '"id":"x","was":"line_')
WHERE {company}

-- a one-time charge stands on one invoice
-- names one_time: state = 'INVOICED'
UPDATE one_time SET state = 'PENDING', invoice_id = NULL WHERE {company}
