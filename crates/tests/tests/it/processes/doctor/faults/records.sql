-- In a copy of a company with a customer `a` below another, `parent`; it was changed once.

-- facts tell of every row
-- names customer: identifier = 'a'
DELETE FROM fact WHERE {company} AND event_type = 'customer.created'

-- a company has the fact of its making
-- says a fact of its settings
UPDATE fact SET data = '{' WHERE {company} AND event_type = 'company.created'

-- customers have their facts
-- names customer: identifier = 'a'
DELETE FROM fact WHERE {company} AND event_type = 'customer.updated'

-- a company has the fact of its making
-- says it has 0 of them
DELETE FROM fact WHERE {company} AND event_type = 'company.created'

-- customers form trees
-- names customer: identifier = 'a'
DELETE FROM customer WHERE {company} AND identifier = 'parent'

-- facts have their rows
-- names customer: identifier = 'a'
DELETE FROM customer WHERE {company} AND identifier = 'a'

-- customers are found by what they say
-- names customer: identifier = 'a'
DELETE FROM label WHERE {company}

-- customers are found by what they say
-- names customer: identifier = 'a'
UPDATE search SET text = 'x' WHERE {company}

-- customers are found by what they say
-- names customer: identifier = 'a'
UPDATE customer SET doc = replace(doc, 'Ada', 'Eve') WHERE {company}

-- customers form trees
-- names customer: identifier = 'a'
UPDATE customer SET parent_customer_id = id WHERE {company} AND identifier = 'a'

-- customers agree with their columns
-- names customer: identifier = 'a'
UPDATE customer SET managed_externally = 1 WHERE {company} AND identifier = 'a'

-- copies agree with their customer
-- names customer: identifier = 'a'
UPDATE customer SET mrr = 500 WHERE {company} AND identifier = 'a'

-- facts are numbered without a gap
-- says positions from 1 to 99
UPDATE fact SET position = 99 WHERE {company} AND event_type = 'customer.updated'
