-- Which process bills a company at the moment. Processes that find the same companies due take
-- turns with them; that each thing is billed once is the business of versions and causes.
CREATE TABLE billing_turn (
    company_id TEXT NOT NULL,
    process TEXT NOT NULL,
    until_at BIGINT NOT NULL,
    PRIMARY KEY (company_id)
) WITHOUT ROWID;

-- The oldest program that can serve these tables, by the version that it brings a database to:
-- whoever adds tables and columns that such a program leaves alone does not stop it.
ALTER TABLE schema_version ADD COLUMN oldest BIGINT;
