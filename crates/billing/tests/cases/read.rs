//! Reading the inputs of a case: decimals, dates or instants, zones and intervals.

use billing::definition::Value;
use calendar::{Anchor, Frequency, Grid, Measure, Period, Term, Timestamp, Zone};
use jiff::civil::{Date, DateTime, Time};
use money::{Amount, Currency, Ratio};

pub fn text<'a>(inputs: &'a Value, key: &str) -> Result<&'a str, String> {
    match inputs.get(key) {
        Value::Text(text) => Ok(text),
        other => Err(format!("{key} is {other}, not text")),
    }
}

pub fn number(inputs: &Value, key: &str) -> Result<Ratio, String> {
    inputs.get(key).as_number().ok_or_else(|| format!("{key} is not a number"))
}

pub fn number_or(inputs: &Value, key: &str, default: Ratio) -> Result<Ratio, String> {
    if inputs.get(key).is_null() { Ok(default) } else { number(inputs, key) }
}

pub fn integer(inputs: &Value, key: &str) -> Result<i64, String> {
    number(inputs, key)?.to_i64().ok_or_else(|| format!("{key} is not an integer"))
}

pub fn list<'a>(inputs: &'a Value, key: &str) -> Result<&'a [Value], String> {
    match inputs.get(key) {
        Value::List(items) => Ok(items),
        Value::Null => Ok(&[]),
        _ => Err(format!("{key} is not a list")),
    }
}

/// Whether a flag is set; what is neither absent nor false counts as set.
pub fn flag(inputs: &Value, key: &str) -> bool {
    !matches!(inputs.get(key), Value::Null | Value::Bool(false))
}

pub fn currency(inputs: &Value) -> Result<Currency, String> {
    match inputs.get("currency") {
        Value::Null => "USD".parse().map_err(said),
        _ => text(inputs, "currency")?.parse().map_err(said),
    }
}

pub fn amount(inputs: &Value, key: &str, currency: Currency) -> Result<Amount, String> {
    Ok(Amount::new(currency, integer(inputs, key)?))
}

pub fn amount_or_zero(inputs: &Value, key: &str, currency: Currency) -> Result<Amount, String> {
    if inputs.get(key).is_null() {
        Ok(Amount::zero(currency))
    } else {
        amount(inputs, key, currency)
    }
}

/// Percentage points as a part of one.
pub fn percent(value: &Value) -> Result<Ratio, String> {
    let points = value.as_number().ok_or("a percent is not a number")?;
    points.checked_div(&Ratio::from(100)).ok_or_else(|| "no percent".to_owned())
}

pub fn zone(inputs: &Value) -> Result<Zone, String> {
    match inputs.get("timezone") {
        Value::Null => Ok(Zone::UTC),
        _ => text(inputs, "timezone")?.parse().map_err(said),
    }
}

/// An instant, a wall-clock time or a date, which is then the midnight it begins with.
pub fn instant(inputs: &Value, key: &str, zone: &Zone) -> Result<Timestamp, String> {
    parse_instant(text(inputs, key)?, zone)
}

pub fn optional_instant(
    inputs: &Value,
    key: &str,
    zone: &Zone,
) -> Result<Option<Timestamp>, String> {
    if inputs.get(key).is_null() { Ok(None) } else { instant(inputs, key, zone).map(Some) }
}

pub fn parse_instant(text: &str, zone: &Zone) -> Result<Timestamp, String> {
    if let Ok(instant) = text.parse::<Timestamp>() {
        return Ok(instant);
    }
    let local = match text.contains('T') {
        true => text.parse::<DateTime>().map_err(said)?,
        false => text.parse::<Date>().map_err(said)?.to_datetime(Time::midnight()),
    };
    zone.instant(local).map_err(said)
}

pub fn period(inputs: &Value, keys: (&str, &str), zone: &Zone) -> Result<Period, String> {
    Ok(Period { start: instant(inputs, keys.0, zone)?, end: instant(inputs, keys.1, zone)? })
}

pub fn measure(inputs: &Value) -> Result<Measure, String> {
    match inputs.get("granularity") {
        Value::Null => Ok(Measure::LocalDays),
        Value::Text(text) if text == "second" => Ok(Measure::Seconds),
        Value::Text(text) if text == "day" => Ok(Measure::LocalDays),
        other => Err(format!("granularity is {other}")),
    }
}

pub fn term(inputs: &Value) -> Result<Term, String> {
    let frequency = match inputs.get("interval") {
        Value::Null => Frequency::Month,
        interval => match interval.to_string().as_str() {
            "hour" => Frequency::Hour,
            "day" => Frequency::Day,
            "week" => Frequency::Week,
            "month" => Frequency::Month,
            "quarter" => Frequency::Quarter,
            "half_year" => Frequency::BiAnnual,
            "year" => Frequency::Year,
            other => return Err(format!("interval is {other}")),
        },
    };
    let count = if inputs.get("count").is_null() { 1 } else { integer(inputs, "count")? };
    Term::new(count, frequency).map_err(said)
}

/// The grid from an anchor that is written as an instant or a date.
pub fn grid(inputs: &Value, anchor: &str, zone: &Zone) -> Result<Grid, String> {
    let anchor = Anchor::new(instant(inputs, anchor, zone)?, zone.clone());
    Grid::new(anchor, term(inputs)?).map_err(said)
}

/// The grid that keeps `anchor_day`, beginning in the month of the start.
pub fn grid_on_day(inputs: &Value, zone: &Zone) -> Result<Grid, String> {
    let start = instant(inputs, "start", zone)?;
    let anchor = match inputs.get("anchor_day") {
        Value::Null => Anchor::new(start, zone.clone()),
        _ => {
            let day = i8::try_from(integer(inputs, "anchor_day")?).map_err(said)?;
            Anchor::on_day(start, zone.clone(), day).map_err(said)?
        }
    };
    Grid::new(anchor, term(inputs)?).map_err(said)
}

/// An instant in the form of the input it comes from: a date where that was a date.
pub fn like(inputs: &Value, key: &str, instant: Timestamp, zone: &Zone) -> Value {
    match inputs.get(key) {
        Value::Text(text) if !text.contains('T') => Value::Text(zone.date(instant).to_string()),
        _ => Value::Text(instant.to_string()),
    }
}

pub fn minor(amount: Amount) -> Value {
    Value::Number(amount.minor.into())
}

pub fn minors(amounts: &[Amount]) -> Value {
    Value::List(amounts.iter().map(|amount| minor(*amount)).collect())
}

pub fn said(error: impl std::fmt::Display) -> String {
    error.to_string()
}
