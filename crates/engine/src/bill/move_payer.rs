//! Others pay: what waits is billed to the old payers, and the subscriptions move to the books of
//! the new ones, all in one transaction that holds them all.

use std::collections::{BTreeMap, BTreeSet};

use billing::command::{Command, SettleWaiting};
use billing::id::Handle;
use records::{CustomerId, Moment, SubscriptionId};

use super::act::{Asked, act};
use super::stored;
use crate::{Failure, Session};

/// What others pay for from an instant on, by who paid until then.
pub(crate) struct Moves {
    pub(crate) by_payer: BTreeMap<CustomerId, Leaving>,
    pub(crate) at: Moment,
}

/// What one payer pays no longer.
#[derive(Default)]
pub(crate) struct Leaving {
    /// Each with who pays for it.
    pub(crate) subscriptions: Vec<(SubscriptionId, CustomerId)>,
    /// Whose they are: nothing of these waits any more.
    pub(crate) customers: BTreeSet<CustomerId>,
}

impl Moves {
    /// Everybody whose books change.
    pub(crate) fn payers(&self) -> BTreeSet<CustomerId> {
        let to = self.by_payer.values().flat_map(|leaving| &leaving.subscriptions);
        to.map(|(_, payer)| payer).chain(self.by_payer.keys()).cloned().collect()
    }
}

/// Bills what waits to whoever paid until now.
pub(crate) fn settle_waiting(session: &mut Session<'_, '_>, moves: &Moves) -> Result<(), Failure> {
    let at = stored::instant(moves.at)?;
    for (payer, leaving) in &moves.by_payer {
        let subscriptions = leaving.subscriptions.iter();
        let command = SettleWaiting {
            subscriptions: subscriptions
                .map(|(id, payer)| (Handle::known(id), payer.as_str().into()))
                .collect(),
            customers: leaving.customers.iter().map(|id| id.as_str().into()).collect(),
            at,
        };
        act(session, payer, Asked::new(Command::SettleWaiting(Box::new(command))))?;
    }
    Ok(())
}

/// Moves the subscriptions to the books of who pays now, with the drafts that a pause keeps.
pub(crate) fn let_pay(session: &mut Session<'_, '_>, moves: &Moves) -> Result<(), Failure> {
    let (company, now) = (session.company_id().to_owned(), session.now());
    let all = moves.by_payer.values().flat_map(|leaving| &leaving.subscriptions);
    for (id, payer) in all {
        store::subscription::set_payer(session.tx, &company, (id, payer), now)?;
        store::one_time::set_payer_on_drafts(session.tx, &company, id, payer)?;
        store::invoice::set_payer_of_drafts(session.tx, &company, id, payer)?;
    }
    Ok(())
}
