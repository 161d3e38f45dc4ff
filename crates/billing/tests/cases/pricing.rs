//! Pricing cases, as definitions of our own models.

use billing::definition::Value;
use billing::pricing::{Charge, Demand, ItemPricing, Kind};
use calendar::Share;
use money::{Amount, Currency, Ratio, Rounding};

use crate::Answer;
use crate::read::{currency, integer, list, number, said};

pub fn unit(inputs: &Value) -> Answer {
    let price = map([("price_per_unit", inputs.get("unit_price").clone())]);
    let (charge, sign) = charge(inputs, "FIXED", ("fixed_price", price))?;
    let digits = match inputs.get("exponent") {
        Value::Null => 2,
        _ => digits(inputs)?,
    };
    totals(&charge.exact * &sign, digits)
}

pub fn graduated(inputs: &Value) -> Answer {
    let prices = tiers(inputs, ("start", "end"))?;
    let (charge, sign) = charge(inputs, "GRADIENT", ("gradient_price", prices))?;
    let count = charge.rows.iter().filter_map(|row| row.tier).max().map_or(0, |last| last + 1);
    let tier = |place| charge.rows.iter().filter(move |row| row.tier == Some(place));
    let per_tier = (0..count).map(|place| tier(place).map(|row| &row.amount).sum());
    let mut answer = totals(&charge.exact * &sign, digits(inputs)?)?;
    answer.push(("per_tier_major", Value::List(per_tier.map(Value::Number).collect())));
    Ok(answer)
}

pub fn volume(inputs: &Value) -> Answer {
    let prices = tiers(inputs, ("total_units_start", "total_units_end"))?;
    let (charge, sign) = charge(inputs, "VOLUME", ("volume_price", prices))?;
    totals(&charge.exact * &sign, digits(inputs)?)
}

pub fn package(inputs: &Value) -> Answer {
    let price = map([
        ("price_per_step", inputs.get("package_price").clone()),
        ("step_size", inputs.get("package_size").clone()),
    ]);
    let (charge, sign) = charge(inputs, "STEP", ("step_price", price))?;
    let packages = charge.rows.last().map(|row| row.units.clone()).unwrap_or_default();
    let mut answer = totals(&charge.exact * &sign, digits(inputs)?)?;
    answer.push(("packages", Value::Number(packages)));
    Ok(answer)
}

/// The charge of the quantity. One below zero is charged as the negative of its positive.
fn charge(
    inputs: &Value,
    pricing_type: &str,
    (field, prices): (&'static str, Value),
) -> Result<(Charge, Ratio), String> {
    let definition = map([
        ("pricing_type", Value::Text(pricing_type.to_owned())),
        (field, prices),
        ("base_units", inputs.get("free_units").clone()),
    ]);
    let pricing = define(&definition, currency(inputs)?)?;
    let quantity = number(inputs, "quantity")?;
    let sign = if quantity.is_negative() { -Ratio::ONE } else { Ratio::ONE };
    let charge = pricing.charge(&Demand::new(quantity.abs(), Kind::Usage)).map_err(said)?;
    Ok((charge, sign))
}

fn define(definition: &Value, currency: Currency) -> Result<ItemPricing, String> {
    ItemPricing::define(definition, currency).map_err(|faults| {
        faults.iter().map(|fault| fault.to_string()).collect::<Vec<_>>().join("; ")
    })
}

/// What a licence of so much comes to for a part of its period. One below zero is charged as the
/// negative of its positive.
pub fn licence(price: Amount, share: Share) -> Result<Amount, String> {
    let prices = map([("price_per_unit", Value::Number(price.major().abs()))]);
    let fixed = ("pricing_type", Value::Text("FIXED".to_owned()));
    let pricing = define(&map([fixed, ("fixed_price", prices)]), price.currency)?;
    let demand = Demand::new(Ratio::ONE, Kind::Licence).for_share(share);
    let amount = pricing.charge(&demand).map_err(said)?.rounded().map_err(said)?;
    if price.is_negative() { amount.checked_neg().map_err(said) } else { Ok(amount) }
}

/// Tiers by their inclusive ends; each start restates the end before it.
fn tiers(inputs: &Value, (start, end): (&'static str, &'static str)) -> Result<Value, String> {
    let mut lower = Value::Null;
    let mut tiers = Vec::new();
    for tier in list(inputs, "tiers")? {
        let upper = tier.get("up_to").clone();
        tiers.push(map([
            (start, lower),
            (end, upper.clone()),
            ("price_per_unit", or_zero(tier.get("unit_price"))),
            ("flat_price", or_zero(tier.get("flat_fee"))),
        ]));
        lower = upper;
    }
    Ok(Value::List(tiers))
}

fn or_zero(value: &Value) -> Value {
    if value.is_null() { Value::Number(Ratio::ZERO) } else { value.clone() }
}

fn digits(inputs: &Value) -> Result<u8, String> {
    match inputs.get("exponent") {
        Value::Null => Ok(currency(inputs)?.digits()),
        _ => u8::try_from(integer(inputs, "exponent")?).map_err(said),
    }
}

fn totals(exact: Ratio, digits: u8) -> Answer {
    let scaled = exact.round(digits, Rounding::HalfAwayFromZero) * Ratio::power_of_ten(digits);
    Ok(vec![("total_minor", Value::Number(scaled)), ("total_major", Value::Number(exact))])
}

fn map<const N: usize>(fields: [(&'static str, Value); N]) -> Value {
    Value::Map(fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}
