//! Everything due, instant by instant, in one fixed order. A subscription that cannot be billed is
//! parked with its reason and the others go on.

use std::sync::Arc;

use calendar::Timestamp;

use crate::credit::{expire, sale};
use crate::decide::due;
use crate::fact::{Fact, SubscriptionFact};
use crate::invoice::{adjust, rollup};
use crate::one_time;
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::{
    self, Status, Subscription, billing_date, change, drafts, end, pause, recurring_revenue, trial,
};
use crate::work::{Moment, Work};

type Step = fn(&Snapshot, &Arc<Subscription>, Moment) -> Result<Vec<Fact>, Refusal>;

/// What may be due for a subscription at one instant, in order: before drafts become final…
const FIRST: &[Step] = &[start, pause::over];

/// …and after that.
const STEPS: &[Step] = &[
    end::end,
    trial::convert,
    change::due,
    end::renew,
    billing_date::bill,
    one_time::bill::with_subscription,
    subscription::expire::discounts,
];

/// How far things are done.
#[derive(Clone, Copy)]
pub(crate) enum Until {
    Now,
    /// What is due at this instant is left.
    Before(Timestamp),
}

impl Until {
    fn has(self, at: Timestamp, now: Timestamp) -> bool {
        match self {
            Until::Now => at <= now,
            Until::Before(end) => at < end,
        }
    }
}

/// Does everything due, each instant as if it were the present.
pub(crate) fn run(work: &mut Work, until: Until) -> Result<(), Refusal> {
    adjust::late(work)?;
    let due = |work: &Work| due::next_due(&work.snapshot).filter(|at| until.has(*at, work.now));
    while let Some(at) = due(work) {
        let before = work.facts.len();
        for step in FIRST {
            each(work, at, *step)?;
        }
        drafts::drafts(work, at)?;
        for step in STEPS {
            each(work, at, *step)?;
        }
        adjust::ended::due(work, at)?;
        match work.snapshot.payer.rollup.is_some() {
            true => rollup::bill::due(work, at)?,
            false => one_time::bill::due(work, at)?,
        }
        expire::credits(work, at);
        sale::grant(work, before)?;
        if work.facts.len() == before {
            return Err(Refusal::Stuck(at));
        }
        recurring_revenue::revalue(work, before, at);
    }
    Ok(())
}

fn each(work: &mut Work, at: Timestamp, step: Step) -> Result<(), Refusal> {
    let moment = Moment { at, now: work.now };
    for place in 0..work.snapshot.subscriptions.len() {
        let Some(subscription) = work.snapshot.subscriptions.get(place).cloned() else { continue };
        if subscription.parked.is_some() || subscription.is_over() {
            continue;
        }
        match step(&work.snapshot, &subscription, moment) {
            Ok(facts) => work.tell_all(facts),
            Err(refusal) => work.park(&subscription, refusal)?,
        }
    }
    Ok(())
}

fn start(
    _: &Snapshot,
    subscription: &Arc<Subscription>,
    moment: Moment,
) -> Result<Vec<Fact>, Refusal> {
    let due = subscription.status == Status::Pending && subscription.terms.start <= moment.at;
    let started = Fact::Subscription {
        subscription: subscription.id.clone(),
        at: moment.at,
        fact: SubscriptionFact::Started,
    };
    Ok(due.then_some(started).into_iter().collect())
}
