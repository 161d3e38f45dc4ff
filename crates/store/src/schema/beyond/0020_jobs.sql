-- What is to be done outside, one row each. `due_at` is company time, `try_at` wall time: nobody
-- tries a job before it, and whoever takes a job moves it to the end of his lease.
CREATE TABLE job (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    object_id TEXT NOT NULL,
    target TEXT NOT NULL,
    once TEXT NOT NULL,
    state TEXT NOT NULL,
    due_at BIGINT NOT NULL,
    try_at BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    taken_by TEXT,
    last_error TEXT,
    withheld TEXT,
    input TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (company_id, id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX job_once ON job (company_id, kind, once);
-- Over all companies: what may be tried by now is found here.
CREATE INDEX job_open ON job (try_at, company_id) WHERE state = 'PENDING';
CREATE INDEX job_pending ON job (company_id, try_at, id) WHERE state = 'PENDING';
CREATE INDEX job_over ON job (company_id, try_at, id) WHERE state = 'DONE';
CREATE INDEX job_count ON job (kind, state) WHERE state <> 'DONE';
CREATE INDEX job_created ON job (company_id, created_at, id);
CREATE INDEX job_updated ON job (company_id, updated_at, id);
CREATE INDEX job_kind ON job (company_id, kind, created_at, id);
CREATE INDEX job_object ON job (company_id, object_id, created_at, id);
CREATE INDEX job_target ON job (company_id, target, created_at, id);
CREATE INDEX job_state ON job (company_id, state, created_at, id) WHERE state <> 'DONE';

-- Endpoints that follow the log, each from its position on. Nobody sends to one before `rest_until`,
-- which is wall time; whoever sends moves it to the end of his lease.
CREATE TABLE webhook (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    state TEXT NOT NULL,
    position BIGINT NOT NULL,
    rest_until BIGINT NOT NULL,
    misses BIGINT NOT NULL,
    taken_by TEXT,
    secret TEXT NOT NULL,
    old_secret TEXT,
    old_secret_until BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    doc TEXT NOT NULL,
    PRIMARY KEY (company_id, id)
) WITHOUT ROWID;
-- Over all companies: who may be behind is found here.
CREATE INDEX webhook_following ON webhook (rest_until, company_id, id) WHERE state = 'ENABLED';

-- What was sent, or waits to be. `lane` is the record whose facts go out in order; it is empty for
-- what is sent besides.
CREATE TABLE webhook_delivery (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    webhook_id TEXT NOT NULL,
    event_id TEXT NOT NULL,
    event_type TEXT NOT NULL,
    object_id TEXT NOT NULL,
    lane TEXT NOT NULL,
    position BIGINT NOT NULL,
    state TEXT NOT NULL,
    attempts BIGINT NOT NULL,
    next_try_at BIGINT,
    tried_at BIGINT,
    took BIGINT,
    status BIGINT,
    answer TEXT,
    trouble TEXT,
    headers TEXT,
    url TEXT,
    body TEXT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (company_id, id)
) WITHOUT ROWID;
CREATE INDEX webhook_delivery_of ON webhook_delivery (company_id, webhook_id, id);
CREATE INDEX webhook_delivery_open ON webhook_delivery (company_id, webhook_id, lane, position)
    WHERE state IN ('PENDING', 'WAITING');

-- Who caused a fact: a token and the person who holds it, the cycle, the command line.
ALTER TABLE fact ADD COLUMN actor TEXT;
