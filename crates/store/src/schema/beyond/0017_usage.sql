-- Usage. Events lie by customer, item and time. `holder` is the id of a customer, or an identifier
-- that no customer has yet; no identifier looks like an id.
CREATE TABLE usage_event (
    company_id TEXT NOT NULL,
    holder TEXT NOT NULL,
    item_id TEXT NOT NULL,
    timestamp BIGINT NOT NULL,
    received BIGINT NOT NULL,
    id TEXT NOT NULL,
    transaction_id TEXT NOT NULL,
    state TEXT NOT NULL,
    properties TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (company_id, holder, item_id, timestamp, received, id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX usage_event_once ON usage_event (company_id, transaction_id, holder);
CREATE INDEX usage_event_created ON usage_event (company_id, created_at, id);
CREATE INDEX usage_event_updated ON usage_event (company_id, updated_at, id);
CREATE INDEX usage_event_timestamp ON usage_event (company_id, timestamp);
CREATE INDEX usage_event_item ON usage_event (company_id, item_id, created_at, id);

-- Identifiers that events wait for. Who writes an event and who makes its customer at once may miss
-- each other: as long as it is not settled, somebody looks again.
CREATE TABLE usage_unmatched (
    company_id TEXT NOT NULL,
    identifier TEXT NOT NULL,
    seen_at BIGINT NOT NULL,
    settled BIGINT NOT NULL,
    PRIMARY KEY (company_id, identifier)
) WITHOUT ROWID;
CREATE INDEX usage_unmatched_open ON usage_unmatched (settled, company_id, seen_at)
    WHERE settled = 0;

-- What is known of a customer's usage of an item, where `metric_id` is empty, and of one metric of
-- it. Whoever changes or bills that usage holds the row.
CREATE TABLE usage_meter (
    company_id TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    item_id TEXT NOT NULL,
    metric_id TEXT NOT NULL,
    state TEXT NOT NULL,
    rule TEXT NOT NULL,
    filled_timestamp BIGINT NOT NULL DEFAULT 0,
    filled_received BIGINT NOT NULL DEFAULT 0,
    filled_id TEXT NOT NULL DEFAULT '',
    closed_until BIGINT NOT NULL DEFAULT 0,
    version BIGINT NOT NULL,
    PRIMARY KEY (company_id, customer_id, item_id, metric_id)
) WITHOUT ROWID;
CREATE INDEX usage_meter_item ON usage_meter (company_id, item_id, customer_id)
    WHERE metric_id = '';
CREATE INDEX usage_meter_unfilled ON usage_meter (state, company_id, metric_id, customer_id)
    WHERE state IN ('STALE', 'FILLING');

-- Usage by the hour, or by 1,024 hours where a metric looks back, and by group. Sums are exact: in
-- billionths, `hi` of 10^12 of them each and `lo` the rest.
CREATE TABLE usage_rollup (
    company_id TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    metric_id TEXT NOT NULL,
    span BIGINT NOT NULL,
    starts_at BIGINT NOT NULL,
    group_key TEXT NOT NULL,
    group_doc TEXT,
    events BIGINT NOT NULL,
    numbers BIGINT NOT NULL,
    sum_hi BIGINT NOT NULL,
    sum_lo BIGINT NOT NULL,
    max_hi BIGINT,
    max_lo BIGINT,
    last_hi BIGINT,
    last_lo BIGINT,
    last_timestamp BIGINT,
    last_received BIGINT,
    last_id TEXT,
    version BIGINT NOT NULL,
    PRIMARY KEY (company_id, customer_id, metric_id, span, starts_at, group_key)
) WITHOUT ROWID;

-- The values that UNIQUE counts, by the hour and group, and how many events have them.
CREATE TABLE usage_value (
    company_id TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    metric_id TEXT NOT NULL,
    starts_at BIGINT NOT NULL,
    group_key TEXT NOT NULL,
    value TEXT NOT NULL,
    events BIGINT NOT NULL,
    PRIMARY KEY (company_id, customer_id, metric_id, starts_at, group_key, value)
) WITHOUT ROWID;

-- What was billed of a metered component, by which value and version of its rollups.
CREATE TABLE metered_period (
    company_id TEXT NOT NULL,
    subscription_id TEXT NOT NULL,
    component_id TEXT NOT NULL,
    starts_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    customer_id TEXT NOT NULL,
    item_id TEXT NOT NULL,
    metric_id TEXT NOT NULL,
    looks_back BIGINT NOT NULL,
    invoice_id TEXT NOT NULL,
    value TEXT NOT NULL,
    version BIGINT NOT NULL,
    dirty BIGINT NOT NULL,
    PRIMARY KEY (company_id, subscription_id, component_id, starts_at, ends_at)
);
CREATE INDEX metered_period_meter
    ON metered_period (company_id, customer_id, metric_id, ends_at);
CREATE INDEX metered_period_invoice ON metered_period (company_id, invoice_id);
CREATE INDEX metered_period_dirty ON metered_period (dirty, company_id, subscription_id)
    WHERE dirty = 1;
