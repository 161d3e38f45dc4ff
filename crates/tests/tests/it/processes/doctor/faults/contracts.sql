-- Contracts: one that was executed, and one that is open and expires.

-- contracts are what they became
-- names contract: status = 'EXECUTED'
UPDATE contract SET subscription_id = NULL WHERE {company} AND status = 'EXECUTED'

-- contracts are what they became
-- names contract: status = 'EXECUTED'
UPDATE contract SET subscription_id = 'subs_gone' WHERE {company} AND status = 'EXECUTED'

-- contracts are what they became
-- names contract: status = 'EXECUTED'
UPDATE contract SET status = 'PENDING_START' WHERE {company} AND status = 'EXECUTED'

-- contracts are what they became
-- names contract: status = 'PENDING_SIGNATURES'
UPDATE contract SET doc = replace(doc, '# Platform', '# Cheaper')
WHERE {company} AND status = 'PENDING_SIGNATURES'

-- contracts are what they became
-- names contract: status = 'PENDING_SIGNATURES'
UPDATE contract SET due_at = NULL WHERE {company} AND status = 'PENDING_SIGNATURES'

-- facts tell of every row
-- names contract: status = 'EXECUTED'
DELETE FROM fact WHERE {company} AND event_type = 'contract.created'

-- facts have their rows
-- names contract: status = 'PENDING_SIGNATURES'
DELETE FROM contract WHERE {company} AND status = 'PENDING_SIGNATURES'
