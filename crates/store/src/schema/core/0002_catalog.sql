-- The catalog. All its tables have one shape: what is searched and counted has columns, the record
-- itself is one document. `parent_id` is the record it belongs to.

CREATE TABLE item (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    parent_id TEXT,
    state TEXT NOT NULL,
    num_subs BIGINT NOT NULL DEFAULT 0,
    ever_used BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    doc TEXT NOT NULL,
    PRIMARY KEY (company_id, id)
);
CREATE INDEX item_created ON item (company_id, created_at, id);
CREATE INDEX item_updated ON item (company_id, updated_at, id);

CREATE TABLE metric (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    parent_id TEXT,
    state TEXT NOT NULL,
    num_subs BIGINT NOT NULL DEFAULT 0,
    ever_used BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    doc TEXT NOT NULL,
    PRIMARY KEY (company_id, id)
);
CREATE INDEX metric_created ON metric (company_id, created_at, id);
CREATE INDEX metric_updated ON metric (company_id, updated_at, id);
CREATE INDEX metric_parent ON metric (company_id, parent_id, created_at, id);

CREATE TABLE product (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    parent_id TEXT,
    state TEXT NOT NULL,
    num_subs BIGINT NOT NULL DEFAULT 0,
    ever_used BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    doc TEXT NOT NULL,
    PRIMARY KEY (company_id, id)
);
CREATE INDEX product_created ON product (company_id, created_at, id);
CREATE INDEX product_updated ON product (company_id, updated_at, id);

CREATE TABLE pricing (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    parent_id TEXT,
    state TEXT NOT NULL,
    num_subs BIGINT NOT NULL DEFAULT 0,
    ever_used BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    doc TEXT NOT NULL,
    PRIMARY KEY (company_id, id)
);
CREATE INDEX pricing_created ON pricing (company_id, created_at, id);
CREATE INDEX pricing_updated ON pricing (company_id, updated_at, id);
CREATE INDEX pricing_parent ON pricing (company_id, parent_id, created_at, id);

CREATE TABLE bundle (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    parent_id TEXT,
    state TEXT NOT NULL,
    num_subs BIGINT NOT NULL DEFAULT 0,
    ever_used BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    doc TEXT NOT NULL,
    PRIMARY KEY (company_id, id)
);
CREATE INDEX bundle_created ON bundle (company_id, created_at, id);
CREATE INDEX bundle_updated ON bundle (company_id, updated_at, id);

CREATE TABLE entitlement (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    parent_id TEXT,
    state TEXT NOT NULL,
    num_subs BIGINT NOT NULL DEFAULT 0,
    ever_used BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    doc TEXT NOT NULL,
    PRIMARY KEY (company_id, id)
);
CREATE INDEX entitlement_created ON entitlement (company_id, created_at, id);
CREATE INDEX entitlement_updated ON entitlement (company_id, updated_at, id);
