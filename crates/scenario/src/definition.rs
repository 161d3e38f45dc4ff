//! Prices in words as definitions: what the core compiles and what the API is sent.

use billing::definition::Value;
use money::{Amount, Currency, Ratio};

use crate::parse::amount;
use crate::setup::{Metering, Piece};

/// The definition of one component, by the names of the interface.
pub fn definition(piece: &Piece, currency: Currency) -> Result<Value, String> {
    let mut fields = vec![
        ("pricing_type", text("FIXED")),
        ("fixed_price", map(vec![("price_per_unit", text(&piece.price))])),
    ];
    if piece.in_arrears || piece.in_advance {
        let name = if piece.in_arrears { "POST_ONLY" } else { "PRE_POST" };
        fields.push(("charge_type", text(name)));
    }
    for option in &piece.options {
        let words: Vec<&str> = option.split(' ').collect();
        let model = match words.as_slice() {
            [field @ ("base" | "minimum"), value] => {
                let name = if *field == "base" { "base_price" } else { "minimum_spend" };
                fields.push((name, money(amount(value, currency)?)));
                continue;
            }
            ["including", units, ..] => {
                fields.push(("base_units", text(units)));
                continue;
            }
            ["total", "minimum", value] => {
                let kind = ("minimum_spend_schedule_type", text("TOTAL"));
                let total = vec![kind, ("amount_per_period", list(&[value]))];
                fields.push(("minimum_spend_schedule", map(total)));
                continue;
            }
            ["minimums", "carried", values @ ..] => {
                let pulls = ("allow_pulling_forward", Value::Bool(true));
                let schedule = vec![pulls, ("amount_per_period", list(values))];
                fields.push(("minimum_spend_schedule", map(schedule)));
                continue;
            }
            ["minimums", values @ ..] => {
                let list = vec![("amount_per_period", list(values))];
                fields.push(("minimum_spend_schedule", map(list)));
                continue;
            }
            ["carried", "over"] | ["no", "proration"] => {
                fields.push(flag(&words));
                continue;
            }
            ["sells", rest @ ..] => {
                fields.push(("credit_price", sells(rest, currency)?));
                continue;
            }
            ["schedule", prices @ ..] => {
                let prices = map(vec![("price_per_unit_per_period", list(prices))]);
                ("SCHEDULED", "scheduled_price", prices)
            }
            ["tiers", all @ ..] => ("GRADIENT", "gradient_price", tiers(all, ("start", "end"))?),
            ["volume", all @ ..] => {
                let names = ("total_units_start", "total_units_end");
                ("VOLUME", "volume_price", tiers(all, names)?)
            }
            ["custom"] => {
                let known = map(vec![("price_per_unit", text(&piece.price))]);
                ("CUSTOM", "custom_price", known)
            }
            ["blocks", "of", size] => {
                let step = vec![("step_size", text(size)), ("price_per_step", text(&piece.price))];
                ("STEP", "step_price", map(step))
            }
            other => return Err(format!("{other:?} is no option of a price")),
        };
        fields.retain(|(key, _)| *key != "pricing_type" && *key != "fixed_price");
        fields.push(("pricing_type", text(model.0)));
        fields.push((model.1, model.2));
    }
    Ok(map(fields))
}

/// `100.00 until period end for suite`, or `500 units of api until term end`
fn sells(words: &[&str], currency: Currency) -> Result<Value, String> {
    let (mut fields, rest) = match words {
        [count, "units", "of", item, rest @ ..] => {
            let fields =
                vec![("type", text("UNITS")), ("units", text(count)), ("item_id", text(item))];
            (fields, rest)
        }
        [value, rest @ ..] => {
            let amount = money(amount(value, currency)?);
            (vec![("type", text("AMOUNT")), ("amount", amount)], rest)
        }
        [] => return Err("what does it sell?".to_owned()),
    };
    let (policy, rest) = match rest {
        ["until", "period", "end", rest @ ..] => ("END_OF_PRICING_FREQUENCY", rest),
        ["until", "term", "end", rest @ ..] => ("END_OF_TERM", rest),
        rest => ("NEVER", rest),
    };
    fields.push(("expiration_policy", text(policy)));
    match rest {
        [] => {}
        ["for", products @ ..] => fields.push(("scoped_product_ids", list(products))),
        other => return Err(format!("{other:?} is nothing of a credit")),
    }
    Ok(map(fields))
}

/// How usage is metered, by the names of the interface.
pub fn metric(metering: &Metering) -> serde_json::Value {
    serde_json::json!({
        "aggregator": metering.aggregator,
        "property": metering.property,
        "group_keys": metering.group_keys,
    })
}

/// `10@1.00 100@0.80+5.00 *@0.50`: up to ten units, up to a hundred and 5.00 once, all beyond.
fn tiers(tiers: &[&str], (from, to): (&str, &str)) -> Result<Value, String> {
    let mut start = "0";
    let mut values = Vec::new();
    for tier in tiers {
        let (end, price) = tier.split_once('@').ok_or("a tier is written 10@1.00")?;
        let (price, flat) = price.split_once('+').map_or((price, None), |(p, f)| (p, Some(f)));
        let mut fields = vec![(from, text(start)), ("price_per_unit", text(price))];
        fields.extend(flat.map(|flat| ("flat_price", text(flat))));
        if end != "*" {
            fields.push((to, text(end)));
            start = end;
        }
        values.push(map(fields));
    }
    Ok(Value::List(values))
}

/// `carried over` or `no proration`.
fn flag(words: &[&str]) -> (&'static str, Value) {
    match words.first() == Some(&"carried") {
        true => ("carryover", Value::Bool(true)),
        false => ("proration_type", text("NONE")),
    }
}

fn text(value: &str) -> Value {
    Value::Text(value.to_owned())
}

fn list(values: &[&str]) -> Value {
    Value::List(values.iter().map(|value| text(value)).collect())
}

fn map(fields: Vec<(&str, Value)>) -> Value {
    Value::Map(fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

fn money(amount: Amount) -> Value {
    let minor = Value::Number(Ratio::from(amount.minor));
    map(vec![("currency", text(amount.currency.code())), ("value_in_cents", minor)])
}
