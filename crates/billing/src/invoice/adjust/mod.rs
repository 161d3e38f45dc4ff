//! Usage that was noticed after its period was billed: what the period comes to now, less all that
//! was billed for it, waits for the next invoice. What comes on top has the discounts of the
//! billing date that it corrects, and its rates; what comes back is given back as by a change.

pub(crate) mod again;
pub(crate) mod ended;
pub(crate) mod value;

use std::collections::BTreeSet;
use std::sync::Arc;

use calendar::{Share, Timestamp};
use money::{Amount, Ratio};

use crate::fact::{Fact, SubscriptionFact};
use crate::id::InvoiceHandle;
use crate::invoice::line::{Collected, Derivation, Level, Line, ProrationCredit, Role};
use crate::invoice::pending_lines;
use crate::invoice::proration_credit::billed::Billed;
use crate::invoice::proration_credit::loaded;
use crate::invoice::reason::Reason;
use crate::invoice::state::{Invoice, InvoiceState};
use crate::metering::LatePeriod;
use crate::period::charge;
use crate::pricing::shortfall;
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::Subscription;
use crate::work::Work;

use value::Adjusts;

/// A period, the place of the line that billed it, and what is metered of it now.
struct Known<'a> {
    late: &'a LatePeriod,
    place: usize,
    now: Ratio,
}

/// Adjusts every billed period that is late. What cannot be is set aside with its subscription.
pub(crate) fn late(work: &mut Work) -> Result<(), Refusal> {
    let is_late = |late: &&LatePeriod| late.is_late;
    let invoices: BTreeSet<InvoiceHandle> =
        work.snapshot.late.iter().filter(is_late).map(|late| late.invoice.clone()).collect();
    for id in invoices {
        let mut tried = Work::on(&work.snapshot, work.now);
        match of_invoice(&mut tried, &id) {
            Ok(()) => work.tell_all(tried.into_facts()?),
            Err(refusal) => set_aside(work, &id, refusal)?,
        }
    }
    Ok(())
}

fn set_aside(work: &mut Work, id: &InvoiceHandle, refusal: Refusal) -> Result<(), Refusal> {
    let of = |late: &&LatePeriod| late.invoice == *id && late.is_late;
    let of: BTreeSet<_> =
        work.snapshot.late.iter().filter(of).map(|l| l.subscription.clone()).collect();
    let known = of.iter().filter_map(|id| work.snapshot.subscription(id).cloned());
    for subscription in known.collect::<Vec<_>>() {
        if subscription.parked.is_none() {
            work.park(&subscription, refusal.clone())?;
        }
    }
    Ok(())
}

fn of_invoice(work: &mut Work, id: &InvoiceHandle) -> Result<(), Refusal> {
    let invoice = Invoice::clone(loaded(&work.snapshot, id)?);
    let all: Vec<LatePeriod> =
        work.snapshot.late.iter().filter(|late| late.invoice == *id).cloned().collect();
    let parked = |late: &LatePeriod| {
        let known = work.snapshot.subscription(&late.subscription);
        known.is_none_or(|known| known.parked.is_some())
    };
    let known: Vec<Known> = all
        .iter()
        .filter(|late| !parked(late))
        .map(|late| measured(&work.snapshot, &invoice, late))
        .filter_map(Result::transpose)
        .collect::<Result<_, Refusal>>()?;
    let lines = match invoice.state {
        InvoiceState::Pending(_) | InvoiceState::Paid { .. } => {
            lines(&work.snapshot, &invoice, &known)?
        }
        // A draft is computed again, and what is void is not billed.
        InvoiceState::Draft { .. } | InvoiceState::Void { .. } => Vec::new(),
    };
    for line in lines {
        let Some(id) = &line.subscription else { continue };
        let Some(subscription) = work.snapshot.subscription(id).cloned() else { continue };
        add(work, &subscription, line);
    }
    for known in known.iter().filter(|known| known.late.is_late) {
        let (component, period) = (known.late.component.clone(), known.late.period);
        let fact =
            SubscriptionFact::UsageAdjusted { component, period, metered: known.now.clone() };
        let (subscription, at) = (known.late.subscription.clone(), work.now);
        work.tell(Fact::Subscription { subscription, at, fact });
    }
    Ok(())
}

/// The line that billed a period, and what is metered of it now: what it was, where it is not over.
fn measured<'a>(
    snapshot: &Snapshot,
    invoice: &Invoice,
    late: &'a LatePeriod,
) -> Result<Option<Known<'a>>, Refusal> {
    let bills = |line: &Line| {
        let component = line.component.as_ref().is_some_and(|known| known.id == late.component);
        let role = line.is_ahead() || line.role == Role::Arrears;
        component && role && line.period == late.period && invoice.is_of(line, &late.subscription)
    };
    let Some(place) = invoice.lines.iter().position(bills) else { return Ok(None) };
    let line = invoice.lines.get(place).ok_or(Refusal::Mismatched)?;
    let component = line.component.as_ref().ok_or(Refusal::Mismatched)?;
    let now = match is_over(snapshot, late) {
        true => {
            charge::metered_of_line(snapshot, (&late.subscription, component), (line, late.period))?
        }
        false => late.metered.clone(),
    };
    Ok(Some(Known { late, place, now }))
}

/// Whether a period is billed to its end: it neither runs, nor waits on a draft.
fn is_over(snapshot: &Snapshot, late: &LatePeriod) -> bool {
    let known = snapshot.subscription(&late.subscription);
    let runs = known.is_some_and(|known| {
        let mut running = known.state.all().filter(|each| each.component.id == late.component);
        running.any(|state| {
            let served = state.progress.running.map(|running| running.served());
            served.is_some_and(|served| served.overlap(late.period).is_some())
        })
    });
    let waits = snapshot.invoices.iter().any(|invoice| {
        matches!(invoice.state, InvoiceState::Draft { .. })
            && invoice.subscriptions().contains(&late.subscription)
            && invoice.id != late.invoice
            && invoice.billing_date >= late.period.end
            && invoice.lines.iter().any(|line| line.period == late.period)
    });
    !runs && !waits
}

/// What comes on top of an invoice, or back of it.
fn lines(snapshot: &Snapshot, invoice: &Invoice, known: &[Known]) -> Result<Vec<Line>, Refusal> {
    let was = by(invoice, known, |known| &known.late.metered)?;
    let now = by(invoice, known, |known| &known.now)?;
    let mut rest = outer(&now)?.checked_sub(outer(&was)?)?;
    let mut all = Vec::new();
    for each in known.iter().filter(|each| each.now != each.late.metered) {
        let billed = worth(&was, each.place)?;
        // What minimums around components lack moves with the first that moves them.
        let due = worth(&now, each.place)?
            .checked_add(std::mem::replace(&mut rest, Amount::zero(invoice.currency)))?;
        if due != billed {
            let corrected = invoice.lines.get(each.place).ok_or(Refusal::Mismatched)?;
            let advance = corrected.is_ahead().then(|| corrected.net()).transpose()?;
            let adjusts = Adjusts {
                advance,
                was: each.late.metered.clone(),
                now: each.now.clone(),
                billed,
                due,
            };
            all.extend(line(snapshot, invoice, each, adjusts)?);
        }
    }
    Ok(all)
}

/// The lines of an invoice by these metered values.
fn by<'a>(
    invoice: &Invoice,
    known: &'a [Known],
    metered: impl Fn(&'a Known) -> &'a Ratio,
) -> Result<Vec<Line>, Refusal> {
    let mut lines = invoice.lines.clone();
    for each in known {
        if let Some(line) = lines.get_mut(each.place) {
            *line = again::by(line, metered(each))?;
        }
    }
    again::minimums(&invoice.lines, &mut lines)?;
    Ok(lines)
}

/// What minimums of pricings and subscriptions lack.
fn outer(lines: &[Line]) -> Result<Amount, Refusal> {
    let is_outer = |line: &&Line| match &line.derivation {
        Derivation::Minimum { level, .. } => *level != Level::Component,
        Derivation::Charge { .. } | Derivation::ProrationCredit(_) => false,
    };
    let amounts: Vec<Amount> = lines.iter().filter(is_outer).map(|line| line.amount).collect();
    let currency = lines.first().ok_or(Refusal::Mismatched)?.amount.currency;
    Ok(Amount::sum(currency, amounts)?)
}

/// What a component comes to with what its own minimum lacks, also where that was met before.
fn worth(lines: &[Line], place: usize) -> Result<Amount, Refusal> {
    let line = lines.get(place).ok_or(Refusal::Mismatched)?;
    let own = |other: &&Line| match &other.derivation {
        Derivation::Minimum { level: Level::Component, .. } => {
            other.bills_same(line)
                && other.subscription == line.subscription
                && other.period.end == line.period.end
        }
        Derivation::Minimum { .. } | Derivation::Charge { .. } => false,
        Derivation::ProrationCredit(_) => false,
    };
    if let Some(minimum) = lines.iter().find(own) {
        return Ok(line.amount.checked_add(minimum.amount)?);
    }
    let minimum = line.component.as_ref().and_then(|known| known.pricing.minimum_spend);
    let Some(minimum) = minimum else { return Ok(line.amount) };
    let advance = match &line.derivation {
        Derivation::Charge { less, .. } => less.unwrap_or(Amount::zero(minimum.currency)),
        Derivation::Minimum { .. } | Derivation::ProrationCredit(_) => {
            return Err(Refusal::Mismatched);
        }
    };
    let spent = line.amount.checked_add(advance)?.major();
    let missing = shortfall(minimum.currency, &minimum.major(), line.share, &spent)?;
    Ok(line.amount.checked_add(missing.amount)?)
}

/// The line of one component.
fn line(
    snapshot: &Snapshot,
    invoice: &Invoice,
    known: &Known,
    adjusts: Adjusts,
) -> Result<Option<Line>, Refusal> {
    let corrected = invoice.lines.get(known.place).ok_or(Refusal::Mismatched)?;
    let pending = snapshot.pending_lines.of(&known.late.subscription);
    let billed = Billed::of(pending, invoice, known.place, corrected)?;
    let units = &adjusts.now - &adjusts.was;
    let more = adjusts.due.checked_sub(adjusts.billed)?.is_positive();
    let back = billed.adjusted(adjusts, more)?;
    let (exact, amount) = back.value()?;
    if amount.is_zero() {
        return Ok(None);
    }
    let at = corrected.collected.map_or(invoice.billing_date, |collected| collected.at);
    let collected = Collected { at, reason: Reason::Adjustment, resets: false, until: None };
    let zero = Amount::zero(amount.currency);
    Ok(Some(Line {
        id: None,
        since: None,
        collected: Some(collected),
        role: Role::Adjustment,
        subscription: Some(known.late.subscription.clone()),
        units,
        share: Share::FULL,
        derivation: Derivation::ProrationCredit(ProrationCredit { ..back }),
        exact,
        amount,
        discount: zero,
        tax: zero,
        ..corrected.clone()
    }))
}

/// Lets a line wait with the others of its subscription.
fn add(work: &mut Work, subscription: &Arc<Subscription>, line: Line) {
    let mut all: Vec<Line> = work.snapshot.pending_lines.of(&subscription.id).to_vec();
    all.push(line);
    let at: Timestamp = work.now;
    pending_lines::wait(work, subscription, at, all);
}
