//! Cases of what is left or missing at the end: grants that usage takes from, minimum spends.
//! Usage is billed by invoices of one line each, which grants pay as credits do.

use std::ops::Range;

use billing::credit::Rank;
use billing::definition::Value;
use billing::invoice::totals::{Bill, Credit, Line, total};
use billing::pricing::shortfall;
use calendar::{Share, Timestamp, Zone};
use money::{Amount, Currency, Ratio};

use crate::Answer;
use crate::read::{
    amount, currency, instant, integer, list, minor, number, number_or, optional_instant, said,
    text,
};

/// A grant, and when it is there to be used.
struct Grant {
    id: String,
    active: Range<Timestamp>,
    credit: Credit,
}

pub fn grants(inputs: &Value) -> Answer {
    let zone = Zone::UTC;
    let unit = unit(inputs)?;
    let mut grants = Vec::new();
    for input in list(inputs, "grants")? {
        grants.push(grant(input, &unit)?);
    }
    let at_end = optional_instant(inputs, "at_end", &zone)?;
    let mut usage = Vec::new();
    for used in list(inputs, "usage")? {
        usage.push((instant(used, "at", &zone)?, units(used, &unit)?));
    }
    usage.sort_by_key(|(at, _)| *at);
    let mut overage = 0;
    // The state at an instant is made by what was used up to it.
    for (at, used) in usage.into_iter().filter(|(at, _)| at_end.is_none_or(|end| *at <= end)) {
        overage += pay(&mut grants, at, used)?;
    }
    let is_left = |grant: &Grant| at_end.is_none_or(|end| grant.active.contains(&end));
    let balance = |grant: &Grant| match is_left(grant) {
        true => Ratio::from(grant.credit.balance.minor) * &unit,
        false => Ratio::ZERO,
    };
    let balances =
        grants.iter().map(|grant| (grant.id.clone(), Value::Number(balance(grant)))).collect();
    let overage = Value::Number(Ratio::from(overage) * &unit);
    Ok(vec![("balances", Value::Map(balances)), ("overage", overage)])
}

/// Bills what was used by the grants that are there, and says what none of them paid.
fn pay(grants: &mut [Grant], at: Timestamp, used: i64) -> Result<i64, String> {
    let mut active: Vec<&mut Grant> =
        grants.iter_mut().filter(|grant| grant.active.contains(&at)).collect();
    let bill = Bill {
        currency: unitary()?,
        lines: vec![Line::new(Amount::new(unitary()?, used), at)],
        discounts: Vec::new(),
        rates: Vec::new(),
        credits: active.iter().map(|grant| grant.credit.clone()).collect(),
    };
    let paid = total(&bill).map_err(said)?;
    for used in &paid.credits {
        let grant = active.get_mut(used.credit).ok_or("a credit that was not given paid")?;
        let left = grant.credit.balance.checked_sub(used.net).map_err(said)?;
        grant.credit.balance = left;
    }
    Ok(paid.totals.total.minor)
}

fn grant(input: &Value, unit: &Ratio) -> Result<Grant, String> {
    let instant = |key| optional_instant(input, key, &Zone::UTC);
    let (effective, expires) = (instant("effective_at")?, instant("expires_at")?);
    let ends = [expires, instant("voided_at")?].into_iter().flatten().min();
    let scope = if input.get("priority").is_null() { 0 } else { integer(input, "priority")? };
    let balance = Amount::new(unitary()?, units(input, unit)?);
    let mut credit = Credit::new(balance, Rank::by_number(scope, expires, effective));
    credit.expires = expires;
    Ok(Grant {
        id: text(input, "id")?.to_owned(),
        active: effective.unwrap_or(Timestamp::MIN)..ends.unwrap_or(Timestamp::MAX),
        credit,
    })
}

/// The largest power of ten that everything granted and used is a whole number of.
fn unit(inputs: &Value) -> Result<Ratio, String> {
    let of = |key| -> Result<Vec<Ratio>, String> {
        list(inputs, key)?.iter().map(|entry| number(entry, "amount")).collect()
    };
    let amounts = [of("grants")?, of("usage")?].concat();
    let mut units = (0..=18).map(Ratio::power_of_ten);
    let scale = units.find(|scale| amounts.iter().all(|amount| (amount * scale).is_integer()));
    let scale = scale.ok_or("an amount has too many digits")?;
    Ratio::ONE.checked_div(&scale).ok_or_else(|| "no unit".to_owned())
}

fn units(input: &Value, unit: &Ratio) -> Result<i64, String> {
    let units = number(input, "amount")?.checked_div(unit).and_then(|units| units.to_i64());
    units.ok_or_else(|| "an amount is too large".to_owned())
}

/// The currency that units are counted in; its digits do not matter.
fn unitary() -> Result<Currency, String> {
    "USD".parse().map_err(said)
}

pub fn true_up(inputs: &Value) -> Answer {
    let currency = currency(inputs)?;
    let mut spent = Ratio::ZERO;
    for fee in list(inputs, "fees_minor")? {
        let fee = fee.as_number().and_then(|fee| fee.to_i64()).ok_or("a fee is not an integer")?;
        spent += &Amount::new(currency, fee).major();
    }
    let days = number_or(inputs, "days", Ratio::ONE)?;
    let whole = match inputs.get("period_days") {
        Value::Null => days.clone(),
        _ => number(inputs, "period_days")?,
    };
    let share = match (days.to_i64(), whole.to_i64()) {
        (Some(days), Some(whole)) => Share::new(days, whole).map_err(said)?,
        _ => return Err("days are whole".to_owned()),
    };
    let minimum = amount(inputs, "minimum_minor", currency)?.major();
    let missing = shortfall(currency, &minimum, share, &spent).map_err(said)?;
    Ok(vec![("true_up_minor", minor(missing.amount))])
}
