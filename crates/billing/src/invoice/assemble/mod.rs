//! An invoice from its lines, with what it takes off, taxes and adds up.

pub(crate) mod discounts;
pub(crate) mod grace;
pub(crate) mod part;
pub(crate) mod rates;

pub(crate) use grace::{draft_end, grace_end, is_metered};

use std::sync::Arc;

use calendar::{Anchor, Frequency, Grid, Term, Timestamp, Zone};
use money::{Amount, AmountError, Currency};

use crate::customer::Rollup;
use crate::id::Handle;
use crate::invoice::assemble::discounts::Held;
use crate::invoice::assemble::rates::Rates;
use crate::invoice::detail::{DiscountDetail, LinePart, Taken, TaxDetail};
use crate::invoice::line::{Line, Role};
use crate::invoice::pending_lines;
use crate::invoice::reason::Reason;
use crate::invoice::state::{Cause, Invoice, InvoiceState, Issue};
use crate::invoice::totals;
use crate::invoice::totals::{Bill, Billed, DiscountUse, LineKind, LineScope, Totalled};
use crate::one_time::OneTimeOrder;
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::Subscription;
use crate::work::Moment;

/// The due days where nobody set any.
const DUE_DAYS: u32 = 30;

/// A new invoice, before anything is added up.
pub(crate) fn invoice(
    snapshot: &Snapshot,
    subscription: &Arc<Subscription>,
    (cause, lines): (Cause, Vec<Line>),
    moment: Moment,
) -> Result<Invoice, Refusal> {
    let past = subscription.terms.past_until.is_some_and(|until| moment.at < until);
    let auto_charges = subscription.terms.auto_charges && !past;
    let state = InvoiceState::Draft {
        until: Some(moment.at),
        basis: Some(pending_lines::basis(snapshot, subscription)),
    };
    let days = due_days(snapshot, subscription.terms.due_days, auto_charges);
    let made = blank(snapshot, subscription.terms.currency, (cause, state), moment)?;
    let customer = subscription.customer.clone();
    let subscription = Some(subscription.id.clone());
    Ok(Invoice { customer, subscription, lines, auto_charges, due_days: days, ..made })
}

/// A new invoice of one-time charges, before anything is added up. It is final at once.
pub(crate) fn of_order(
    snapshot: &Snapshot,
    order: &OneTimeOrder,
    (cause, lines): (Cause, Vec<Line>),
    moment: Moment,
) -> Result<Invoice, Refusal> {
    let auto_charges = order.auto_charges;
    let days = due_days(snapshot, order.due_days, auto_charges);
    let state = InvoiceState::Pending(issue(&snapshot.company.zone, moment.now, days)?);
    let made = blank(snapshot, order.currency, (cause, state), moment)?;
    let customer = order.customer.clone();
    Ok(Invoice { customer, lines, auto_charges, due_days: days, ..made })
}

/// A new invoice of what a rollup collected, before anything is added up. It is final at once, but
/// for late usage that is waited for.
pub(crate) fn of_rollup(
    snapshot: &Snapshot,
    (rollup, currency): (&Rollup, Currency),
    (cause, lines): (Cause, Vec<Line>),
    moment: Moment,
) -> Result<Invoice, Refusal> {
    let auto_charges = rollup.auto_charges;
    let days = due_days(snapshot, rollup.due_days, auto_charges);
    let state = InvoiceState::Pending(issue(&snapshot.company.zone, moment.now, days)?);
    let made = blank(snapshot, currency, (cause, state), moment)?;
    Ok(Invoice { lines, auto_charges, due_days: days, ..made })
}

/// An invoice without lines.
fn blank(
    snapshot: &Snapshot,
    currency: Currency,
    (cause, state): (Cause, InvoiceState),
    moment: Moment,
) -> Result<Invoice, Refusal> {
    Ok(Invoice {
        id: snapshot.minted.upcoming(0),
        customer: snapshot.payer.id.clone(),
        payer: snapshot.payer.id.clone(),
        subscription: None,
        reason: reason(&cause),
        cause,
        currency,
        created: moment.now,
        billing_date: moment.at,
        auto_charges: false,
        due_days: 0,
        state,
        lines: Vec::new(),
        discounts: Vec::new(),
        taxes: Vec::new(),
        credits: Vec::new(),
        totals: totals::total(&empty(currency))?.totals,
        payments: Vec::new(),
        refunded: Amount::zero(currency),
        reissued_as: None,
        credited: Vec::new(),
        left_open: Vec::new(),
        granted: Vec::new(),
    })
}

pub(crate) fn reason(cause: &Cause) -> Reason {
    match cause {
        Cause::Change { .. } => Reason::Change,
        Cause::OneTime { .. } => Reason::OneTime,
        Cause::Adjustment { .. } => Reason::Adjustment,
        Cause::Rollup { .. } => Reason::Rollup,
        Cause::Cancel { .. } => Reason::Cancel,
        Cause::Cycle { .. } | Cause::Next { .. } | Cause::Reissue { .. } => Reason::Cycle,
    }
}

/// Discounts, taxes and pays the lines, and notes what each of them came to.
pub(crate) fn total(
    snapshot: &Snapshot,
    subscription: Option<&Subscription>,
    invoice: &mut Invoice,
    credits: Vec<totals::Credit>,
) -> Result<Totalled, Refusal> {
    let rates = Rates::of(snapshot, &invoice.lines)?;
    let lines = &invoice.lines;
    let mut lines: Vec<totals::Line> =
        lines.iter().map(|line| as_billed(line, invoice, &rates)).collect();
    let mut held: Vec<Held<'_>> = Vec::new();
    for part in &part::parts(snapshot, subscription, invoice)? {
        for (place, _) in &part.lines {
            lines.get_mut(*place).into_iter().for_each(|line| line.part = part.number);
        }
        for mut each in discounts::held(snapshot, part, &lines)? {
            each.rule.part = part.number;
            held.push(each);
        }
    }
    let bill = Bill {
        currency: invoice.currency,
        lines,
        discounts: held.iter().map(|known| known.rule.clone()).collect(),
        rates: rates.all.iter().map(|(_, rate)| rate.clone()).collect(),
        credits,
    };
    let totalled = totals::total(&bill)?;
    invoice.left_open = discounts::left_open(snapshot, invoice, (&held, &totalled))?;
    invoice.discounts = totalled
        .discounts
        .iter()
        .filter(|used| !used.amount.is_zero())
        .filter_map(|used| Some((held.get(used.discount)?, used)))
        .map(|(each, used)| detail(each, used, &bill))
        .collect();
    invoice.taxes = totalled
        .taxes
        .iter()
        .filter_map(|used| Some((rates.all.get(used.rate)?, used)))
        .map(|((name, rate), used)| TaxDetail {
            name: name.clone(),
            rate: rate.clone(),
            base: used.base,
            amount: used.amount,
            parts: parts(&used.parts, &bill, |line| {
                line.group == used.group && line.rates.contains(&used.rate)
            }),
        })
        .collect();
    for (place, line) in invoice.lines.iter_mut().enumerate() {
        let net = totalled.nets.get(place).copied().unwrap_or(line.amount);
        line.discount = line.amount.checked_sub(net)?;
        let parts = totalled.taxes.iter().filter_map(|used| used.parts.get(place));
        let parts = parts.map(|minor| Amount::new(invoice.currency, *minor));
        line.tax = Amount::sum(invoice.currency, parts)?;
        rates.note(line, &totalled, place)?;
    }
    invoice.totals = totalled.totals;
    invoice.totals.revenue = invoice.totals.revenue.checked_sub(sales(invoice)?)?;
    Ok(totalled)
}

/// What lines come to that sell money, or give some of that back: it is no revenue before it pays.
pub(crate) fn sales(invoice: &Invoice) -> Result<Amount, AmountError> {
    let nets = invoice.lines.iter().filter(|line| line.sells_money()).map(Line::net);
    Amount::sum(invoice.currency, nets.collect::<Result<Vec<_>, _>>()?)
}

/// The dates of an invoice that is issued now: due so many local days later.
pub(crate) fn issue(zone: &Zone, now: Timestamp, days: u32) -> Result<Issue, Refusal> {
    let due = match days {
        0 => now,
        days => {
            let term = Term::new(i64::from(days), Frequency::Day)?;
            Grid::new(Anchor::new(now, zone.clone()), term)?.boundary(1)?
        }
    };
    Ok(Issue { date: now, due })
}

fn detail(held: &Held<'_>, used: &DiscountUse, bill: &Bill) -> DiscountDetail {
    let rule = &held.rule;
    let taken = Taken {
        effect: rule.effect.clone(),
        cap: rule.cap,
        parts: parts(&used.parts, bill, |line| rule.reaches(line)),
        moved: held.is_moved(),
        date: held.date,
    };
    let (discount, name) = (held.discount.id.clone(), held.discount.name.clone());
    DiscountDetail { discount, name, amount: used.amount, taken: Some(taken) }
}

/// The parts of the lines that something is for.
fn parts(all: &[i64], bill: &Bill, is_for: impl Fn(&totals::Line) -> bool) -> Vec<LinePart> {
    let lines = all.iter().zip(&bill.lines).enumerate();
    lines.filter(|(_, (_, line))| is_for(line)).map(|(place, (part, _))| (place, *part)).collect()
}

fn empty(currency: Currency) -> Bill {
    Bill {
        currency,
        lines: Vec::new(),
        discounts: Vec::new(),
        rates: Vec::new(),
        credits: Vec::new(),
    }
}

/// The agreed days, else the company's, else 30, or none where it charges automatically.
fn due_days(snapshot: &Snapshot, agreed: Option<u32>, auto_charges: bool) -> u32 {
    let default = if auto_charges { 0 } else { DUE_DAYS };
    agreed.or(snapshot.company.due_days).unwrap_or(default)
}

/// A line as discounts, taxes and credits look at it.
fn as_billed(line: &Line, invoice: &Invoice, rates: &Rates) -> totals::Line {
    let item = line.component.as_ref();
    let billed = match line.role {
        Role::Advance | Role::ProrationCharge | Role::ProrationCredit | Role::OneTime => {
            Billed::Advance(line.collected.map_or(invoice.billing_date, |known| known.at))
        }
        Role::Arrears | Role::Minimum | Role::Adjustment => Billed::Arrears(line.period.end),
    };
    let kind = match line.role {
        // What comes back was discounted when it was billed.
        Role::Minimum | Role::ProrationCredit => LineKind::MinimumSpend,
        _ if line.sells_money() => LineKind::CreditPurchase,
        Role::Adjustment if line.amount.is_negative() => LineKind::MinimumSpend,
        Role::Adjustment => LineKind::Recurring,
        Role::Advance | Role::ProrationCharge | Role::Arrears => LineKind::Recurring,
        Role::OneTime => LineKind::OneTime,
    };
    let (most_tax, agreed_tax) = rates.bounds(line);
    totals::Line {
        amount: line.amount,
        units: line.billed_units(),
        kind,
        scope: LineScope {
            subscription: line.subscription.as_ref().map(Handle::to_string),
            product: line.product().map(|product| product.to_string()),
            product_pricing: line.pricing.as_ref().map(|pricing| pricing.id.to_string()),
            item_pricing: item.map(|item| item.id.to_string()),
            one_time: line.one_time.as_ref().map(|one_time| one_time.order.to_string()),
            one_time_charge: line.one_time.as_ref().map(|one_time| one_time.id.to_string()),
        },
        billed,
        // It is taxed when it pays.
        rates: if line.sells_money() { Vec::new() } else { rates.on(line) },
        most_tax,
        agreed_tax,
        prorated: line.role == Role::ProrationCharge,
        group: rates.group(line),
        part: 0,
    }
}
