//! Lines that wait for the next invoice of a subscription, whatever that is for.

pub(crate) mod state;

use std::sync::Arc;

use calendar::Timestamp;
use money::Amount;

use crate::fact::{Fact, SubscriptionFact};
use crate::id::InvoiceHandle;
use crate::invoice::line::{Derivation, Line, ProrationCredit};
use crate::invoice::proration_credit::billed::again;
use crate::invoice::proration_credit::loaded;
use crate::invoice::state::{Basis, Invoice, InvoiceState};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::{Behaviour, Subscription};
use crate::work::Work;

/// Lets these lines of a subscription wait, all of them.
pub(crate) fn wait(work: &mut Work, known: &Subscription, at: Timestamp, lines: Vec<Line>) {
    let fact = waits(&work.snapshot, known, at, lines);
    work.tell(fact);
}

/// The fact that these lines of a subscription wait, all of them. What begins to wait gets its id.
pub(crate) fn waits(
    snapshot: &Snapshot,
    subscription: &Subscription,
    at: Timestamp,
    mut lines: Vec<Line>,
) -> Fact {
    let fresh = lines.iter_mut().filter(|line| line.id.is_none());
    for (ahead, line) in (0_u32..).zip(fresh) {
        line.id = Some(snapshot.minted.upcoming(ahead));
        line.since = Some(at);
    }
    Fact::Subscription {
        subscription: subscription.id.clone(),
        at,
        fact: SubscriptionFact::PendingLines { lines: lines.into() },
    }
}

/// What a draft of a subscription is computed from again.
pub(crate) fn basis(snapshot: &Snapshot, subscription: &Arc<Subscription>) -> Basis {
    let pending_lines = snapshot.pending_lines.shared(&subscription.id);
    Basis { subscription: subscription.clone(), pending_lines }
}

/// The lines that the next invoice takes, and those that go on waiting: one that is waived takes
/// none, and what corrects a draft waits until that is final.
pub(crate) fn take(
    snapshot: &Snapshot,
    subscription: &Subscription,
) -> Result<(Vec<Line>, Vec<Line>), Refusal> {
    if waives(subscription) || snapshot.customer_of(subscription)?.managed_externally {
        return Ok((Vec::new(), snapshot.pending_lines.of(&subscription.id).to_vec()));
    }
    let (mut taken, mut rest) = (Vec::new(), Vec::new());
    for line in snapshot.pending_lines.of(&subscription.id) {
        let Derivation::ProrationCredit(back) = &line.derivation else {
            taken.push(line.clone());
            continue;
        };
        let billed = loaded(snapshot, &back.invoice)?;
        match billed.state {
            InvoiceState::Void { .. } => {}
            InvoiceState::Draft { .. } => rest.push(line.clone()),
            InvoiceState::Pending(_) | InvoiceState::Paid { .. } if back.adjusts.is_some() => {
                taken.push(line.clone());
            }
            InvoiceState::Pending(_) | InvoiceState::Paid { .. } => {
                taken.extend(again(billed, line, back)?);
            }
        }
    }
    Ok((taken, rest))
}

/// All that waits, with what comes back of an invoice as that is now; none where that is the same.
pub(crate) fn corrected(pending: &[Line], made: &Invoice) -> Result<Option<Vec<Line>>, Refusal> {
    let (mut lines, mut moved) = (Vec::new(), false);
    for line in pending {
        let now = match &line.derivation {
            Derivation::ProrationCredit(back)
                if back.invoice == made.id && back.adjusts.is_none() =>
            {
                again(made, line, back)?
            }
            _ => Some(line.clone()),
        };
        moved |= !now.as_ref().is_some_and(|now| back_of(now) == back_of(line));
        lines.extend(now);
    }
    Ok(moved.then_some(lines))
}

/// What a line gives back of which.
fn back_of(line: &Line) -> Option<(&ProrationCredit, Amount)> {
    match &line.derivation {
        Derivation::ProrationCredit(back) => Some((back, line.amount)),
        Derivation::Charge { .. } | Derivation::Minimum { .. } => None,
    }
}

/// Whether a line that waited went on a draft: what corrects another draft goes on waiting.
pub(crate) fn stands_on(line: &Line, draft: &Invoice) -> bool {
    let same = |known: &Line| known.corrects() == line.corrects() && known.period == line.period;
    line.corrects().is_none() || draft.lines.iter().any(same)
}

/// Whether what is billed now is waived.
pub(crate) fn waives(subscription: &Subscription) -> bool {
    subscription.lifecycle.pause.is_some_and(|pause| pause.behaviour == Behaviour::Void)
}

/// What goes on waiting once an invoice is void: lines that gave back something of it are dropped,
/// and those of its own that gave back something of another one return.
pub(crate) fn without(pending: &[Line], void: &InvoiceHandle, returned: Vec<Line>) -> Vec<Line> {
    let stays = pending.iter().filter(|line| line.corrects() != Some(void)).cloned();
    stays.chain(returned).collect()
}
