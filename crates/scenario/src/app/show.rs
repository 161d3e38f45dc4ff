//! Records as the API answers them, in the words in which the core's own world shows them.

use calendar::Timestamp;
use money::{Amount, Ratio};
use serde_json::{Value, json};

use super::AppWorld;
use super::logged::{instant, text};
use crate::Happening;
use crate::render::{Printer, major, row, whose};

pub(super) fn show(world: &mut AppWorld, name: &str) -> Result<Vec<Happening>, String> {
    let id = world.names.id(name)?;
    let lines = match name.chars().next() {
        Some('S') => {
            let value = world.look(&format!("/subscriptions/{id}"))?;
            vec![subscription(world, name, &value)?]
        }
        Some('I') => {
            let known = world.look(&format!("/invoices/{id}"))?;
            invoice(world, name, &known)?
        }
        _ => vec![credit(world, name, &super::credit::credit(world, &id)?)?],
    };
    Ok(vec![Happening { at: world.now, lines }])
}

fn subscription(world: &AppWorld, name: &str, value: &Value) -> Result<String, String> {
    let date = |at| Printer::instant(&world.zone, at);
    let renewal = instant(value, "renewal_date")?;
    let renews = value["auto_renews"] == json!(true);
    let ends = [maybe(value, "end_date")?, (!renews).then_some(renewal)];
    let end = match ends.into_iter().flatten().min() {
        Some(end) if value["trial"] == json!(true) => format!("trial until {}", date(end)),
        Some(end) => format!("until {}", date(end)),
        None => format!("renews {}", date(renewal)),
    };
    let (status, start) = (text(value, "status")?, date(instant(value, "start_date")?));
    let (mrr, arr) = (major(money(&value["mrr"])?), major(money(&value["arr"])?));
    let paused = if value["pause_date"].is_null() { "" } else { ", paused" };
    Ok(format!("{name} {status} from {start}, {end}{paused}, mrr {mrr}, arr {arr}"))
}

fn credit(world: &AppWorld, name: &str, value: &Value) -> Result<String, String> {
    let until = match maybe(value, "expiration_date")? {
        Some(expires) => format!(", until {}", Printer::instant(&world.zone, expires)),
        None => String::new(),
    };
    let customer = world.customer_name(&text(value, "customer_id")?);
    let state = text(value, "state")?.to_lowercase();
    let left = match value["item_id"].as_str() {
        Some(item) => world.names.plain(format!("{} units of {item}", value["units"])),
        None => money(&value["amount"])?.to_string(),
    };
    Ok(format!("{name} {customer} {left} {state}{until}"))
}

fn invoice(world: &AppWorld, name: &str, value: &Value) -> Result<Vec<String>, String> {
    let date = |at| Printer::instant(&world.zone, at);
    let state = match text(value, "status")?.as_str() {
        "PENDING" => format!("pending, due {}", date(instant(value, "due_date")?)),
        other => other.to_lowercase(),
    };
    let payer = world.customer_name(&text(value, "billed_customer_id")?);
    let whose = whose(payer, world.customer_name(&text(value, "customer_id")?));
    let mut head = format!("{name} {whose} {} {state}", money(&value["total"])?);
    let billed = instant(value, "billing_date")?;
    if billed != world.now {
        head = format!("{head}, for {}", date(billed));
    }
    let credits = list(value, "credit_details");
    let paid = credits.iter().map(|value| Ok(money(&value["amount"])?.minor));
    let paid: i64 = paid.collect::<Result<Vec<i64>, String>>()?.into_iter().sum();
    // A draft below zero has not given anything back yet.
    let below = state == "draft" && is_below_zero(value)?;
    if paid < 0 || below || list(value, "line_items").is_empty() {
        head.push_str(", credit note");
    }
    if below || !credits.is_empty() {
        head = format!("{head}, revenue {}", major(money(&value["revenue"])?));
    }
    let mut lines = vec![head];
    for known in list(value, "line_items") {
        lines.push(line(world, known, &text(value, "customer_id")?)?);
    }
    for each in list(value, "discount_details") {
        lines.push(row(&text(each, "name")?, &format!("-{}", major(money(&each["amount"])?))));
    }
    for found in list(value, "tax_details") {
        let rate = Ratio::parse_decimal(&found["rate"].to_string()).map_err(|e| e.to_string())?;
        let rate = &rate * Ratio::from(100);
        let what = format!("{} {rate}% of {}", text(found, "name")?, major(money(&found["base"])?));
        lines.push(row(&what, &major(money(&found["amount"])?)));
    }
    for value in credits {
        let paid = money(&value["amount"])?.checked_neg().map(major).map_err(|e| e.to_string())?;
        lines.push(row(&settling(world, value), &paid));
    }
    Ok(lines)
}

/// What paid, or where something given back went.
fn settling(world: &AppWorld, value: &Value) -> String {
    let named = |name: &str| value[name].as_str().map(|id| world.names.name(id));
    match (named("credit_id"), named("invoice_uuid")) {
        (Some(credit), Some(invoice)) => format!("{credit} of {invoice}"),
        (Some(credit), None) => credit,
        (None, Some(invoice)) if value["refunded"] == json!(true) => format!("refunds {invoice}"),
        (None, invoice) => format!("lowers {}", invoice.unwrap_or_default()),
    }
}

fn line(world: &AppWorld, value: &Value, customer: &str) -> Result<String, String> {
    let date =
        |name| Ok::<_, String>(Printer::instant(&world.zone, instant(&value["period"], name)?));
    let period = match text(value, "type")?.as_str() {
        "ONE_TIME" => date("start_date")?,
        _ => format!("{}..{}", date("start_date")?, date("end_date")?),
    };
    let mut what = format!("{:<8} {period}", text(value, "name")?);
    match text(value, "type")?.as_str() {
        "ARREARS" => what.push_str(" arrears"),
        "MINIMUM" => what.push_str(" minimum"),
        kind @ ("PRORATION_CREDIT" | "ADJUSTMENT") => {
            let corrected = text(value, "corrects")?;
            let (invoice, _) = corrected.rsplit_once('-').unwrap_or_default();
            let does = if kind == "ADJUSTMENT" { "adjusts" } else { "credit for unused days of" };
            what.push_str(&format!(" {does} {}", world.names.name(invoice)));
        }
        _ => {}
    }
    let units = text(value, "units")?;
    if units != "1" {
        what = format!("{what} x{units}");
    }
    let share = (&value["proration"]["numerator"], &value["proration"]["denominator"]);
    if share.0 != share.1 {
        what = format!("{what} {}/{}", share.0, share.1);
    }
    let whose = text(value, "customer_id")?;
    if whose != customer {
        what = format!("{what} for {}", world.customer_name(&whose));
    }
    Ok(row(&what, &major(money(&value["amount"])?)))
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name].as_array().map(Vec::as_slice).unwrap_or_default()
}

fn money(value: &Value) -> Result<Amount, String> {
    let currency = text(value, "currency")?.parse().map_err(|error| format!("{error}"))?;
    let minor = value["value_in_cents"].as_i64().ok_or_else(|| format!("no amount: {value}"))?;
    Ok(Amount::new(currency, minor))
}

fn maybe(value: &Value, name: &str) -> Result<Option<Timestamp>, String> {
    match value[name].is_null() {
        true => Ok(None),
        false => instant(value, name).map(Some),
    }
}

/// Whether lines less discounts with their tax come to less than nothing.
fn is_below_zero(value: &Value) -> Result<bool, String> {
    let sum = |name: &str| {
        let amounts = list(value, name).iter().map(|detail| Ok(money(&detail["amount"])?.minor));
        Ok::<i64, String>(amounts.collect::<Result<Vec<i64>, String>>()?.into_iter().sum())
    };
    let lines = money(&value["sub_total"])?.minor;
    Ok(lines - sum("discount_details")? + sum("tax_details")? < 0)
}
