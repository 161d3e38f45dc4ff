//! Subscriptions whose billing failed: listed, and tried again on request.

use records::Parked;
use store::subscription::SubscriptionRow;

use crate::find::{FindRequest, FoundPage, walk_all};
use crate::{Failure, Session};

pub use store::subscription::PARKED as FIND;

pub fn find(session: &mut Session<'_, '_>, request: &FindRequest) -> Result<FoundPage, Failure> {
    walk_all(session, &FIND, request, store::subscription::read, |_, rows| {
        Ok(rows.into_iter().map(shown).collect::<Vec<Parked>>())
    })
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
