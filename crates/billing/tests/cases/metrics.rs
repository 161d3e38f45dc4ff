//! Metric cases: aggregated events and monthly recurring revenue.

use billing::definition::Value;
use billing::metering::{Aggregator, Event};
use billing::period::{MonthlyParts, Recurring};
use calendar::{Period, Timestamp, Zone};
use money::Ratio;

use crate::Answer;
use crate::read::{
    amount, amount_or_zero, currency, flag, list, minor, number_or, optional_instant, percent,
    said, term, text,
};

pub fn aggregate(inputs: &Value) -> Answer {
    let zone = Zone::UTC;
    let start = optional_instant(inputs, "from", &zone)?.unwrap_or(Timestamp::MIN);
    let end = optional_instant(inputs, "to", &zone)?.unwrap_or(Timestamp::MAX);
    let period = Period { start, end };
    let mut events = Vec::new();
    for (received, event) in (0..).zip(list(inputs, "events")?) {
        let properties = vec![("value".to_owned(), event.get("value").clone())];
        events.push(Event {
            // An event without a time belongs to the period that is asked for.
            timestamp: optional_instant(event, "at", &zone)?.unwrap_or(start),
            received,
            properties: Value::Map(properties),
        });
    }
    let aggregator = match text(inputs, "aggregator")? {
        "count" => Aggregator::Count,
        "sum" => Aggregator::Sum,
        "max" => Aggregator::Max,
        "unique_count" => Aggregator::Unique,
        "latest" => Aggregator::LastInPeriod,
        other => return Err(format!("aggregator is {other}")),
    };
    let covered: Vec<&Event> =
        events.iter().filter(|event| aggregator.covers(event, period)).collect();
    let value = aggregator.of(&covered, Some("value"));
    let value = match aggregator {
        Aggregator::Max | Aggregator::LastInPeriod => value.or_zero(),
        _ => value,
    };
    Ok(vec![("value", Value::Number(value))])
}

pub fn mrr(inputs: &Value) -> Answer {
    let currency = currency(inputs)?;
    let mut values = Vec::new();
    for entry in list(inputs, "subscriptions")? {
        if flag(entry, "excluded") {
            continue;
        }
        let part_off = match entry.get("discount_percent") {
            Value::Null => Ratio::ZERO,
            points => percent(points)?,
        };
        let amount = amount(entry, "amount_minor", currency)?.major();
        let off = amount_or_zero(entry, "discount_minor", currency)?.major();
        let value = amount * number_or(entry, "quantity", Ratio::ONE)? - off;
        values.push((Recurring { value, term: term(entry)? }.monthly(), part_off));
    }
    let mut left = MonthlyParts::of(values.iter().map(|(monthly, _)| monthly.clone()));
    for (place, (_, off)) in values.iter().enumerate() {
        left.lower(&(Ratio::ONE - off), |each| each == place);
    }
    let monthly = left.monthly();
    let (mrr, arr) = (monthly.mrr(currency).map_err(said)?, monthly.arr(currency).map_err(said)?);
    Ok(vec![("mrr_minor", minor(mrr)), ("arr_minor", minor(arr))])
}
