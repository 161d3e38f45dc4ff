//! Takes an event back: it stays on record and counts no more.

use std::collections::BTreeSet;

use billing::fact::FactType;
use records::usage::StoredEvent;
use records::{CustomerId, Object};
use serde_json::json;
use store::usage::event::{COUNTED, DUPLICATE, EventRow, VOID};

use super::count::{self, Event};
use super::find::shown;
use super::refresh;
use super::sent::{self, Named};
use crate::refusal::Faults;
use crate::{Failure, Refusal, Session};

pub fn void(
    session: &mut Session<'_, '_>,
    transaction_id: &str,
    fields: &Object,
) -> Result<StoredEvent, Failure> {
    let mut faults = Faults::default();
    let named = sent::named(fields, &mut faults);
    faults.refuse_any()?;
    let before = held(session, transaction_id, named)?;
    let after = EventRow {
        state: VOID.to_owned(),
        updated_at: session.now().max(before.updated_at),
        ..before.clone()
    };
    exchange(session, before, &after)?;
    let answer = shown(after)?;
    let mut values = Object::new();
    values.insert("state".to_owned(), json!(VOID));
    say(session, FactType::UsageEventVoided, &answer, values)?;
    Ok(answer)
}

/// The event of this transaction, held; one that counts no more is refused.
pub(super) fn held(
    session: &mut Session<'_, '_>,
    transaction_id: &str,
    named: Option<Named>,
) -> Result<EventRow, Failure> {
    let company = session.company_id().to_owned();
    let holder = match named {
        Some(Named::Id(id)) => id,
        Some(Named::Identifier(identifier)) => {
            let identifiers = vec![identifier.clone()];
            let found = store::customer::by_identifiers(session.tx, &company, identifiers)?.pop();
            found.map_or(identifier, |(_, id)| id.to_string())
        }
        None => return Err(Refusal::not_found("usage event", transaction_id).into()),
    };
    let found = store::usage::event::lock(session.tx, &company, (&holder, transaction_id))?;
    session.waited()?;
    let found = crate::engine::found(found, "usage event", transaction_id)?;
    match found.state.as_str() {
        VOID => Err(Refusal::conflict("void", "This event was taken back.").into()),
        DUPLICATE => {
            let detail = "The customer has this event by its id; this one never counted.";
            Err(Refusal::conflict("duplicate", detail).into())
        }
        _ => Ok(found),
    }
}

/// Writes an event in place of what it was, and counts it anew.
pub(super) fn exchange(
    session: &mut Session<'_, '_>,
    before: EventRow,
    after: &EventRow,
) -> Result<(), Failure> {
    let company = session.company_id().to_owned();
    let customer = CustomerId::from(before.holder.as_str());
    if before.state != COUNTED {
        return Ok(store::usage::event::replace(session.tx, &company, (&before, after))?);
    }
    let pair = BTreeSet::from([(customer, before.item_id.clone())]);
    let meters = count::hold(session, &pair)?;
    store::usage::event::replace(session.tx, &company, (&before, after))?;
    let gone = [Event::read(before)?];
    count::apply(session, &meters, (&gone, -1))?;
    if after.state == COUNTED {
        count::apply(session, &meters, (&[Event::read(after.clone())?], 1))?;
    }
    let [gone] = gone;
    refresh::refresh(session, &meters, &gone)
}

/// Writes down what somebody did to an event, which may change what is billed.
pub(super) fn say(
    session: &mut Session<'_, '_>,
    fact: FactType,
    event: &StoredEvent,
    mut values: Object,
) -> Result<(), Failure> {
    values.insert("transaction_id".to_owned(), json!(event.transaction_id));
    values.insert("customer_id".to_owned(), json!(event.customer_id));
    session.fact(fact, &event.id, values)
}
