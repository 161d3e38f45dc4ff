//! Endpoints that follow the log, and their deliveries.

pub mod delivery;

use records::webhook::WebhookState;
use records::{CompanyId, Moment, Webhook, WebhookId};

use crate::driver::columns::{List, columns};
use crate::driver::statement::statements;
use crate::{FromRow, Result, Row, Tx, document};

columns! {
    pub(crate) struct Written<'a> of (webhook: &'a Webhook, secret: &'a str, doc: &'a str) {
        id: &'a WebhookId = &webhook.id,
        state: &'a str = word(webhook.state),
        position: i64 = webhook.position,
        rest_until: i64 = 0,
        misses: i64 = 0,
        secret: &'a str = secret,
        created_at: Moment = webhook.created_at,
        updated_at: Moment = webhook.updated_at,
        doc: &'a str = doc,
    }

    struct Stored in "webhook t" {
        doc: String,
        state: String,
        position: i64,
        created_at: Moment,
        updated_at: Moment,
        old_secret_until: Option<Moment>,
    }

    /// How it goes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Course in "webhook t" {
        /// Nobody sends to it before, in wall time.
        pub rest_until: Moment,
        /// How often in a row nothing got through.
        pub misses: i64,
    }

    /// What signatures are made with.
    #[derive(Clone)]
    pub struct Secrets in "webhook t" {
        pub secret: String,
        pub old_secret: Option<String>,
        pub old_secret_until: Option<Moment>,
    }

    /// An endpoint with all that is needed to send to it.
    pub struct Held in "webhook t" {
        pub webhook: Whole,
        pub course: Course,
        pub secrets: Secrets,
        pub taken_by: Option<String>,
    }
}

/// The record, read from its columns.
pub struct Whole(pub Webhook);

impl crate::driver::columns::ToRow for Whole {
    type Declared = ();

    const LIST: List = <Stored as FromRow>::LIST;

    fn put(&self, _: u64, _: &mut Vec<crate::Value>) {}
}

impl FromRow for Whole {
    const LIST: List = <Stored as FromRow>::LIST;

    fn read(row: &mut Row<'_>) -> Result<Whole> {
        let Stored { doc, state, position, created_at, updated_at, old_secret_until } =
            row.get()?;
        let state = match state.as_str() {
            "ENABLED" => WebhookState::Enabled,
            _ => WebhookState::Disabled,
        };
        let previous_secret_until = old_secret_until;
        let known: Webhook = document::parsed(&doc)?;
        Ok(Whole(Webhook {
            state,
            position,
            created_at,
            updated_at,
            previous_secret_until,
            ..known
        }))
    }
}

statements! {
    INSERT(Written) = "INSERT INTO webhook (company_id, {names}) VALUES ($1, {values})";
    UPDATE(Written: state, position, updated_at, doc) = "UPDATE webhook
        SET {sets} WHERE company_id = $1 AND id = $2";
    DELETE = "DELETE FROM webhook WHERE company_id = $1 AND id = $2";
    BY_ID: Held = "{select} AND t.id = $2";
    LOCK: Held = "{select} AND t.id = $2 FOR UPDATE";
    AFTER: Whole = "{select} AND t.id > $2 ORDER BY t.id LIMIT $3";
    COUNT: i64 = "SELECT count(*) FROM webhook WHERE company_id = $1";
    ROTATE = "UPDATE webhook SET old_secret = secret, old_secret_until = $4, secret = $3,
            updated_at = $5 WHERE company_id = $1 AND id = $2";
    TAKE = "UPDATE webhook SET taken_by = $3, rest_until = $5
        WHERE company_id = $1 AND id = $2 AND state = 'ENABLED' AND rest_until <= $4";
    RENEW = "UPDATE webhook SET rest_until = $5
        WHERE company_id = $1 AND id = $2 AND taken_by = $3 AND rest_until = $4";
    GO_ON = "UPDATE webhook SET position = $3, rest_until = $4, misses = $5, taken_by = $6
        WHERE company_id = $1 AND id = $2";
    BEHIND: (CompanyId, WebhookId) = "SELECT w.company_id || '', w.id FROM webhook w
        WHERE w.state = 'ENABLED' AND w.rest_until <= $1 AND EXISTS (SELECT 1 FROM fact f
            WHERE f.company_id = w.company_id AND f.position > w.position)
        ORDER BY w.rest_until, w.company_id, w.id LIMIT 2000";
}

fn word(state: WebhookState) -> &'static str {
    match state {
        WebhookState::Enabled => "ENABLED",
        WebhookState::Disabled => "DISABLED",
    }
}

pub fn insert(tx: &mut Tx<'_>, webhook: &Webhook, secret: &str) -> Result<()> {
    let doc = document::stored(webhook, Webhook::IN_COLUMNS)?;
    tx.put(&INSERT, &webhook.company_id, &Written::of(webhook, secret, &doc)).map(|_| ())
}

/// Writes the record.
pub fn update(tx: &mut Tx<'_>, webhook: &Webhook) -> Result<()> {
    let doc = document::stored(webhook, Webhook::IN_COLUMNS)?;
    tx.put(&UPDATE, &webhook.company_id, &Written::of(webhook, "", &doc)).map(|_| ())
}

pub fn delete(tx: &mut Tx<'_>, company: &CompanyId, id: &WebhookId) -> Result<()> {
    tx.run(&DELETE, &[company.into(), id.into()]).map(|_| ())
}

pub fn by_id(tx: &mut Tx<'_>, company: &CompanyId, id: &WebhookId) -> Result<Option<Held>> {
    tx.row(&BY_ID, &[company.into(), id.into()])
}

/// The same, held until the transaction ends.
pub fn lock(tx: &mut Tx<'_>, company: &CompanyId, id: &WebhookId) -> Result<Option<Held>> {
    tx.row(&LOCK, &[company.into(), id.into()])
}

/// Up to `limit` of those whose ids follow `after`.
pub fn after(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    after: &WebhookId,
    limit: i64,
) -> Result<Vec<Webhook>> {
    let found = tx.rows(&AFTER, &[company.into(), after.into(), limit.into()])?;
    Ok(found.into_iter().map(|whole| whole.0).collect())
}

pub fn count(tx: &mut Tx<'_>, company: &CompanyId) -> Result<i64> {
    Ok(tx.row(&COUNT, &[company.into()])?.unwrap_or(0))
}

/// A new secret; the one before is good until an instant of wall time.
pub fn rotate(tx: &mut Tx<'_>, webhook: &Webhook, secret: &str, until: Moment) -> Result<()> {
    let values = [
        (&webhook.company_id).into(),
        (&webhook.id).into(),
        secret.into(),
        until.into(),
        webhook.updated_at.into(),
    ];
    tx.run(&ROTATE, &values).map(|_| ())
}

/// Takes an endpoint until an instant of wall time, unless somebody has it, or it rests.
pub fn take(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    id: &WebhookId,
    lease: crate::job::Lease<'_>,
) -> Result<bool> {
    let crate::job::Lease { by, wall, until } = lease;
    let values = [company.into(), id.into(), by.into(), wall.into(), until.into()];
    Ok(tx.run(&TAKE, &values)? > 0)
}

/// Goes on having an endpoint that was taken until `lease.wall`; answers whether it still is.
pub fn renew(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    id: &WebhookId,
    lease: crate::job::Lease<'_>,
) -> Result<bool> {
    let crate::job::Lease { by, wall, until } = lease;
    let values = [company.into(), id.into(), by.into(), wall.into(), until.into()];
    Ok(tx.run(&RENEW, &values)? > 0)
}

/// Where a follower stands, and whether he goes on.
#[derive(Clone, Copy, Debug)]
pub struct Standing<'a> {
    pub position: i64,
    pub course: Course,
    pub taken_by: Option<&'a str>,
}

/// Writes where the follower of an endpoint stands; the endpoint is held.
pub fn go_on(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    id: &WebhookId,
    standing: Standing<'_>,
) -> Result<()> {
    let Standing { position, course, taken_by } = standing;
    let values = [
        company.into(),
        id.into(),
        position.into(),
        course.rest_until.into(),
        course.misses.into(),
        taken_by.map(str::to_owned).into(),
    ];
    tx.run(&GO_ON, &values).map(|_| ())
}

/// Endpoints that do not rest and that the log has gone past.
pub fn behind(tx: &mut Tx<'_>, wall: Moment) -> Result<Vec<(CompanyId, WebhookId)>> {
    tx.rows(&BEHIND, &[wall.into()])
}
