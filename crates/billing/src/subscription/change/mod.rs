//! Changes of a subscription: asked for, made at once or when their date comes, and undone.

mod add;
pub(crate) mod check;
pub(crate) mod components;
pub(crate) mod make;
pub(crate) mod quantities;
mod remove;
mod restart;

use std::sync::Arc;

use calendar::Timestamp;

use crate::command::AskChange;
use crate::fact::{Fact, SubscriptionFact};
use crate::id::SubscriptionHandle;
use crate::invoice::{Basis, Cause, Line, create, pending_lines};
use crate::one_time::{OneTimeTiming, order};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::check::size;
use crate::subscription::lifecycle::{Change, NewTrial, Proration};
use crate::subscription::state::Subscription;
use crate::subscription::{billing_date, drafts, trial};
use crate::work::{Moment, Work};

/// Makes a change, or lets it wait for its date.
pub(crate) fn ask(work: &mut Work, wanted: &AskChange) -> Result<(), Refusal> {
    let known = work.snapshot.subscription(&wanted.subscription).ok_or(Refusal::NotFound)?.clone();
    if known.is_over() {
        return Err(Refusal::Over);
    }
    if known.parked.is_some() {
        return Err(Refusal::Parked);
    }
    let at = check::check(work, &known, wanted)?;
    let change = Change {
        id: work.snapshot.minted.upcoming(0),
        asked: work.now,
        timing: wanted.timing,
        proration: wanted.proration,
        at,
        applied: None,
        scheduled: false,
        wanted: wanted.wanted.clone(),
    };
    let (subscription, now) = (known.id.clone(), work.now);
    if at > now {
        let change = Box::new(change);
        work.tell(Fact::Subscription {
            subscription,
            at: now,
            fact: SubscriptionFact::ChangeScheduled { change },
        });
        return Ok(());
    }
    let replaced = known.lifecycle.changes.iter().filter(|each| !each.scheduled);
    let dropped = replaced.map(|change| dropped(&subscription, change, now)).collect();
    work.tell_all(dropped);
    apply(work, &subscription, change, now)
}

/// Forgets a change that waits: the one that was asked for, else the next that was agreed.
pub(crate) fn undo(work: &mut Work, id: &SubscriptionHandle) -> Result<(), Refusal> {
    let subscription = work.snapshot.subscription(id).ok_or(Refusal::NotFound)?;
    if subscription.is_over() {
        return Err(Refusal::Over);
    }
    let asked = subscription.lifecycle.changes.iter().find(|known| !known.scheduled);
    let change = asked.or(subscription.lifecycle.changes.first()).ok_or(Refusal::NothingToUndo)?;
    let fact = dropped(id, change, work.now);
    work.tell(fact);
    Ok(())
}

/// Makes the changes whose date has come.
pub(crate) fn due(
    snapshot: &Snapshot,
    subscription: &Arc<Subscription>,
    moment: Moment,
) -> Result<Vec<Fact>, Refusal> {
    let due: Vec<Arc<Change>> = subscription
        .lifecycle
        .changes
        .iter()
        .filter(|known| known.at <= moment.at)
        .cloned()
        .collect();
    if due.is_empty() {
        return Ok(Vec::new());
    }
    let mut work = Work::on(snapshot, moment.now);
    for change in due {
        apply(&mut work, &subscription.id, Change::clone(&change), moment.at)?;
    }
    work.into_facts()
}

/// What was to come after the end is not made.
pub(crate) fn drop_all(subscription: &Subscription, at: Timestamp) -> Vec<Fact> {
    subscription
        .lifecycle
        .changes
        .iter()
        .map(|change| dropped(&subscription.id, change, at))
        .collect()
}

fn dropped(subscription: &SubscriptionHandle, change: &Change, at: Timestamp) -> Fact {
    let (subscription, change) = (subscription.clone(), change.id.clone());
    Fact::Subscription { subscription, at, fact: SubscriptionFact::ChangeDropped { change } }
}

/// Makes a change: what it is from now on, then what that costs and gives back. The instant of a
/// change is a billing date, so drafts that wait for late usage wait no longer.
fn apply(
    work: &mut Work,
    id: &SubscriptionHandle,
    change: Change,
    at: Timestamp,
) -> Result<(), Refusal> {
    drafts::waiting_drafts(work, id)?;
    if change.wanted.trial == Some(NewTrial::Over) {
        end_trial(work, id, at)?;
    }
    let subscription = work.snapshot.subscription(id).ok_or(Refusal::NotFound)?.clone();
    let cause = Cause::Change { change: change.id.clone() };
    let resets = change.wanted.reset_anchor;
    let bought = change.clone();
    let at_once = subscription.lifecycle.pause.is_none()
        && (resets || change.proration == Proration::Immediate);
    let before = before(&work.snapshot, &subscription, &change);
    let mut made = make::make(&work.snapshot, &subscription, change, at)?;
    let starts = subscription.is_live();
    let buys = !bought.wanted.onetime_items.is_empty() && starts;
    let invoiced = at_once && (!made.lines.is_empty() || buys);
    if invoiced {
        size::check_running(&subscription)?;
        made.after.state.day = Some((at, billing_date::count_day(&subscription, at)?));
    }
    work.tell(Fact::changed(made.after, made.pending_lines, at));
    for discount in made.revoked {
        work.tell(Fact::Subscription {
            subscription: id.clone(),
            at,
            fact: SubscriptionFact::DiscountRevoked { discount },
        });
    }
    let timing = match (starts, at_once) {
        (false, _) => OneTimeTiming::Immediate(subscription.terms.start),
        (true, true) => OneTimeTiming::Immediate(at),
        (true, false) => OneTimeTiming::Next,
    };
    let known = work.snapshot.subscription(id).ok_or(Refusal::NotFound)?.clone();
    let (of, items) = ((Some(bought.id), timing, at), &bought.wanted.onetime_items);
    work.tell_all(order::with(&work.snapshot, &known, of, items));
    let moment = Moment { at, now: work.now };
    if invoiced {
        let mut facts = create::create(&work.snapshot, &known, (cause, made.lines), moment)?;
        create::based_on(&mut facts, &before);
        work.tell_all(facts);
    } else if !made.lines.is_empty() {
        let lines: Vec<Line> =
            work.snapshot.pending_lines.of(id).iter().cloned().chain(made.lines).collect();
        pending_lines::wait(work, &known, at, lines);
    }
    Ok(())
}

/// A subscription before a change, with the change: what a draft of it is computed from again.
fn before(snapshot: &Snapshot, subscription: &Arc<Subscription>, change: &Change) -> Basis {
    let mut basis = pending_lines::basis(snapshot, subscription);
    if subscription.terms.grace > 0 {
        let before = Arc::make_mut(&mut basis.subscription);
        before.lifecycle.changed = Some(Arc::new(change.clone()));
    }
    basis
}

/// Makes what is in a trial a paid subscription; the billing date of this instant is still to come.
fn end_trial(work: &mut Work, id: &SubscriptionHandle, at: Timestamp) -> Result<(), Refusal> {
    let subscription = work.snapshot.subscription(id).ok_or(Refusal::NotFound)?.clone();
    let Some(trial) = subscription.lifecycle.trial.filter(|_| subscription.is_live()) else {
        return Ok(());
    };
    work.tell(Fact::converted(trial::converted(&subscription, trial, at)?, at));
    Ok(())
}
