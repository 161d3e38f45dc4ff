-- What is billed. Upper-case words stand in the columns of states; `terms`, `progress`, `life`,
-- `lines`, `derivations` and `draft` are JSON that only the billing core reads. Most
-- subscriptions have no `life`: nothing is ahead of them but their periods.

-- The unit of concurrency and of the cycle: whoever pays. `due_at` is when anything is next due,
-- `since` the creation of the first subscription, by which those due at once are ordered.
CREATE TABLE billed_customer (
    company_id TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    due_at BIGINT,
    since BIGINT NOT NULL,
    version BIGINT NOT NULL,
    claimed_by TEXT,
    claimed_until BIGINT,
    PRIMARY KEY (company_id, customer_id)
) WITHOUT ROWID;
CREATE INDEX billed_customer_due ON billed_customer (company_id, due_at, since, customer_id)
    WHERE due_at IS NOT NULL;

CREATE TABLE subscription (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    billed_customer_id TEXT NOT NULL,
    identifier TEXT,
    status TEXT NOT NULL,
    currency TEXT NOT NULL,
    mrr BIGINT NOT NULL,
    arr BIGINT NOT NULL,
    start_date BIGINT NOT NULL,
    end_date BIGINT,
    renewal_date BIGINT,
    effective_end_date BIGINT,
    next_invoice_date BIGINT,
    auto_charges BIGINT NOT NULL,
    auto_renews BIGINT NOT NULL,
    trial BIGINT NOT NULL,
    parent_billed BIGINT NOT NULL,
    bundle_pricing_id TEXT,
    group_id TEXT,
    payment_method_id TEXT,
    sales_user_id TEXT,
    owner_id TEXT,
    parent_customer_id TEXT,
    exclude_from_metrics BIGINT NOT NULL,
    managed_externally BIGINT NOT NULL,
    past_due_at BIGINT,
    parked_id TEXT,
    parked_at BIGINT,
    parked_reason TEXT,
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    progress TEXT NOT NULL,
    terms TEXT NOT NULL,
    discounts TEXT NOT NULL,
    doc TEXT NOT NULL,
    life TEXT,
    PRIMARY KEY (company_id, id)
);
CREATE UNIQUE INDEX subscription_identifier ON subscription (company_id, identifier)
    WHERE identifier IS NOT NULL;
CREATE INDEX subscription_created ON subscription (company_id, created_at, id);
CREATE INDEX subscription_updated ON subscription (company_id, updated_at, id);
CREATE INDEX subscription_customer ON subscription (company_id, customer_id, created_at, id);
CREATE INDEX subscription_billed
    ON subscription (company_id, billed_customer_id, created_at, id);
CREATE INDEX subscription_start ON subscription (company_id, start_date, id);
CREATE INDEX subscription_end ON subscription (company_id, end_date, id)
    WHERE end_date IS NOT NULL;
CREATE INDEX subscription_renewal ON subscription (company_id, renewal_date, id)
    WHERE renewal_date IS NOT NULL;
CREATE INDEX subscription_effective_end ON subscription (company_id, effective_end_date, id)
    WHERE effective_end_date IS NOT NULL;
CREATE INDEX subscription_next_invoice ON subscription (company_id, next_invoice_date, id)
    WHERE next_invoice_date IS NOT NULL;
CREATE INDEX subscription_mrr ON subscription (company_id, mrr, id) WHERE mrr <> 0;
CREATE INDEX subscription_arr ON subscription (company_id, arr, id) WHERE arr <> 0;
CREATE INDEX subscription_bundle ON subscription (company_id, bundle_pricing_id, created_at, id)
    WHERE bundle_pricing_id IS NOT NULL;
CREATE INDEX subscription_group ON subscription (company_id, group_id, created_at, id)
    WHERE group_id IS NOT NULL;
CREATE INDEX subscription_payment_method
    ON subscription (company_id, payment_method_id, created_at, id)
    WHERE payment_method_id IS NOT NULL;
CREATE INDEX subscription_sales_user
    ON subscription (company_id, sales_user_id, created_at, id)
    WHERE sales_user_id IS NOT NULL;
CREATE INDEX subscription_owner ON subscription (company_id, owner_id, created_at, id)
    WHERE owner_id IS NOT NULL;
CREATE INDEX subscription_parent
    ON subscription (company_id, parent_customer_id, created_at, id)
    WHERE parent_customer_id IS NOT NULL;
-- Of a flag only the rarer value is indexed.
CREATE INDEX subscription_charging ON subscription (company_id, created_at, id)
    WHERE auto_charges = 1;
CREATE INDEX subscription_ending ON subscription (company_id, created_at, id)
    WHERE auto_renews = 0;
CREATE INDEX subscription_trial ON subscription (company_id, created_at, id) WHERE trial = 1;
CREATE INDEX subscription_parent_billed ON subscription (company_id, created_at, id)
    WHERE parent_billed = 1;
CREATE INDEX subscription_excluded ON subscription (company_id, created_at, id)
    WHERE exclude_from_metrics = 1;
CREATE INDEX subscription_elsewhere ON subscription (company_id, created_at, id)
    WHERE managed_externally = 1;
CREATE INDEX subscription_status ON subscription (company_id, status, created_at, id)
    WHERE status <> 'ACTIVE';
CREATE INDEX subscription_past_due ON subscription (company_id, past_due_at, id)
    WHERE past_due_at IS NOT NULL;
CREATE INDEX subscription_parked ON subscription (company_id, parked_at, id)
    WHERE parked_id IS NOT NULL;
CREATE INDEX subscription_parking ON subscription (company_id, parked_id)
    WHERE parked_id IS NOT NULL;

-- `number_key` is the number in lower case, `number_reversed` that from behind: a search finds
-- beginnings and ends of numbers by these two. The cycle pays for every index on this table.
CREATE TABLE invoice (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    number TEXT,
    number_key TEXT,
    number_reversed TEXT,
    credit_note_number TEXT,
    customer_id TEXT NOT NULL,
    billed_customer_id TEXT NOT NULL,
    subscription_id TEXT,
    cause_kind TEXT NOT NULL,
    cause_id TEXT NOT NULL,
    status TEXT NOT NULL,
    currency TEXT NOT NULL,
    total BIGINT NOT NULL,
    due BIGINT NOT NULL,
    paid BIGINT NOT NULL,
    auto_charges BIGINT NOT NULL,
    billing_date BIGINT NOT NULL,
    invoice_date BIGINT,
    due_date BIGINT,
    past_due_at BIGINT,
    paid_date BIGINT,
    draft_until BIGINT,
    owner_id TEXT,
    managed_externally BIGINT NOT NULL,
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    doc TEXT NOT NULL,
    lines TEXT NOT NULL,
    derivations TEXT NOT NULL,
    draft TEXT,
    PRIMARY KEY (company_id, id)
);
CREATE UNIQUE INDEX invoice_cause ON invoice (company_id, cause_kind, cause_id);
CREATE UNIQUE INDEX invoice_number ON invoice (company_id, number_key)
    WHERE number_key IS NOT NULL;
CREATE UNIQUE INDEX invoice_credit_note ON invoice (company_id, credit_note_number)
    WHERE credit_note_number IS NOT NULL;
CREATE INDEX invoice_number_end ON invoice (company_id, number_reversed)
    WHERE number_reversed IS NOT NULL;
-- What has no index of its own is read from these on the way.
CREATE INDEX invoice_created ON invoice (company_id, created_at, id, currency, auto_charges);
CREATE INDEX invoice_updated ON invoice (company_id, updated_at, id, currency, auto_charges);
CREATE INDEX invoice_customer ON invoice (company_id, customer_id, created_at, id);
CREATE INDEX invoice_billed ON invoice (company_id, billed_customer_id, created_at, id)
    WHERE billed_customer_id <> customer_id;
CREATE INDEX invoice_subscription ON invoice (company_id, subscription_id, created_at, id)
    WHERE subscription_id IS NOT NULL;
CREATE INDEX invoice_due_date ON invoice (company_id, due_date, id, currency, auto_charges)
    WHERE due_date IS NOT NULL;
CREATE INDEX invoice_no_due_date ON invoice (company_id, id) WHERE due_date IS NULL;
CREATE INDEX invoice_invoice_date ON invoice (company_id, invoice_date, id)
    WHERE invoice_date IS NOT NULL;
CREATE INDEX invoice_paid_date ON invoice (company_id, paid_date, id)
    WHERE paid_date IS NOT NULL;
CREATE INDEX invoice_total ON invoice (company_id, total, id) WHERE total <> 0;
CREATE INDEX invoice_due ON invoice (company_id, due, id) WHERE due <> 0;
CREATE INDEX invoice_part_paid ON invoice (company_id, paid, id) WHERE paid <> 0;
-- An invoice is in one of these four.
CREATE INDEX invoice_draft ON invoice (company_id, billed_customer_id, created_at, id)
    WHERE status = 'DRAFT';
CREATE INDEX invoice_open ON invoice (company_id, past_due_at, id) WHERE status = 'PENDING';
CREATE INDEX invoice_paid ON invoice (company_id, created_at, id) WHERE status = 'PAID';
CREATE INDEX invoice_void ON invoice (company_id, created_at, id) WHERE status = 'VOID';
CREATE INDEX invoice_owner ON invoice (company_id, owner_id, created_at, id)
    WHERE owner_id IS NOT NULL;
CREATE INDEX invoice_elsewhere ON invoice (company_id, created_at, id)
    WHERE managed_externally = 1;

CREATE TABLE credit (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    subscription_id TEXT,
    kind TEXT NOT NULL,
    currency TEXT,
    amount BIGINT NOT NULL,
    issued BIGINT NOT NULL,
    state TEXT NOT NULL,
    expires_at BIGINT,
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    doc TEXT NOT NULL,
    PRIMARY KEY (company_id, id)
);
CREATE INDEX credit_customer ON credit (company_id, customer_id, state);
CREATE INDEX credit_created ON credit (company_id, created_at, id);
CREATE INDEX credit_updated ON credit (company_id, updated_at, id);

CREATE TABLE credit_log (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    credit_id TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    invoice_id TEXT,
    action TEXT NOT NULL,
    kind TEXT NOT NULL,
    amount BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    note TEXT,
    PRIMARY KEY (company_id, id)
);
CREATE INDEX credit_log_credit ON credit_log (company_id, credit_id, created_at, id);
CREATE INDEX credit_log_invoice ON credit_log (company_id, invoice_id, created_at, id)
    WHERE invoice_id IS NOT NULL;
CREATE INDEX credit_log_created ON credit_log (company_id, created_at, id);

-- Gap-free numbers: the last one given, and the latest date that one was given for.
CREATE TABLE number_series (
    company_id TEXT NOT NULL,
    series TEXT NOT NULL,
    last BIGINT NOT NULL,
    last_date BIGINT NOT NULL,
    PRIMARY KEY (company_id, series)
) WITHOUT ROWID;

-- How many subscriptions that are live or still to start have a pricing, product or bundle. The
-- sum counts; it is spread over shards so that two creates rarely wait for one row.
CREATE TABLE tally (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    shard BIGINT NOT NULL,
    n BIGINT NOT NULL,
    PRIMARY KEY (company_id, id, shard)
) WITHOUT ROWID;

ALTER TABLE item DROP COLUMN num_subs;
ALTER TABLE metric DROP COLUMN num_subs;
ALTER TABLE product DROP COLUMN num_subs;
ALTER TABLE pricing DROP COLUMN num_subs;
ALTER TABLE bundle DROP COLUMN num_subs;
ALTER TABLE entitlement DROP COLUMN num_subs;

-- The latest of its stamps is among the last of all facts.
DROP INDEX fact_created;
