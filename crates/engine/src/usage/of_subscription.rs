//! What a subscription used of one of its components, by period, group and day.

use std::collections::BTreeMap;

use billing::metering::{Group, Measured, Weight};
use calendar::{Anchor, Grid, Term, Timestamp, Zone};
use money::Ratio;
use records::catalog::item::ItemType;
use records::catalog::item_pricing::ProrationType;
use records::company::ProrationUnit;
use records::invoice::line_item::Period;
use records::usage::{UsageAnswer, UsageBreakdown, UsagePeriod, UsageRequest};
use records::{
    CustomerId, Frequency, Item, ItemPricing, Metric, Moment, Number, ProductMetricPricing,
    ProductPricing, SubscriptionId,
};
use store::catalog::Stored;

use super::metrics::{self, Known};
use super::objects::reading as there;
use super::reading::{self, Wanted};
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
    // Days end at the ends of periods, too.
    let days = split(&days, &periods);
    let all: Vec<Stretch> = periods.iter().chain(&days).copied().collect();
    let of = (&row.columns.customer_id, &known);
    let weighed = (weight(session, &part), anchor.zone());
    let mut measured = match counts_objects(session, &known.item_id)? {
        true => objects(session, of, &all, weighed)?,
        false => events(session, of, &all)?,
    };
    let by_day = measured.split_off(periods.len());
    let mut usage = Vec::with_capacity(periods.len());
    for (period, reading) in periods.iter().zip(&measured) {
        let mut breakdown = Vec::new();
        for (day, read) in days.iter().zip(&by_day) {
            if day.0 >= period.0 && day.1 <= period.1 {
                let date = anchor.zone().date(day.0).to_string();
                breakdown.extend(rows(&known, read, &date)?);
            }
        }
        let value = number(&reading.value)?;
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

/// Whether objects of an item are counted, and not events.
fn counts_objects(session: &mut Session<'_, '_>, item: &str) -> Result<bool, Failure> {
    let company = session.company_id().to_owned();
    let ids = vec![item.to_owned()];
    let found: Vec<Stored<Item>> = store::catalog::by_ids(session.tx, &company, ids)?;
    Ok(found.iter().any(|stored| stored.record.kind == ItemType::CustomObj))
}

/// How objects of a component are weighed, as it is billed.
fn weight(session: &Session<'_, '_>, part: &ProductMetricPricing) -> Weight {
    let pricing = &part.item_pricing;
    let by_second = session.company().proration_unit == ProrationUnit::Second
        || pricing.frequency == Some(Frequency::Hour);
    match pricing.proration_type {
        ProrationType::None => Weight::Whole,
        ProrationType::ProrateAll if by_second => Weight::Seconds,
        ProrationType::ProrateAll => Weight::Days,
    }
}

/// What objects come to in each stretch, in the mean.
fn objects(
    session: &mut Session<'_, '_>,
    (customer, known): (&CustomerId, &Known),
    all: &[Stretch],
    by: (Weight, &Zone),
) -> Result<Vec<Measured>, Failure> {
    let wanted = |(from, until): &Stretch| there::Wanted {
        customer_id: customer.clone(),
        item_id: known.item_id.clone(),
        from: Moment::from(*from),
        until: Moment::from(*until),
    };
    let read = there::read(session, &all.iter().map(wanted).collect::<Vec<_>>())?;
    let measured = all.iter().zip(read).map(|((start, end), there)| {
        known.metric.measure_objects(&there, calendar::Period { start: *start, end: *end }, by)
    });
    Ok(measured.collect())
}

/// What events come to in each stretch.
fn events(
    session: &mut Session<'_, '_>,
    (customer, known): (&CustomerId, &Known),
    all: &[Stretch],
) -> Result<Vec<Measured>, Failure> {
    let wanted = |(from, until): &Stretch| Wanted {
        customer_id: customer.clone(),
        known: known.clone(),
        from: Moment::from(*from),
        until: Moment::from(*until),
    };
    let read = reading::read(session, &all.iter().map(wanted).collect::<Vec<_>>())?;
    let mut measured = Vec::with_capacity(read.len());
    for reading in read {
        let mut groups = Vec::new();
        for (keys, tally) in reading.groups.iter().filter(|(_, tally)| tally.events > 0) {
            let value = tally.value(known.metric.aggregator);
            groups.push(Group { keys: stored::read(keys)?, value });
        }
        measured.push(Measured { value: reading.value(known), groups });
    }
    Ok(measured)
}

/// One row for each group of a day.
fn rows(known: &Known, measured: &Measured, date: &str) -> Result<Vec<UsageBreakdown>, Failure> {
    let mut all = Vec::new();
    for Group { keys, value } in &measured.groups {
        let names = known.metric.group_keys.iter().cloned();
        let group: BTreeMap<String, String> = names.zip(keys.iter().cloned()).collect();
        all.push(UsageBreakdown { date: date.to_owned(), group, value: number(value)? });
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
