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
