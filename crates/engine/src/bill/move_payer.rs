//! Another customer pays: what waits is billed to the old payer, and the subscriptions move to the
//! books of the new one, all in this transaction.

use std::collections::BTreeSet;

use billing::command::Command;
use billing::id::Handle;
use records::{CustomerId, SubscriptionId};

use super::act::{Asked, act, catch_up};
use super::due::due_anew;
use crate::{Failure, Session};

/// Subscriptions that somebody else pays for.
pub(crate) struct Move<'a> {
    pub(crate) subscriptions: &'a [SubscriptionId],
    pub(crate) from: &'a CustomerId,
    pub(crate) to: &'a CustomerId,
    /// Whether they are billed to a parent from now on.
    pub(crate) parent_billed: bool,
}

/// Moves subscriptions from one payer to another. Both are held, in the order of their ids, so that
/// two moves never wait for each other.
pub(crate) fn move_payer(session: &mut Session<'_, '_>, moved: &Move<'_>) -> Result<(), Failure> {
    let (company, now) = (session.company_id().to_owned(), session.now());
    if moved.from != moved.to {
        hold(session, &[moved.from, moved.to])?;
        catch_up(session, moved.from)?;
        catch_up(session, moved.to)?;
        let subscriptions = moved.subscriptions.iter().map(|id| Handle::known(id)).collect();
        let payer = moved.to.as_str().into();
        act(session, moved.from, Asked::new(Command::SettleWaiting { subscriptions, payer }))?;
    }
    for id in moved.subscriptions {
        let payer = (moved.to, moved.parent_billed);
        store::subscription::set_payer(session.tx, &company, id, payer, now)?;
    }
    if moved.from != moved.to {
        due_anew(session, moved.from)?;
        due_anew(session, moved.to)?;
    }
    Ok(())
}

/// Holds the rows of these customers, in the order of their ids; rows that are not there are made.
pub(crate) fn hold(
    session: &mut Session<'_, '_>,
    customers: &[&CustomerId],
) -> Result<(), Failure> {
    let (company, now) = (session.company_id().to_owned(), session.now());
    let sorted: BTreeSet<&CustomerId> = customers.iter().copied().collect();
    for id in sorted {
        store::billed::lock(session.tx, &company, id, now)?;
    }
    Ok(())
}
