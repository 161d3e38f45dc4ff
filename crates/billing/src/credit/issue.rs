//! A new credit of a customer, before it has any scope, expiry or other than its first log entry.

use std::sync::Arc;

use calendar::Timestamp;

use crate::credit::log::Action;
use crate::credit::state::{Credit, CreditState, LogEntry, Origin};
use crate::credit::value::CreditValue;
use crate::snapshot::Snapshot;
use crate::work::Work;

/// A new credit of the payer, without scope or expiry.
pub(crate) fn issued(work: &Work, amount: money::Amount, origin: Origin) -> Credit {
    plain(&work.snapshot, work.now, amount, origin)
}

pub(crate) fn plain(
    snapshot: &Snapshot,
    now: Timestamp,
    amount: money::Amount,
    origin: Origin,
) -> Credit {
    of(snapshot, (&snapshot.payer.id, now), amount.into(), origin)
}

/// A new credit of a customer, without scope or expiry.
pub(crate) fn of(
    snapshot: &Snapshot,
    (customer, now): (&Arc<str>, Timestamp),
    value: CreditValue,
    origin: Origin,
) -> Credit {
    Credit {
        id: snapshot.minted.upcoming(0),
        customer: customer.clone(),
        name: String::new(),
        origin,
        issued: value.clone(),
        balance: value.clone(),
        expires: None,
        created: now,
        subscription: None,
        products: Vec::new(),
        state: CreditState::Active,
        source: None,
        sold: None,
        log: vec![LogEntry { action: Action::Issued, value, invoice: None }],
    }
}
