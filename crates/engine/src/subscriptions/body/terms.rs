//! Dates, the term, the minimum, and the names of a new subscription.

use calendar::{Frequency, Term, Timestamp};
use money::Amount;
use records::{Moment, SubscriptionCreate};

use super::discounts::money;
use super::pricings::Bought;
use crate::Session;
use crate::refusal::Faults;
use crate::subscriptions::check;

/// What was agreed, as the core takes it.
#[derive(Default)]
pub(crate) struct Terms {
    pub(super) start: Option<Timestamp>,
    pub(super) end: Option<Timestamp>,
    pub(super) anchor: Option<Timestamp>,
    pub(super) renewal: Option<Timestamp>,
    pub(super) term: Option<Term>,
    pub(super) minimum: Option<Amount>,
}

pub(super) fn read(
    session: &Session<'_, '_>,
    body: &SubscriptionCreate,
    bought: &Bought,
    faults: &mut Faults,
) -> Terms {
    check::identifier(body.identifier.as_deref(), faults);
    check::metadata(body.metadata.as_ref(), faults);
    after_start(session, body, faults);
    let term = body.term.and_then(|term| {
        let frequency: Frequency = serde_json::to_value(term.frequency)
            .and_then(serde_json::from_value)
            .unwrap_or(Frequency::OneTime);
        if frequency == Frequency::OneTime {
            let detail = "ONETIME is no term of a subscription.";
            faults.add("/term/frequency", "not_recurring", detail);
            return None;
        }
        Term::new(term.count, frequency).ok()
    });
    Terms {
        start: instant(body.start_date, "/start_date", faults),
        end: instant(body.end_date, "/end_date", faults),
        anchor: instant(body.billing_anchor_date, "/billing_anchor_date", faults),
        renewal: instant(body.renewal_date, "/renewal_date", faults),
        term,
        minimum: money(&body.minimum_spend, bought.currency, "/minimum_spend", faults),
    }
}

fn after_start(session: &Session<'_, '_>, body: &SubscriptionCreate, faults: &mut Faults) {
    let start = body.start_date.unwrap_or(session.now());
    for (pointer, at) in [("/end_date", body.end_date), ("/renewal_date", body.renewal_date)] {
        if at.is_some_and(|at| at <= start) {
            faults.add(pointer, "before_start", "It must lie after the start.");
        }
    }
}

/// A date that the calendar can count with.
pub(super) fn instant(at: Option<Moment>, pointer: &str, faults: &mut Faults) -> Option<Timestamp> {
    let at = Timestamp::from_microsecond(at?.micros());
    at.map_err(|_| faults.add(pointer, "range", "This date cannot be counted with.")).ok()
}
