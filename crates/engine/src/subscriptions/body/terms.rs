//! Dates, terms and the names of a subscription.

use calendar::{Anchor, Frequency, Grid, Term, Timestamp, Zone};
use records::subscription::change::ChangeTiming;
use records::{Moment, SubscriptionCreate};

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
    /// The end of a trial.
    pub(super) trial: Option<Timestamp>,
}

pub(super) fn read(
    session: &Session<'_, '_>,
    body: &SubscriptionCreate,
    faults: &mut Faults,
) -> Terms {
    check::identifier(body.identifier.as_deref(), faults);
    check::metadata(body.metadata.as_ref(), faults);
    after_start(session, body, faults);
    let start = instant(body.start_date, "/start_date", faults);
    let end = instant(body.end_date, "/end_date", faults);
    let terms = Terms {
        start,
        end,
        anchor: instant(body.billing_anchor_date, "/billing_anchor_date", faults),
        renewal: instant(body.renewal_date, "/renewal_date", faults),
        term: term(body.term, "/term", faults),
        trial: None,
    };
    let trial = trial(session, body, &terms, faults);
    // The end of a trial is no end of the subscription.
    let end = terms.end.filter(|_| trial.is_none() || body.trial_term.is_some());
    Terms { end, trial, ..terms }
}

fn after_start(session: &Session<'_, '_>, body: &SubscriptionCreate, faults: &mut Faults) {
    let start = body.start_date.unwrap_or(session.now());
    for (pointer, at) in [("/end_date", body.end_date), ("/renewal_date", body.renewal_date)] {
        if at.is_some_and(|at| at <= start) {
            faults.add(pointer, "before_start", "It must lie after the start.");
        }
    }
}

/// The end of a trial: so long after the start, or else the end that is given.
fn trial(
    session: &Session<'_, '_>,
    body: &SubscriptionCreate,
    terms: &Terms,
    faults: &mut Faults,
) -> Option<Timestamp> {
    let length = trial_length((body.trial, body.trial_term), faults);
    if body.trial != Some(true) {
        return None;
    }
    match (body.end_date, body.trial_term) {
        (None, None) => {
            let detail = "A trial needs an `end_date` or a `trial_term`.";
            faults.add("/trial", "trial_without_end", detail);
            None
        }
        (Some(_), None) => terms.end,
        (_, Some(_)) => {
            let start = terms.start.or_else(|| instant(Some(session.now()), "", faults))?;
            after(session, start, length?, "/trial_term", faults)
        }
    }
}

/// How long a trial is to be, if it is said.
pub(super) fn trial_length(
    (trial, length): (Option<bool>, Option<Term>),
    faults: &mut Faults,
) -> Option<Term> {
    if trial != Some(true) && length.is_some() {
        faults.add("/trial_term", "mismatch", "Only a trial has a `trial_term`.");
    }
    term(length, "/trial_term", faults)
}

/// So long after an instant, by the calendar of the company.
fn after(
    session: &Session<'_, '_>,
    start: Timestamp,
    length: Term,
    pointer: &str,
    faults: &mut Faults,
) -> Option<Timestamp> {
    let Ok(zone) = session.company().preferred_timezone.parse::<Zone>() else {
        faults.add(pointer, "no_zone", "The time zone of the company cannot be read.");
        return None;
    };
    let grid = Grid::new(Anchor::new(start, zone), length);
    let end = grid.and_then(|grid| grid.boundary(1));
    end.map_err(|_| faults.add(pointer, "range", "It ends beyond what can be counted.")).ok()
}

/// A length of time that comes again and again.
pub(super) fn term(sent: Option<Term>, pointer: &str, faults: &mut Faults) -> Option<Term> {
    if sent?.frequency() == Frequency::OneTime {
        let detail = "ONETIME is no term of a subscription.";
        faults.add(&format!("{pointer}/frequency"), "not_recurring", detail);
        return None;
    }
    sent
}

/// The date that goes with a timing: there where it is wanted, and only there.
pub(super) fn custom_date(
    session: &Session<'_, '_>,
    (timing, at): (ChangeTiming, Option<Moment>),
    field: &str,
    faults: &mut Faults,
) -> Option<Timestamp> {
    match (timing, at) {
        (ChangeTiming::CustomDate, None) => {
            faults.add(&format!("/{field}"), "required", "The timing CUSTOM_DATE needs a date.");
        }
        (ChangeTiming::CustomDate, Some(at)) if at < session.now() => {
            let detail = format!("`{field}` must not lie in the past.");
            faults.add(&format!("/{field}"), "in_the_past", detail);
        }
        (ChangeTiming::CustomDate, Some(_)) => {}
        (_, Some(_)) => {
            let detail = "Only the timing CUSTOM_DATE has a date.";
            faults.add(&format!("/{field}"), "mismatch", detail);
        }
        (_, None) => {}
    }
    instant(at, &format!("/{field}"), faults)
}

/// A date of a body that has to lie ahead.
pub(crate) fn date(
    session: &Session<'_, '_>,
    at: Option<Moment>,
    field: &str,
    faults: &mut Faults,
) -> Option<Timestamp> {
    let pointer = format!("/{field}");
    if at.is_some_and(|at| at <= session.now()) {
        let detail = format!("`{field}` must lie in the future.");
        faults.add(&pointer, "in_the_past", detail);
    }
    instant(at, &pointer, faults)
}

/// A date that the calendar can count with.
pub(crate) fn instant(at: Option<Moment>, pointer: &str, faults: &mut Faults) -> Option<Timestamp> {
    let at = Timestamp::from_microsecond(at?.micros());
    at.map_err(|_| faults.add(pointer, "range", "This date cannot be counted with.")).ok()
}
