//! What a pricing would charge, before anyone buys it.

use billing::pricing::{Demand, Kind, Pricing, ScheduleKind, Spend, shortfall};
use calendar::{Anchor, Frequency, Grid, Measure, Period, Share, Term, Timestamp, Zone};
use money::{Amount, Quantity, Ratio};
use records::catalog::estimate::{BreakdownRow, Estimate, EstimateRequest};
use records::catalog::item::ItemType;
use records::catalog::item_pricing::ProrationType;
use records::company::ProrationUnit;
use records::{ItemPricing, Moment};
use serde_json::json;

use super::get;
use super::trial::{PriceList, Trial};
use crate::{Failure, Refusal, Session};

pub fn estimate(
    session: &mut Session<'_, '_>,
    key: &str,
    request: &EstimateRequest,
) -> Result<Estimate, Failure> {
    let record = get(session, key)?;
    let units = units(request)?;
    let mut trials = Vec::new();
    for part in &record.product_metric_pricings {
        let pricing = definition(&part.item_pricing, &record.currency)?;
        let usage = part.item.as_ref().is_some_and(|item| item.kind == ItemType::CustomUsage);
        let (share, period) = share(session, &part.item_pricing, request)?;
        let minimum_period = minimum_period(session, &part.item_pricing, &pricing, request);
        trials.push(Trial {
            label: part.metric.as_ref().map(|m| m.name.clone()).unwrap_or_default(),
            kind: if usage { Kind::Usage } else { Kind::Licence },
            pricing,
            share,
            period,
            minimum_period,
        });
    }
    let currency = record.currency.parse().map_err(|_| broken("a currency is unknown"))?;
    let minimum = record.minimum_spend.as_ref().map(|m| Amount::new(currency, m.value_in_cents));
    let tried = try_out(&PriceList { currency, trials, minimum }, &units);
    tried.map_err(|refusal| match refusal {
        Refusal::Invalid(mut faults) if request.num_licenses.is_some() => {
            faults.iter_mut().for_each(|fault| fault.pointer = "/num_licenses".to_owned());
            Refusal::Invalid(faults).into()
        }
        other => other.into(),
    })
}

/// Charges each component, and what is missing to the minimums.
pub fn try_out(list: &PriceList, units: &Ratio) -> Result<Estimate, Refusal> {
    let PriceList { currency, ref trials, minimum } = *list;
    let refuse =
        |e: &dyn std::fmt::Display| Refusal::invalid("/units", "not_chargeable", e.to_string());
    let (mut total, mut exact) = (Amount::zero(currency), Ratio::ZERO);
    let (mut breakdown, mut levels) = (Vec::new(), Vec::new());
    for trial in trials {
        let mut demand = Demand::new(units.clone(), trial.kind).for_share(trial.share);
        demand.period = trial.period;
        let charge = trial.pricing.charge(&demand).map_err(|e| refuse(&e))?;
        let line = charge.rounded().map_err(|e| refuse(&e))?;
        total = total.checked_add(line).map_err(|e| refuse(&e))?;
        exact += &charge.exact;
        let named = |label: &str| match trials.len() {
            1 => label.to_owned(),
            _ => format!("{}: {label}", trial.label),
        };
        breakdown.extend(charge.rows.iter().map(|row| BreakdownRow {
            label: named(&row.label),
            units: row.units.to_string(),
            unit_price: row.unit_price.to_string(),
            amount: row.amount.to_string(),
        }));
        if charge.share != Share::FULL {
            let sum = charge.rows.iter().map(|row| &row.amount).sum();
            breakdown.push(shared(&named, charge.share, &sum));
        }
        let least = least(trial);
        let level = Spend::new(currency, least, vec![charge.exact]);
        levels.push(Spend { share: trial.share, ..level });
    }
    let share = trials.first().map_or(Share::FULL, |trial| trial.share);
    let outer = Spend::new(currency, minimum.map(|minimum| minimum.major()), Vec::new());
    let missing = shortfall(&Spend { share, inner: levels, ..outer }).map_err(|e| refuse(&e))?;
    let lines = missing.inner.iter().map(|level| level.amount).chain([missing.amount]);
    for amount in lines.filter(|amount| amount.is_positive()) {
        total = total.checked_add(amount).map_err(|e| refuse(&e))?;
        exact += &amount.major();
        breakdown.push(row("minimum spend", &amount.major()));
    }
    let amount =
        records::Amount { currency: currency.code().to_owned(), value_in_cents: total.minor };
    Ok(Estimate { amount, exact: exact.to_string(), breakdown })
}

/// The minimum of the period: that of a schedule where there is one by periods.
fn least(trial: &Trial) -> Option<Ratio> {
    let schedule = trial.pricing.minimum_schedule.as_ref();
    let schedule = schedule.filter(|schedule| schedule.kind == ScheduleKind::PerPeriod);
    let scheduled = schedule.map(|schedule| schedule.minimum(trial.minimum_period).clone());
    scheduled.or_else(|| trial.pricing.minimum_spend.map(|minimum| minimum.major()))
}

fn row(label: &str, amount: &Ratio) -> BreakdownRow {
    let amount = amount.to_string();
    BreakdownRow {
        label: label.to_owned(),
        units: "1".to_owned(),
        unit_price: amount.clone(),
        amount,
    }
}

/// What a part of a period takes off again, so that the rows add up to the charge.
fn shared(named: &impl Fn(&str) -> String, share: Share, sum: &Ratio) -> BreakdownRow {
    let Share { numerator, denominator } = share;
    let rest = share.ratio() - Ratio::ONE;
    BreakdownRow {
        label: named(&format!("only {numerator}/{denominator} of the period")),
        units: rest.to_string(),
        unit_price: sum.to_string(),
        amount: (rest * sum).to_string(),
    }
}

fn units(request: &EstimateRequest) -> Result<Ratio, Refusal> {
    let (pointer, number) = match (&request.units, &request.num_licenses) {
        (Some(_), Some(_)) => {
            let detail = "`units` and `num_licenses` are the same thing; send one of them.";
            return Err(Refusal::invalid("/num_licenses", "duplicate", detail));
        }
        (Some(units), None) => ("/units", units),
        (None, Some(licences)) => ("/num_licenses", licences),
        (None, None) => return Ok(Ratio::ONE),
    };
    let quantity = Quantity::parse(number.as_str());
    let quantity = quantity.map_err(|e| Refusal::invalid(pointer, "range", e.to_string()))?;
    Ok(quantity.ratio().clone())
}

/// The stored prices as the core reads them.
fn definition(pricing: &ItemPricing, currency: &str) -> Result<Pricing, Failure> {
    let mut body = json!(pricing);
    body["pricing_type"] = json!(pricing.kind);
    let value = billing::value::Value::try_from(&body).map_err(|e| broken(&e.to_string()))?;
    let currency = currency.parse().map_err(|_| broken("a currency is unknown"))?;
    Pricing::define(&value, currency).map_err(|_| broken("a stored pricing is not one").into())
}

fn broken(what: &str) -> store::Error {
    store::Error::Broken(what.to_owned())
}

/// The part of a period that is asked for, and how many full ones came before it.
fn share(
    session: &Session<'_, '_>,
    pricing: &ItemPricing,
    request: &EstimateRequest,
) -> Result<(Share, usize), Failure> {
    let Some(asked) = &request.period else { return Ok((Share::FULL, 0)) };
    let whole_anyway = pricing.proration_type == ProrationType::None;
    let refuse = |code: &str, detail: &str| Refusal::invalid("/period", code, detail);
    if asked.end_date <= asked.start_date {
        return Err(refuse("before_start", "The end must be after the start.").into());
    }
    let term = term(pricing).ok_or_else(|| refuse("no_period", "A one-time price has none."))?;
    let zone: Zone = session.company().preferred_timezone.parse().unwrap_or(Zone::UTC);
    let out_of_range = |_| refuse("range", "These dates cannot be counted with.");
    let anchor = instant(request.at.unwrap_or(asked.start_date)).ok_or_else(|| out_of_range(()))?;
    let (start, end) = (instant(asked.start_date), instant(asked.end_date));
    let (Some(start), Some(end)) = (start, end) else { return Err(out_of_range(()).into()) };
    let grid = Grid::new(Anchor::new(anchor, zone.clone()), term).map_err(|_| out_of_range(()))?;
    let whole = grid.period_containing(start).map_err(|_| out_of_range(()))?;
    if end > whole.end {
        let detail = format!("The period of this pricing ends at {}.", whole.end);
        return Err(refuse("too_long", &detail).into());
    }
    let index = grid.index_at(start).map_err(|_| out_of_range(()))?;
    let unit = match session.company().proration_unit {
        ProrationUnit::Day => Measure::LocalDays,
        ProrationUnit::Second => Measure::Seconds,
    };
    let part = Period { start, end };
    let share = Share::of(part, whole, grid.measure(unit), &zone).map_err(|_| out_of_range(()))?;
    let full = usize::try_from(index).unwrap_or(0);
    Ok(match (part == whole, whole_anyway) {
        (true, _) => (Share::FULL, full),
        (false, true) => (Share::FULL, 0),
        (false, false) => (share, 0),
    })
}

/// How many terms of a schedule of minimums came before the period that is asked for.
fn minimum_period(
    session: &Session<'_, '_>,
    record: &ItemPricing,
    pricing: &Pricing,
    request: &EstimateRequest,
) -> usize {
    let index = || {
        let asked = request.period.as_ref()?;
        let own = pricing.minimum_schedule.as_ref()?.term;
        let zone: Zone = session.company().preferred_timezone.parse().ok()?;
        let anchor = Anchor::new(instant(request.at.unwrap_or(asked.start_date))?, zone);
        let grid = Grid::new(anchor, own.or_else(|| term(record))?).ok()?;
        usize::try_from(grid.index_at(instant(asked.start_date)?).ok()?).ok()
    };
    index().unwrap_or(0)
}

fn term(pricing: &ItemPricing) -> Option<Term> {
    let frequency: Frequency = json!(pricing.frequency?).as_str()?.parse().ok()?;
    Term::new(pricing.term_count.unwrap_or(1), frequency)
        .ok()
        .filter(|term| term.frequency() != Frequency::OneTime)
}

fn instant(at: Moment) -> Option<Timestamp> {
    Timestamp::from_microsecond(at.micros()).ok()
}
