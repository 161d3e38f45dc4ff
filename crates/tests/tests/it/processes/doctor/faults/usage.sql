-- What was used, what it is rolled up to, and what was billed by it.

-- rollups are what was used
-- says is not what its events come to
UPDATE usage_rollup SET sum_lo = sum_lo + 1 WHERE {company} AND span = 1

-- rollups are what was used
-- says is not what its events come to
UPDATE usage_event SET state = 'VOID' WHERE {company} AND transaction_id = 't1'

-- rollups are what was used
-- says is not what its events come to
DELETE FROM usage_value WHERE {company}

-- rollups are what was used
-- says is not what its events come to
UPDATE usage_rollup SET events = events + 1 WHERE {company} AND span = 1024

-- billed usage is on record
-- says and 7 are on record
UPDATE metered_period SET value = '7' WHERE {company} AND value = '3'

-- billed usage is on record
-- says that is not on record
DELETE FROM metered_period WHERE {company}
