-- Booleans, times (microseconds since 1970) and money are BIGINT; documents are JSON as TEXT.
-- Every key begins with company_id, so that one company's rows can live together on one node.
-- The exceptions are what belongs to no company: companies themselves, accounts, signing keys.

CREATE TABLE company (
    company_id TEXT NOT NULL PRIMARY KEY,
    slug TEXT NOT NULL,
    is_dev BIGINT NOT NULL,
    demo BIGINT NOT NULL,
    clock_now BIGINT,
    clock_target BIGINT,
    version BIGINT NOT NULL DEFAULT 1,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    doc TEXT NOT NULL
);
CREATE UNIQUE INDEX company_slug ON company (slug);

CREATE TABLE account (
    id TEXT NOT NULL PRIMARY KEY,
    email TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    memberships TEXT NOT NULL,
    doc TEXT NOT NULL
);
CREATE UNIQUE INDEX account_email ON account (email);

CREATE TABLE company_user (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    pending BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    doc TEXT NOT NULL,
    PRIMARY KEY (company_id, id)
);
CREATE UNIQUE INDEX company_user_account ON company_user (company_id, account_id);

CREATE TABLE sales_user (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    company_user_id TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    doc TEXT NOT NULL,
    PRIMARY KEY (company_id, id)
);

CREATE TABLE api_token (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    digest TEXT NOT NULL,
    company_user_id TEXT,
    expires_at BIGINT,
    revoked_at BIGINT,
    last_used_at BIGINT,
    created_at BIGINT NOT NULL,
    doc TEXT NOT NULL,
    PRIMARY KEY (company_id, id)
);
CREATE UNIQUE INDEX api_token_digest ON api_token (company_id, digest);

CREATE TABLE customer (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    identifier TEXT NOT NULL,
    status TEXT NOT NULL,
    owner_id TEXT,
    parent_customer_id TEXT,
    exclude_from_metrics BIGINT NOT NULL,
    managed_externally BIGINT NOT NULL,
    mrr BIGINT NOT NULL DEFAULT 0,
    arr BIGINT NOT NULL DEFAULT 0,
    revenue_currency TEXT,
    revenue_doc TEXT,
    entitlements_doc TEXT,
    live_subscriptions BIGINT NOT NULL DEFAULT 0,
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    doc TEXT NOT NULL,
    PRIMARY KEY (company_id, id)
);
CREATE UNIQUE INDEX customer_identifier ON customer (company_id, identifier);
CREATE INDEX customer_created ON customer (company_id, created_at, id);
CREATE INDEX customer_updated ON customer (company_id, updated_at, id);
CREATE INDEX customer_owner ON customer (company_id, owner_id, created_at, id)
    WHERE owner_id IS NOT NULL;
CREATE INDEX customer_parent ON customer (company_id, parent_customer_id, created_at, id)
    WHERE parent_customer_id IS NOT NULL;
CREATE INDEX customer_archived ON customer (company_id, created_at, id)
    WHERE status = 'ARCHIVED';
CREATE INDEX customer_below ON customer (company_id, created_at, id)
    WHERE parent_customer_id IS NOT NULL;
CREATE INDEX customer_excluded ON customer (company_id, created_at, id)
    WHERE exclude_from_metrics = 1;
CREATE INDEX customer_elsewhere ON customer (company_id, created_at, id)
    WHERE managed_externally = 1;
CREATE INDEX customer_mrr ON customer (company_id, mrr, id) WHERE mrr <> 0;
CREATE INDEX customer_arr ON customer (company_id, arr, id) WHERE arr <> 0;

-- What is unique in a company and has no column: remote records, import references, keys.
CREATE TABLE mark (
    company_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    mark TEXT NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (company_id, kind, mark)
) WITHOUT ROWID;

-- Exact matches on tags, metadata and texts of any length: one digest per (record, property, value).
CREATE TABLE label (
    company_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    label TEXT NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (company_id, kind, label, id)
) WITHOUT ROWID;

-- What a substring search looks at; the grams index finds candidates, the text decides.
sqlite: CREATE TABLE search (
sqlite:     row_number INTEGER PRIMARY KEY,
sqlite:     company_id TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, text TEXT NOT NULL);
sqlite: CREATE UNIQUE INDEX search_record ON search (company_id, kind, id);
sqlite: CREATE VIRTUAL TABLE search_grams USING fts5(
sqlite:     grams, content='', contentless_delete=1, detail=none, tokenize='ascii');
postgres: CREATE TABLE search (
postgres:     company_id TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL,
postgres:     text TEXT NOT NULL, grams BIGINT[] NOT NULL, PRIMARY KEY (company_id, kind, id));
postgres: CREATE INDEX search_grams ON search USING gin (grams);

CREATE TABLE fact (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    position BIGINT,
    event_type TEXT NOT NULL,
    data_type TEXT NOT NULL,
    object_id TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    data TEXT NOT NULL,
postgres: written_at BIGINT NOT NULL
postgres:     DEFAULT ((extract(epoch FROM clock_timestamp()) * 1000000)::bigint),
    PRIMARY KEY (company_id, id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX fact_position ON fact (company_id, position);
CREATE INDEX fact_created ON fact (company_id, created_at);
CREATE INDEX fact_object ON fact (company_id, object_id, event_type);
postgres: CREATE INDEX fact_waiting ON fact (company_id, written_at, id) WHERE position IS NULL;

CREATE TABLE idempotency (
    company_id TEXT NOT NULL,
    token_id TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    status BIGINT NOT NULL,
    body TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (company_id, token_id, idempotency_key)
) WITHOUT ROWID;
CREATE INDEX idempotency_created ON idempotency (company_id, created_at);

CREATE TABLE signing_key (
    id TEXT NOT NULL PRIMARY KEY,
    secret TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
