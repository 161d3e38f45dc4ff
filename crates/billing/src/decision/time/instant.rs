//! Everything due, instant by instant, in one fixed order. A subscription that cannot be billed is
//! parked with its reason and the others go on.

use std::sync::Arc;

use calendar::Timestamp;

use crate::decision::{
    Fact, Moment, Refusal, Work, bill, change, due, end, expire, finalize, pause, trial, worth,
};
use crate::snapshot::{Snapshot, Status, Subscription};

type Step = fn(&Snapshot, &Arc<Subscription>, Moment) -> Result<Vec<Fact>, Refusal>;

/// What may be due for a subscription at one instant, in order: before drafts become final…
const FIRST: &[Step] = &[start, pause::over];

/// …and after that.
const STEPS: &[Step] =
    &[end::end, trial::convert, change::due, end::renew, bill::bill, expire::discounts];

/// Does everything due until now, each instant as if it were the present.
pub(in crate::decision) fn run(work: &mut Work) -> Result<(), Refusal> {
    while let Some(at) = due::next_due(&work.snapshot).filter(|at| *at <= work.now) {
        let before = work.facts.len();
        for step in FIRST {
            each(work, at, *step)?;
        }
        finalize::drafts(work, at)?;
        for step in STEPS {
            each(work, at, *step)?;
        }
        expire::credits(work, at);
        if work.facts.len() == before {
            return Err(Refusal::Stuck(at));
        }
        worth::revalue(work, before, at);
    }
    Ok(())
}

fn each(work: &mut Work, at: Timestamp, step: Step) -> Result<(), Refusal> {
    let moment = Moment { at, now: work.now };
    for place in 0..work.snapshot.subscriptions.len() {
        let Some(own) = work.snapshot.subscriptions.get(place).cloned() else { continue };
        if own.parked.is_some() || own.is_over() {
            continue;
        }
        match step(&work.snapshot, &own, moment) {
            Ok(facts) => work.tell_all(facts),
            Err(refusal) => fail(work, &own, refusal)?,
        }
    }
    Ok(())
}

/// Parks a subscription, unless the command that is decided must succeed as a whole.
pub(in crate::decision) fn fail(
    work: &mut Work,
    own: &Subscription,
    refusal: Refusal,
) -> Result<(), Refusal> {
    if !work.parks {
        return Err(refusal);
    }
    let reason = refusal.to_string();
    work.tell(Fact::SubscriptionParked { subscription: own.id.clone(), at: work.now, reason });
    Ok(())
}

fn start(_: &Snapshot, own: &Arc<Subscription>, moment: Moment) -> Result<Vec<Fact>, Refusal> {
    let due = own.status == Status::Pending && own.start <= moment.at;
    let started = Fact::SubscriptionStarted { subscription: own.id.clone(), at: moment.at };
    Ok(due.then_some(started).into_iter().collect())
}
