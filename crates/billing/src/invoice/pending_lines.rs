//! Lines that wait for the next invoice of a subscription, whatever that is for.

use calendar::Timestamp;
use money::Amount;

use crate::fact::{Fact, SubscriptionFact};
use crate::id::InvoiceHandle;
use crate::invoice::line::{Derivation, Line, ProrationCredit};
use crate::invoice::proration_credit::billed::again;
use crate::invoice::proration_credit::loaded;
use crate::invoice::state::{Invoice, InvoiceState};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::{Behaviour, Subscription};

/// The fact that these lines wait, all of them.
pub(crate) fn wait(subscription: &Subscription, at: Timestamp, lines: Vec<Line>) -> Fact {
    Fact::Subscription {
        subscription: subscription.id.clone(),
        at,
        fact: SubscriptionFact::PendingLines { lines },
    }
}

/// The lines that the next invoice takes, and those that go on waiting: one that is waived takes
/// none, and what corrects a draft waits until that is final.
pub(crate) fn take(
    snapshot: &Snapshot,
    subscription: &Subscription,
) -> Result<(Vec<Line>, Vec<Line>), Refusal> {
    if waives(subscription) || snapshot.customer_of(subscription)?.managed_externally {
        return Ok((Vec::new(), subscription.lifecycle.pending_lines.clone()));
    }
    let (mut taken, mut rest) = (Vec::new(), Vec::new());
    for line in &subscription.lifecycle.pending_lines {
        let Derivation::ProrationCredit(back) = &line.derivation else {
            taken.push(line.clone());
            continue;
        };
        let billed = loaded(snapshot, &back.invoice)?;
        match billed.state {
            InvoiceState::Void { .. } => {}
            InvoiceState::Draft { .. } => rest.push(line.clone()),
            InvoiceState::Pending(_) | InvoiceState::Paid { .. } => {
                taken.extend(again(billed, line, back)?);
            }
        }
    }
    Ok((taken, rest))
}

/// All that waits, with what comes back of an invoice as that is now; none where that is the same.
pub(crate) fn corrected(
    subscription: &Subscription,
    made: &Invoice,
) -> Result<Option<Vec<Line>>, Refusal> {
    let (mut lines, mut moved) = (Vec::new(), false);
    for line in &subscription.lifecycle.pending_lines {
        let now = match &line.derivation {
            Derivation::ProrationCredit(back) if back.invoice == made.id => {
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
pub(crate) fn without(
    subscription: &Subscription,
    void: &InvoiceHandle,
    returned: Vec<Line>,
) -> Vec<Line> {
    let stays = subscription
        .lifecycle
        .pending_lines
        .iter()
        .filter(|line| line.corrects() != Some(void))
        .cloned();
    stays.chain(returned).collect()
}
