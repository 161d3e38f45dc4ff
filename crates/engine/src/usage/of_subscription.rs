//! What a subscription used of one of its components, by period, group and day.

use std::collections::BTreeMap;

use calendar::{Anchor, Grid, Term, Timestamp};
use money::Ratio;
use records::invoice::line_item::Period;
use records::usage::{UsageAnswer, UsageBreakdown, UsagePeriod, UsageRequest};
use records::{
    Frequency, ItemPricing, Metric, Moment, Number, ProductMetricPricing, ProductPricing,
    SubscriptionId,
};
use store::catalog::Stored;

use super::metrics::{self, Known};
use super::reading::{self, Reading, Wanted};
use crate::bill::stored;
use crate::{Failure, Refusal, Session};

/// So many periods, and so many days, are answered at once.
const MOST_PERIODS: usize = 100;
const MOST_DAYS: usize = 400;

/// Without a period, that which runs.
pub fn of_subscription(
    session: &mut Session<'_, '_>,
    key: &str,
    asked: &UsageRequest,
) -> Result<UsageAnswer, Failure> {
    let row = crate::subscriptions::named(session, key)?;
    let (part, metric) = component(session, &row.doc, &asked.product_metric_pricing_id)?;
    let Some(known) = metrics::known(&metric)? else {
        let detail = "This component is sold by number: nothing of it is metered.";
        return Err(Refusal::invalid("/product_metric_pricing_id", "not_metered", detail).into());
    };
    let anchor = anchor(session, &row.columns.id)?;
    let now = stored::instant(session.now())?;
    let grid = Grid::new(anchor.clone(), term(&part.item_pricing)?).map_err(unreadable)?;
    let (from, until) = match &asked.period {
        Some(period) if period.start_date < period.end_date => {
            (stored::instant(period.start_date)?, stored::instant(period.end_date)?)
        }
        Some(_) => {
            let detail = "A period ends after it starts.";
            return Err(Refusal::invalid("/period/end_date", "range", detail).into());
        }
        None => {
            let running = grid.period_containing(now).map_err(unreadable)?;
            (running.start, running.end)
        }
    };
    let periods =
        cut((from, until), MOST_PERIODS, |at| grid.next_boundary_after(at).map_err(unreadable))?;
    let days =
        cut((from, until), MOST_DAYS, |at| anchor.zone().next_midnight(at).map_err(unreadable))?;
    let wanted = |(from, until): &(Timestamp, Timestamp)| Wanted {
        customer_id: row.columns.customer_id.clone(),
        known: known.clone(),
        from: Moment::from(*from),
        until: Moment::from(*until),
    };
    // Days end at the ends of periods, too.
    let days = split(&days, &periods);
    let all: Vec<Wanted> = periods.iter().chain(&days).map(wanted).collect();
    let mut readings = reading::read(session, &all)?;
    let by_day = readings.split_off(periods.len());
    let mut usage = Vec::with_capacity(periods.len());
    for (period, reading) in periods.iter().zip(&readings) {
        let mut breakdown = Vec::new();
        for (day, read) in days.iter().zip(&by_day) {
            if day.0 >= period.0 && day.1 <= period.1 {
                let date = anchor.zone().date(day.0).to_string();
                breakdown.extend(rows(&known, read, &date)?);
            }
        }
        let value = number(&reading.value(&known))?;
        usage.push(UsagePeriod {
            period: Period { start_date: period.0.into(), end_date: period.1.into() },
            subscription_metric_record_id: stored::usage_record_of(
                &row.columns.id,
                &part.id,
                grid.period_containing(period.0).map_err(unreadable)?.start.into(),
            ),
            value,
            breakdown,
        });
    }
    Ok(UsageAnswer { metric, product_metric_pricing: part, usage })
}

/// A component of one of the pricings that a subscription has, with its metric.
fn component(
    session: &mut Session<'_, '_>,
    document: &str,
    part: &str,
) -> Result<(ProductMetricPricing, Metric), Failure> {
    #[derive(serde::Deserialize)]
    struct Subscribed {
        product_pricing_ids: Vec<String>,
    }
    let company = session.company_id().to_owned();
    let subscribed: Subscribed = stored::read(document)?;
    let ids = subscribed.product_pricing_ids;
    let pricings: Vec<Stored<ProductPricing>> = store::catalog::by_ids(session.tx, &company, ids)?;
    let pricings = pricings.into_iter().map(|stored| stored.record).collect();
    let pricings = crate::catalog::expand::pricings(session, pricings)?;
    let mut parts = pricings.into_iter().flat_map(|pricing| pricing.product_metric_pricings);
    let Some(found) = parts.find(|known| *known.id == *part) else {
        let detail = "The subscription has no such component.";
        return Err(Refusal::invalid("/product_metric_pricing_id", "unknown", detail).into());
    };
    let metric = crate::catalog::metrics::get(session, &found.metric_id)?;
    Ok((found, metric))
}

/// From where the periods of a subscription are counted.
fn anchor(session: &mut Session<'_, '_>, id: &SubscriptionId) -> Result<Anchor, Failure> {
    let company = session.company_id().to_owned();
    let mut rows = store::subscription::billing_by_ids(session.tx, &company, vec![id.clone()])?;
    let terms = rows.first_mut().map(stored::terms).transpose()?;
    let terms = crate::engine::found(terms, "subscription", id)?;
    Ok(terms.terms.anchor.clone())
}

fn term(pricing: &ItemPricing) -> Result<Term, Failure> {
    let frequency = pricing.frequency.unwrap_or(Frequency::Month);
    Term::new(pricing.term_count.unwrap_or(1), frequency).map_err(unreadable)
}

fn unreadable(error: calendar::CalendarError) -> Failure {
    Refusal::invalid("/period", "range", error.to_string()).into()
}

type Stretch = (Timestamp, Timestamp);

/// A stretch in parts that end where the next boundary is.
fn cut(
    (from, until): Stretch,
    most: usize,
    next: impl Fn(Timestamp) -> Result<Timestamp, Failure>,
) -> Result<Vec<Stretch>, Failure> {
    let (mut all, mut at) = (Vec::new(), from);
    while at < until {
        if all.len() >= most {
            let detail = format!("The period has more than {most} parts.");
            return Err(Refusal::invalid("/period", "too_long", detail).into());
        }
        let end = next(at)?.min(until);
        all.push((at, end));
        at = end;
    }
    Ok(all)
}

/// Days, cut where periods end.
fn split(days: &[Stretch], periods: &[Stretch]) -> Vec<Stretch> {
    let mut all = Vec::with_capacity(days.len() + periods.len());
    for (from, until) in days {
        let mut at = *from;
        for (_, end) in periods.iter().filter(|(_, end)| end > from && end < until) {
            all.push((at, *end));
            at = *end;
        }
        all.push((at, *until));
    }
    all
}

/// One row for each group of a day.
fn rows(known: &Known, reading: &Reading, date: &str) -> Result<Vec<UsageBreakdown>, Failure> {
    let mut all = Vec::new();
    for (group, tally) in reading.groups.iter().filter(|(_, tally)| tally.events > 0) {
        let values: Vec<String> = stored::read(group)?;
        let names = known.metric.group_keys.iter().cloned();
        let group: BTreeMap<String, String> = names.zip(values).collect();
        let value = number(&tally.value(known.metric.aggregator))?;
        all.push(UsageBreakdown { date: date.to_owned(), group, value });
    }
    Ok(all)
}

/// As a decimal; a mean that has no end is rounded to twelve places.
fn number(value: &Ratio) -> Result<Number, Failure> {
    let rounded = || value.round(12, money::Rounding::HalfAwayFromZero).to_string();
    let shown = Number::exactly(&value.to_string()).or_else(|| Number::exactly(&rounded()));
    let broken = || store::Error::Broken(format!("the usage {value} is no decimal"));
    Ok(shown.ok_or_else(broken)?)
}
