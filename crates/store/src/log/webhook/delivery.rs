//! What was sent to endpoints, or waits to be.

use records::{CompanyId, DeliveryId, Moment, WebhookId};

use crate::driver::columns::columns;
use crate::driver::statement::statements;
use crate::{Result, Tx};

columns! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct DeliveryRow in "webhook_delivery t" {
        pub id: DeliveryId,
        pub webhook_id: WebhookId,
        pub event_id: String,
        pub event_type: String,
        pub object_id: String,
        /// The record whose facts go out in order; empty for what is sent besides.
        pub lane: String,
        pub position: i64,
        pub state: String,
        pub attempts: i64,
        pub next_try_at: Option<Moment>,
        pub tried: Tried,
        /// As it was rendered for the first attempt.
        pub body: Option<String>,
        /// Wall time.
        pub created_at: Moment,
    }

    /// The last try.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct Tried in "webhook_delivery t" {
        pub tried_at: Option<Moment>,
        pub took: Option<i64>,
        pub status: Option<i64>,
        pub answer: Option<String>,
        pub trouble: Option<String>,
        pub headers: Option<String>,
        pub url: Option<String>,
    }
}

statements! {
    ADD_MANY(DeliveryRow) = "INSERT INTO webhook_delivery (company_id, {names})
        SELECT $1, {r.values} FROM {rows}";
    SETTLE(DeliveryRow: state, attempts, next_try_at, tried_at, took, status, answer, trouble,
        headers, url, body) = "UPDATE webhook_delivery SET {sets}
        WHERE company_id = $1 AND id = $2";
    BY_ID: DeliveryRow = "{select} AND t.id = $2";
    BEFORE: DeliveryRow = "{select} AND t.webhook_id = $2 AND t.id < $3
        ORDER BY t.id DESC LIMIT $4";
    LANES: String = "SELECT DISTINCT t.lane FROM webhook_delivery t WHERE t.company_id = $1
        AND t.webhook_id = $2 AND t.lane IN {texts $3} AND t.state IN ('PENDING', 'WAITING')";
    NEXT: DeliveryRow = "{select} AND t.webhook_id = $2 AND t.lane = $3
        AND t.state IN ('PENDING', 'WAITING') AND t.state = 'WAITING'
        ORDER BY t.position LIMIT 1";
    FIRST_OPEN: i64 = "SELECT coalesce(min(t.position), 0) FROM webhook_delivery t
        WHERE t.company_id = $1 AND t.webhook_id = $2 AND t.lane > ''
            AND t.state IN ('PENDING', 'WAITING')";
    CLOSE = "UPDATE webhook_delivery SET state = $3, next_try_at = NULL
        WHERE company_id = $1 AND webhook_id = $2 AND lane > '' AND position >= $4
            AND state IN ('PENDING', 'WAITING')";
    FORGET = "DELETE FROM webhook_delivery WHERE company_id = $1 AND created_at < $2
        AND id IN (SELECT s.id FROM webhook_delivery s WHERE s.company_id = $1
            ORDER BY s.id LIMIT 1000)";
}

pub fn add_many(tx: &mut Tx<'_>, company: &CompanyId, rows: &[DeliveryRow]) -> Result<()> {
    tx.put_many(&ADD_MANY, company, rows.iter())
}

/// Writes what became of one.
pub fn settle(tx: &mut Tx<'_>, company: &CompanyId, row: &DeliveryRow) -> Result<()> {
    tx.put(&SETTLE, company, row).map(|_| ())
}

pub fn by_id(tx: &mut Tx<'_>, company: &CompanyId, id: &DeliveryId) -> Result<Option<DeliveryRow>> {
    tx.row(&BY_ID, &[company.into(), id.into()])
}

/// Up to `limit` of an endpoint that were made before one, the last first.
pub fn before(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    (webhook, id): (&WebhookId, &DeliveryId),
    limit: i64,
) -> Result<Vec<DeliveryRow>> {
    // Ids are letters and digits, which all come before this.
    let last = if id.is_empty() { "~" } else { id.as_str() };
    tx.rows(&BEFORE, &[company.into(), webhook.into(), last.into(), limit.into()])
}

/// Those of these lanes in which something waits.
pub fn lanes(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    webhook: &WebhookId,
    lanes: Vec<String>,
) -> Result<Vec<String>> {
    if lanes.is_empty() {
        return Ok(Vec::new());
    }
    tx.rows(&LANES, &[company.into(), webhook.into(), lanes.into()])
}

/// What comes next in a lane.
pub fn next(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    webhook: &WebhookId,
    lane: &str,
) -> Result<Option<DeliveryRow>> {
    tx.row(&NEXT, &[company.into(), webhook.into(), lane.into()])
}

/// The first event that waits in any lane.
pub fn first_open(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    webhook: &WebhookId,
) -> Result<Option<i64>> {
    let first = tx.row(&FIRST_OPEN, &[company.into(), webhook.into()])?;
    Ok(first.filter(|position| *position > 0))
}

/// Ends what waits in lanes from a position on.
pub fn close(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    webhook: &WebhookId,
    (state, from): (&str, i64),
) -> Result<()> {
    let values = [company.into(), webhook.into(), state.into(), from.into()];
    tx.run(&CLOSE, &values).map(|_| ())
}

/// Forgets some of those that were made before an instant; answers how many.
pub fn forget(tx: &mut Tx<'_>, company: &CompanyId, before: Moment) -> Result<u64> {
    tx.run(&FORGET, &[company.into(), before.into()])
}
