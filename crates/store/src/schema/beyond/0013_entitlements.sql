-- What customers may use is kept with them. A company counts how often its catalog changed what is
-- granted, from 1 on, where it has definitions at all; a customer says at which count its own was
-- computed.
ALTER TABLE company ADD COLUMN entitlements_version BIGINT NOT NULL DEFAULT 0;
ALTER TABLE company ADD COLUMN entitlements_refreshed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE customer ADD COLUMN entitlements_version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE customer ADD COLUMN overrides_doc TEXT;
UPDATE company SET entitlements_version = 2, entitlements_refreshed = 1
WHERE EXISTS (SELECT 1 FROM entitlement e WHERE e.company_id = company.company_id);
CREATE INDEX company_entitlements ON company (company_id)
    WHERE entitlements_refreshed < entitlements_version;
