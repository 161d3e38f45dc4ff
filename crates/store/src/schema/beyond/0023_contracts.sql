-- Templates have the shape of the catalog; each version of their text is kept.
CREATE TABLE template (
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
CREATE INDEX template_created ON template (company_id, created_at, id);
CREATE INDEX template_updated ON template (company_id, updated_at, id);

CREATE TABLE template_version (
    company_id TEXT NOT NULL,
    template_id TEXT NOT NULL,
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (company_id, template_id, version)
);

-- Contracts. `terms` is what was asked for, by which it is executed; `doc` is what is answered.
-- `due_at` is when it expires, as long as it can be signed.
CREATE TABLE contract (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    owner_id TEXT,
    sales_user_id TEXT,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    auto_charges BIGINT NOT NULL,
    auto_renews BIGINT NOT NULL,
    previous_subscription_id TEXT,
    subscription_id TEXT,
    order_id TEXT,
    due_at BIGINT,
    document_hash TEXT,
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    terms TEXT NOT NULL,
    doc TEXT NOT NULL,
    PRIMARY KEY (company_id, id)
);
CREATE INDEX contract_created ON contract (company_id, created_at, id);
CREATE INDEX contract_updated ON contract (company_id, updated_at, id);
CREATE INDEX contract_customer ON contract (company_id, customer_id, created_at, id);
CREATE INDEX contract_owner ON contract (company_id, owner_id, created_at, id)
    WHERE owner_id IS NOT NULL;
CREATE INDEX contract_status ON contract (company_id, status, created_at, id)
    WHERE status <> 'EXECUTED';
CREATE INDEX contract_charges ON contract (company_id, created_at, id) WHERE auto_charges = 1;
CREATE INDEX contract_renews ON contract (company_id, created_at, id) WHERE auto_renews = 0;
CREATE UNIQUE INDEX contract_subscription ON contract (company_id, subscription_id)
    WHERE subscription_id IS NOT NULL AND previous_subscription_id IS NULL;
CREATE INDEX contract_due ON contract (due_at, company_id) WHERE due_at IS NOT NULL;
CREATE INDEX contract_due_of ON contract (company_id, due_at, id) WHERE due_at IS NOT NULL;

-- Files of contracts, each with its bytes in base64.
CREATE TABLE contract_attachment (
    company_id TEXT NOT NULL,
    contract_id TEXT NOT NULL,
    id TEXT NOT NULL,
    file_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    filename TEXT NOT NULL,
    content_type TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (company_id, contract_id, id)
);
