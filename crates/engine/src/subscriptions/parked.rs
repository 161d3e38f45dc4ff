//! Subscriptions whose billing failed: listed, and tried again on request.

use billing::command::Command;
use billing::id::Handle;
use records::Parked;
use store::subscription::SubscriptionRow;

use super::get::get;
use crate::bill::load::LoadScope;
use crate::bill::{self, Asked};
use crate::find::{FindRequest, FoundPage, walk_all};
use crate::{Failure, Refusal, Session};

pub use store::subscription::PARKED as FIND;

pub fn find(session: &mut Session<'_, '_>, request: &FindRequest) -> Result<FoundPage, Failure> {
    walk_all(session, &FIND, request, |_, rows: Vec<_>| {
        Ok(rows.into_iter().map(shown).collect::<Vec<Parked>>())
    })
}

/// Bills a parked subscription again, by the id of its parking or its own, and answers it; it is
/// parked again, with the new reason, where it still cannot be billed.
pub fn retry(session: &mut Session<'_, '_>, key: &str) -> Result<String, Failure> {
    let company = session.company_id().to_owned();
    let of = store::subscription::parked_as(session.tx, &company, key)?;
    let id = of.unwrap_or_else(|| key.into());
    let row = store::subscription::by_id(session.tx, &company, &id)?;
    let row = row.ok_or_else(|| Refusal::not_found("parked subscription", key))?;
    let asked = Asked {
        named: LoadScope { subscriptions: vec![id.clone()], ..LoadScope::default() },
        ..Asked::new(Command::Retry(Handle::known(&id)))
    };
    bill::act(session, &row.columns.billed_customer_id, asked)?;
    get(session, &id)
}

fn shown(row: SubscriptionRow) -> Parked {
    let SubscriptionRow { columns, .. } = row;
    let (id, parked_at, reason) = match columns.parked {
        Some(parked) => (parked.id, parked.at, parked.reason),
        None => Default::default(),
    };
    let (customer_id, subscription_id) = (columns.customer_id, columns.id);
    Parked { customer_id, id, parked_at, reason, subscription_id }
}
