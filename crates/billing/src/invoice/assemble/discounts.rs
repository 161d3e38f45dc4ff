//! Which discounts an invoice has. An amount off is given once for each billing date of the cycle;
//! where a change gives back a line, the amount's own part of that goes to what the change charges,
//! and what the charges cannot take stays open for later changes of the same period.

use calendar::{Period, Timestamp};
use money::{Amount, AmountError, Ratio, Rounding, split};

use crate::id::DiscountHandle;
use crate::invoice::assemble::part::Part;
use crate::invoice::line::Derivation;
use crate::invoice::proration_credit::billed;
use crate::invoice::reason::Reason;
use crate::invoice::state::Invoice;
use crate::invoice::totals;
use crate::invoice::totals::{Effect, InvoiceError, Totalled};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::{Discount, OpenAmount, Subscription};

/// A discount as it holds on an invoice.
pub(crate) struct Held<'a> {
    pub discount: &'a Discount,
    pub rule: totals::Discount,
    /// Where it is not that of a billing date: what came back with lines that a change replaced.
    moved: Option<Moved>,
    /// The billing date, where that is not the one of the invoice.
    pub date: Option<Timestamp>,
}

/// Parts of an amount off that came back, each with the time that it was for.
struct Moved {
    parts: Vec<(Period, Ratio)>,
    total: Amount,
    /// What is for later than what is charged.
    rest: Vec<OpenAmount>,
}

impl Moved {
    fn is_empty(&self) -> bool {
        self.parts.is_empty() && self.rest.is_empty()
    }
}

impl Held<'_> {
    pub fn is_moved(&self) -> bool {
        self.moved.is_some()
    }
}

/// Those of the subscription, and those of one-time charges in the part.
pub(crate) fn held<'a>(
    snapshot: &'a Snapshot,
    part: &Part<'a, '_>,
    lines: &[totals::Line],
) -> Result<Vec<Held<'a>>, Refusal> {
    let mut all = of_orders(snapshot, part)?;
    if let Some(subscription) = part.subscription {
        all.extend(of_subscription(snapshot, subscription, (part, lines))?);
    }
    Ok(all)
}

/// Discounts that were ordered with one-time charges hold where their lines stand.
fn of_orders<'a>(snapshot: &'a Snapshot, part: &Part<'a, '_>) -> Result<Vec<Held<'a>>, Refusal> {
    let (mut all, mut orders) = (Vec::new(), Vec::new());
    for one_time in part.lines.iter().filter_map(|(_, line)| line.one_time.as_ref()) {
        let id = &one_time.id;
        let known = snapshot.one_time(id).ok_or_else(|| Refusal::not_loaded(id))?;
        if orders.contains(&&known.order.id) {
            continue;
        }
        orders.push(&known.order.id);
        let held = known.order.discounts.iter().filter(|each| each.holds(part.billing_date));
        all.extend(held.map(|discount| {
            let mut rule = discount.on(part.billing_date);
            rule.order = Some(known.order.id.to_string());
            Held { discount, rule, moved: None, date: None }
        }));
    }
    Ok(all)
}

fn of_subscription<'a>(
    snapshot: &Snapshot,
    subscription: &'a Subscription,
    (part, lines): (&Part<'_, '_>, &[totals::Line]),
) -> Result<Vec<Held<'a>>, Refusal> {
    let (mut all, at) = (Vec::new(), part.billing_date);
    let date = part.collected.then_some(at);
    for discount in subscription.discounts.iter().filter(|known| known.holds(at)) {
        let is_amount = matches!(discount.effect, Effect::Amount { .. });
        if is_amount && let Some(moved) = moved(snapshot, subscription, discount, (part, lines))? {
            let mut rule = discount.on(at);
            let used = Amount::zero(part.currency);
            rule.effect = Effect::Amount { amount: moved.total, used };
            rule.prorated = true;
            all.push(Held { discount, rule, moved: Some(moved), date });
        }
        if !is_amount || is_given(snapshot, subscription, (discount, part))? {
            let mut rule = discount.on(at);
            if part.resets {
                rule.effect = discount.effect.clone();
            }
            all.push(Held { discount, rule, moved: None, date });
        }
    }
    Ok(all)
}

/// Whether an amount off is given by an invoice for its billing date.
fn is_given(
    snapshot: &Snapshot,
    subscription: &Subscription,
    (discount, part): (&Discount, &Part<'_, '_>),
) -> Result<bool, Refusal> {
    if part.is_reissue {
        return Ok(part.reason != Reason::Change);
    }
    match part.reason {
        Reason::Change => Ok(part.resets),
        Reason::Cancel => {
            let at = part.billing_date;
            let lines = billed(snapshot, subscription, |line| line.period.end > at)?;
            let took = |invoice: &Invoice, place: usize| {
                let mut details = invoice.discounts.iter();
                details.any(|detail| {
                    let parts = detail.taken.iter().flat_map(|taken| &taken.parts);
                    let of = |(line, minor): &(usize, i64)| *line == place && *minor != 0;
                    detail.discount == discount.id && parts.into_iter().any(of)
                })
            };
            Ok(!lines.iter().any(|line| took(line.invoice, line.place)))
        }
        Reason::Cycle | Reason::OneTime | Reason::Rollup | Reason::Adjustment => Ok(true),
    }
}

/// What of an amount off came back with lines that a change replaced, or is open from before, for
/// the time that the change charges. The rest of it stays open.
fn moved(
    snapshot: &Snapshot,
    subscription: &Subscription,
    discount: &Discount,
    (part, lines): (&Part<'_, '_>, &[totals::Line]),
) -> Result<Option<Moved>, Refusal> {
    let measure = snapshot.company.measure;
    let mut all: Vec<OpenAmount> = Vec::new();
    for (_, line) in &part.lines {
        let Derivation::ProrationCredit(back) = &line.derivation else { continue };
        let parts = back.discounts.iter().filter(|(of, _)| *of == discount.id);
        all.extend(parts.map(|(_, exact)| OpenAmount {
            by: part.invoice.clone(),
            period: line.period,
            minor: exact.clone(),
            measure,
        }));
    }
    let Some(charged) = charged(discount, part, lines) else {
        let total = Amount::zero(part.currency);
        let open = discount.open.iter().filter(|open| open.by != *part.invoice).cloned();
        let rest = open.chain(all).collect();
        return Ok(Some(Moved { parts: Vec::new(), total, rest }).filter(|known| !known.is_empty()));
    };
    for open in discount.open.iter().filter(|open| open.by != *part.invoice) {
        all.extend(left_from(subscription, open, charged.start)?);
    }
    let (mut parts, mut rest) = (Vec::new(), Vec::new());
    for open in all {
        let after = left_from(subscription, &open, charged.end)?;
        let later = after.as_ref().map_or(Ratio::ZERO, |each| each.minor.clone());
        parts.push((open.period, open.minor - later));
        rest.extend(after);
    }
    let exact: Ratio = parts.iter().map(|(_, exact)| exact).sum();
    let minor = exact.to_whole(Rounding::HalfAwayFromZero).to_i64();
    let total = Amount::new(part.currency, minor.ok_or(AmountError::Overflow)?);
    Ok(Some(Moved { parts, total, rest }).filter(|moved| !moved.is_empty()))
}

/// The time that a change charges in the scope of a discount.
fn charged(discount: &Discount, part: &Part<'_, '_>, lines: &[totals::Line]) -> Option<Period> {
    let mut rule = discount.on(part.billing_date);
    (rule.part, rule.prorated) = (part.number, true);
    let billed = |place: usize| lines.get(place).is_some_and(|line| rule.reaches(line));
    let charged = part.lines.iter().filter(|(place, _)| billed(*place));
    let periods: Vec<Period> = charged.map(|(_, line)| line.period).collect();
    let start = periods.iter().map(|period| period.start).min()?;
    let end = periods.iter().map(|known| known.end).max()?;
    Some(Period { start, end })
}

/// What is open of an amount for the days of its time that are left at an instant.
fn left_from(
    subscription: &Subscription,
    open: &OpenAmount,
    from: Timestamp,
) -> Result<Option<OpenAmount>, Refusal> {
    let Ok(period) = Period::new(from.max(open.period.start), open.period.end) else {
        return Ok(None);
    };
    if period == open.period {
        return Ok(Some(open.clone()));
    }
    let zone = subscription.terms.anchor.zone();
    let whole = open.measure.between(open.period.start, open.period.end, zone);
    let left = open.measure.between(period.start, period.end, zone);
    let share = Ratio::new(left.into(), whole.max(1).into()).unwrap_or(Ratio::ZERO);
    let minor = &open.minor * share;
    Ok(Some(OpenAmount { period, minor, ..open.clone() }).filter(|known| !known.minor.is_zero()))
}

/// What the charges of an invoice could not take stays open.
pub(crate) fn left_open(
    snapshot: &Snapshot,
    invoice: &Invoice,
    (held, totalled): (&[Held<'_>], &Totalled),
) -> Result<Vec<(DiscountHandle, Vec<OpenAmount>)>, Refusal> {
    let mut all = Vec::new();
    for (place, held) in held.iter().enumerate() {
        let Some(moved) = &held.moved else { continue };
        let taken = totalled.discounts.iter().find(|discount_use| discount_use.discount == place);
        let taken = taken.map_or(Amount::zero(invoice.currency), |known| known.amount);
        let left = moved.total.checked_sub(taken)?;
        let weights: Vec<Ratio> = moved.parts.iter().map(|(_, ratio)| ratio.clone()).collect();
        let lefts = split(left.minor, &weights).map_err(InvoiceError::from)?;
        let mut open = moved.rest.clone();
        for ((period, _), minor) in moved.parts.iter().zip(lefts) {
            if minor > 0 {
                let (by, minor) = (invoice.id.clone(), Ratio::from(minor));
                let measure = snapshot.company.measure;
                open.push(OpenAmount { by, period: *period, minor, measure });
            }
        }
        open.retain(|each| each.period.end > invoice.billing_date);
        all.push((held.discount.id.clone(), open));
    }
    Ok(all)
}
