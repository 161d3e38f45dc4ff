//! Pauses: billing dates go on and make drafts that are kept, or invoices that are waived.

use std::sync::Arc;

use crate::command::AskPause;
use crate::definition::Faults;
use crate::fact::{Fact, SubscriptionFact};
use crate::id::SubscriptionHandle;
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::lifecycle::{Behaviour, Pause};
use crate::subscription::state::Subscription;
use crate::work::{Moment, Work};

/// Begins a pause.
pub(crate) fn pause(work: &mut Work, wanted: &AskPause) -> Result<(), Refusal> {
    let subscription = work.snapshot.subscription(&wanted.subscription).ok_or(Refusal::NotFound)?;
    if subscription.is_over() {
        return Err(Refusal::Over);
    }
    if subscription.lifecycle.pause.is_some() {
        return Err(Refusal::Paused);
    }
    if wanted.resume.is_some_and(|resume| resume <= work.now) {
        let mut faults = Faults::default();
        faults.add("resume_date", "in_the_past", "must lie in the future");
        return Err(Refusal::Invalid(faults));
    }
    let pause = Pause { from: work.now, resume: wanted.resume, behaviour: wanted.behaviour };
    work.tell(Fact::Subscription {
        subscription: subscription.id.clone(),
        at: work.now,
        fact: SubscriptionFact::Paused { pause },
    });
    Ok(())
}

/// Ends a pause; drafts that it kept are due at once.
pub(crate) fn resume(work: &mut Work, id: &SubscriptionHandle) -> Result<(), Refusal> {
    let subscription = work.snapshot.subscription(id).ok_or(Refusal::NotFound)?;
    if subscription.is_over() {
        return Err(Refusal::Over);
    }
    if subscription.lifecycle.pause.is_none() {
        return Err(Refusal::NotPaused);
    }
    work.tell(Fact::Subscription {
        subscription: id.clone(),
        at: work.now,
        fact: SubscriptionFact::Resumed,
    });
    Ok(())
}

/// A pause whose time is over. What it kept is not kept beyond the end of the subscription; what it
/// waives is waived to the last.
pub(crate) fn over(
    _: &Snapshot,
    subscription: &Arc<Subscription>,
    moment: Moment,
) -> Result<Vec<Fact>, Refusal> {
    let Some(pause) = subscription.lifecycle.pause else { return Ok(Vec::new()) };
    let ends =
        subscription.is_live() && subscription.known_end().is_some_and(|end| end <= moment.at);
    let released = ends && pause.behaviour == Behaviour::Draft;
    let over = released || pause.resume.is_some_and(|resume| resume <= moment.at);
    let resumed = Fact::Subscription {
        subscription: subscription.id.clone(),
        at: moment.at,
        fact: SubscriptionFact::Resumed,
    };
    Ok(over.then_some(resumed).into_iter().collect())
}

/// The same subscription without its pause.
pub(crate) fn awake(subscription: &Arc<Subscription>) -> Arc<Subscription> {
    if subscription.lifecycle.pause.is_none() {
        return subscription.clone();
    }
    let mut awake = Subscription::clone(subscription);
    awake.lifecycle.pause = None;
    Arc::new(awake)
}
