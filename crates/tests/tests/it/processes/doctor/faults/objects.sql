-- Objects, and what they were.

-- objects are what their history says
-- says is not what its history says
UPDATE object_history SET properties = '{}' WHERE {company} AND place = 1

-- objects are what their history says
-- says is not what its history says
UPDATE object_history SET ends_at = ends_at - 1 WHERE {company} AND place = 0

-- objects are what their history says
-- says is not what its history says
DELETE FROM object_history WHERE {company}
