//! Puts mails on their way: a row and a job each, in the transaction of what causes them.

use std::collections::HashSet;

use records::email::EmailState;
use records::{CustomerId, Email, EmailId, EmailKind, Moment};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::email::EmailRow;

use super::work::Mail;
use crate::jobs::{NewJob, Work as _};
use crate::{Failure, Session};

/// Mails go through one door, whoever they are for.
const TARGET: &str = "mail";

/// A mail to be.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub(crate) kind: EmailKind,
    /// The record that it is about.
    pub(crate) object: String,
    pub(crate) customer: CustomerId,
    /// Names the cause: nothing is written about twice.
    pub(crate) once: String,
    pub(crate) due_at: Moment,
    pub(crate) cause: Cause,
}

/// What has to hold still when it is sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Cause {
    /// Nobody asked for it: the settings of the company may have changed since.
    pub(crate) automatic: bool,
    /// The due date, end or renewal that it tells of.
    pub(crate) date: Option<Moment>,
    /// So many days before or after.
    pub(crate) days: Option<u16>,
}

/// Adds mails, but for those whose causes had one before; answers the ids of the new ones.
pub(crate) fn queue(
    session: &mut Session<'_, '_>,
    wanted: Vec<Wanted>,
) -> Result<Vec<EmailId>, Failure> {
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let (company, now) = (session.company_id().to_owned(), session.now());
    let causes = wanted.iter().map(|wanted| wanted.once.clone()).collect();
    let mut known: HashSet<String> = store::email::caused(session.tx, &company, causes)?;
    let mut rows = Vec::with_capacity(wanted.len());
    let mut jobs = Vec::with_capacity(wanted.len());
    for wanted in wanted {
        if !known.insert(wanted.once.clone()) {
            continue;
        }
        let id: EmailId = session.new_id("mail_");
        rows.push(row(&wanted, &id, now)?);
        jobs.push((id, wanted.due_at, json!(wanted.cause)));
    }
    store::email::add_many(session.tx, &company, rows)?;
    let new = jobs.iter().map(|(id, due_at, input)| NewJob {
        kind: Mail::NAME,
        object: id,
        target: TARGET,
        once: id,
        due_at: *due_at,
        input: input.clone(),
    });
    session.add_jobs(new)?;
    Ok(jobs.into_iter().map(|(id, _, _)| id).collect())
}

fn row(wanted: &Wanted, id: &EmailId, now: Moment) -> Result<EmailRow, Failure> {
    let email = Email {
        created_at: now,
        customer_id: wanted.customer.clone(),
        due_at: wanted.due_at,
        id: id.clone(),
        kind: wanted.kind,
        object_id: wanted.object.clone(),
        state: EmailState::Queued,
        updated_at: now,
        ..Email::default()
    };
    Ok(EmailRow {
        id: id.clone(),
        once: wanted.once.clone(),
        kind: wanted.kind.as_str().to_owned(),
        object_id: wanted.object.clone(),
        customer_id: wanted.customer.clone(),
        state: EmailState::Queued.word().to_owned(),
        due_at: wanted.due_at,
        created_at: now,
        updated_at: now,
        doc: store::document::stored(&email, &[])?,
    })
}
