//! Objects that come, become others and go, many at once: all of it or nothing.

use std::collections::BTreeSet;

use records::usage::{EnqueuedObject, EnqueuedStatus, IngestedObjects, ObjectAction};
use records::{CustomerId, Object};
use serde_json::{Value, json};
use store::usage::object::ObjectRow;

use super::change::{self, Changing};
use super::create::row;
use super::sent::{self, Sent};
use crate::refusal::Faults;
use crate::{Failure, Session};

/// Every object of the body, in its order, each with what became of it. What is so already is
/// `DUPLICATE`: a body may be sent again.
pub fn ingest(session: &mut Session<'_, '_>, body: &Value) -> Result<IngestedObjects, Failure> {
    let all = sent::objects(body, session.now())?;
    let mut faults = Faults::default();
    let named: Vec<_> = all.iter().map(|it| (it.pointer.clone(), it.named.clone())).collect();
    let customers = change::customers(session, &named, &mut faults)?;
    let items: Vec<_> = all.iter().map(|it| (it.pointer.clone(), it.item_id.clone())).collect();
    change::check_items(session, &items, &mut faults)?;
    faults.refuse_any()?;
    let mut faults = Faults::default();
    let held: BTreeSet<CustomerId> = customers.iter().cloned().collect();
    let items = all.iter().map(|sent| sent.item_id.clone()).collect();
    let changing = change::hold(session, &held, items)?;
    let mut enqueued = Vec::with_capacity(all.len());
    for (sent, customer) in all.iter().zip(customers) {
        let known = known(session, sent, &customer)?;
        let done = match sent.action {
            ObjectAction::Create => create(session, &changing, (sent, customer), known)?,
            ObjectAction::Update => update(session, &changing, sent, known)?,
            ObjectAction::Delete => delete(session, &changing, sent, known)?,
        };
        match done {
            Ok((id, status)) => enqueued.push(EnqueuedObject {
                action: sent.action,
                id,
                object_identifier: sent.object_identifier.clone(),
                status,
                timestamp: sent.at,
            }),
            Err((field, code, detail)) => {
                faults.add(&format!("{}/{field}", sent.pointer), code, detail);
            }
        }
    }
    faults.refuse_any()?;
    changing.count(session)?;
    Ok(IngestedObjects { enqueued })
}

/// What became of one, or what is wrong with which field of it.
type Done = Result<(Option<String>, EnqueuedStatus), (&'static str, &'static str, String)>;

fn known(
    session: &mut Session<'_, '_>,
    sent: &Sent,
    customer: &CustomerId,
) -> Result<Option<ObjectRow>, Failure> {
    let company = session.company_id().to_owned();
    let named = (customer, sent.item_id.as_str(), sent.object_identifier.as_str());
    Ok(store::usage::object::named(session.tx, &company, named)?)
}

fn create(
    session: &mut Session<'_, '_>,
    changing: &Changing,
    (sent, customer): (&Sent, CustomerId),
    known: Option<ObjectRow>,
) -> Result<Done, Failure> {
    if let Some(known) = known {
        return Ok(Ok((Some(known.id), EnqueuedStatus::Duplicate)));
    }
    let row = row(session, sent, customer);
    changing.begin(session, &row)?;
    Ok(Ok((Some(row.id), EnqueuedStatus::Accepted)))
}

fn update(
    session: &mut Session<'_, '_>,
    changing: &Changing,
    sent: &Sent,
    known: Option<ObjectRow>,
) -> Result<Done, Failure> {
    let Some(before) = known else {
        let detail = "The customer has no such object.".to_owned();
        return Ok(Err(("object_identifier", "unknown", detail)));
    };
    let properties = sent.properties.clone().unwrap_or_else(|| before.properties.clone());
    if properties == before.properties {
        return Ok(Ok((Some(before.id), EnqueuedStatus::Duplicate)));
    }
    if let Err((code, detail)) = change::check_time(&before, sent.at) {
        return Ok(Err(("timestamp", code, detail)));
    }
    let updated_at = session.now().max(before.updated_at);
    let after = ObjectRow { properties, since: sent.at, updated_at, ..before.clone() };
    let said: Value = serde_json::from_str(&after.properties).unwrap_or_default();
    let values = Object::from_iter([("properties".to_owned(), json!(said))]);
    changing.become_another(session, (&before, &after), values)?;
    Ok(Ok((Some(after.id), EnqueuedStatus::Accepted)))
}

/// One that is gone already needs nothing more.
fn delete(
    session: &mut Session<'_, '_>,
    changing: &Changing,
    sent: &Sent,
    known: Option<ObjectRow>,
) -> Result<Done, Failure> {
    let Some(row) = known else { return Ok(Ok((None, EnqueuedStatus::Duplicate))) };
    if let Err((code, detail)) = change::check_time(&row, sent.at) {
        return Ok(Err(("timestamp", code, detail)));
    }
    changing.end(session, &row, sent.at)?;
    Ok(Ok((Some(row.id), EnqueuedStatus::Accepted)))
}
