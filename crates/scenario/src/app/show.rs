//! Records as the API answers them, in the words in which the core's own world shows them.

use calendar::Timestamp;
use money::{Amount, Ratio};
use serde_json::{Value, json};

use super::told::{instant, text};
use super::{AppWorld, perform};
use crate::Happening;
use crate::render::{Printer, major, row};

pub(super) fn show(world: &mut AppWorld, name: &str) -> Result<Vec<Happening>, String> {
    let id = world.names.id(name)?;
    let lines = match name.chars().next() {
        Some('S') => {
            let own = world.look(&format!("/subscriptions/{id}"))?;
            vec![subscription(world, name, &own)?]
        }
        Some('I') => {
            let own = world.look(&format!("/invoices/{id}"))?;
            invoice(world, name, &own)?
        }
        _ => vec![credit(world, name, &perform::credit(world, &id)?)?],
    };
    Ok(vec![Happening { at: world.now, lines }])
}

fn subscription(world: &AppWorld, name: &str, own: &Value) -> Result<String, String> {
    let date = |at| Printer::instant(&world.zone, at);
    let renewal = instant(own, "renewal_date")?;
    let renews = own["auto_renews"] == json!(true);
    let ends = [maybe(own, "end_date")?, (!renews).then_some(renewal)];
    let end = match ends.into_iter().flatten().min() {
        Some(end) if own["trial"] == json!(true) => format!("trial until {}", date(end)),
        Some(end) => format!("until {}", date(end)),
        None => format!("renews {}", date(renewal)),
    };
    let (status, start) = (text(own, "status")?, date(instant(own, "start_date")?));
    let (mrr, arr) = (major(money(&own["mrr"])?), major(money(&own["arr"])?));
    let paused = if own["pause_date"].is_null() { "" } else { ", paused" };
    Ok(format!("{name} {status} from {start}, {end}{paused}, mrr {mrr}, arr {arr}"))
}

fn credit(world: &AppWorld, name: &str, own: &Value) -> Result<String, String> {
    let until = match maybe(own, "expiration_date")? {
        Some(expires) => format!(", until {}", Printer::instant(&world.zone, expires)),
        None => String::new(),
    };
    let customer = world.customer_name(&text(own, "customer_id")?);
    let state = text(own, "state")?.to_lowercase();
    Ok(format!("{name} {customer} {} {state}{until}", money(&own["amount"])?))
}

fn invoice(world: &AppWorld, name: &str, own: &Value) -> Result<Vec<String>, String> {
    let date = |at| Printer::instant(&world.zone, at);
    let state = match text(own, "status")?.as_str() {
        "PENDING" => format!("pending, due {}", date(instant(own, "due_date")?)),
        other => other.to_lowercase(),
    };
    let customer = world.customer_name(&text(own, "billed_customer_id")?);
    let mut head = format!("{name} {customer} {} {state}", money(&own["total"])?);
    let billed = instant(own, "billing_date")?;
    if billed != world.now {
        head = format!("{head}, for {}", date(billed));
    }
    let credits = list(own, "credit_details");
    let paid = credits.iter().map(|own| Ok(money(&own["amount"])?.minor));
    let paid: i64 = paid.collect::<Result<Vec<i64>, String>>()?.into_iter().sum();
    // A draft below zero has not given anything back yet.
    let below = state == "draft" && is_below_zero(own)?;
    if paid < 0 || below || list(own, "line_items").is_empty() {
        head.push_str(", credit note");
    }
    if below || !credits.is_empty() {
        head = format!("{head}, revenue {}", major(money(&own["revenue"])?));
    }
    let mut lines = vec![head];
    for own in list(own, "line_items") {
        lines.push(line(world, own)?);
    }
    for own in list(own, "discount_details") {
        lines.push(row(&text(own, "name")?, &format!("-{}", major(money(&own["amount"])?))));
    }
    for own in list(own, "tax_details") {
        let rate = Ratio::parse_decimal(&own["rate"].to_string()).map_err(|e| e.to_string())?;
        let rate = &rate * Ratio::from(100);
        let what = format!("{} {rate}% of {}", text(own, "name")?, major(money(&own["base"])?));
        lines.push(row(&what, &major(money(&own["amount"])?)));
    }
    for own in credits {
        let paid = money(&own["amount"])?.checked_neg().map(major).map_err(|e| e.to_string())?;
        lines.push(row(&settling(world, own), &paid));
    }
    Ok(lines)
}

/// What paid, or where something given back went.
fn settling(world: &AppWorld, own: &Value) -> String {
    let named = |name: &str| own[name].as_str().map(|id| world.names.name(id));
    match (named("credit_id"), named("invoice_uuid")) {
        (Some(credit), Some(invoice)) => format!("{credit} of {invoice}"),
        (Some(credit), None) => credit,
        (None, Some(invoice)) if own["refunded"] == json!(true) => format!("refunds {invoice}"),
        (None, invoice) => format!("off {}", invoice.unwrap_or_default()),
    }
}

fn line(world: &AppWorld, own: &Value) -> Result<String, String> {
    let date =
        |name| Ok::<_, String>(Printer::instant(&world.zone, instant(&own["period"], name)?));
    let period = format!("{}..{}", date("start_date")?, date("end_date")?);
    let mut what = format!("{:<8} {period}", text(own, "name")?);
    match text(own, "type")?.as_str() {
        "ARREARS" => what.push_str(" arrears"),
        "MINIMUM" => what.push_str(" minimum"),
        "PRORATION_CREDIT" => {
            let corrected = text(own, "corrects")?;
            let (invoice, _) = corrected.rsplit_once('-').unwrap_or_default();
            what.push_str(&format!(" back of {}", world.names.name(invoice)));
        }
        _ => {}
    }
    let units = text(own, "units")?;
    if units != "1" {
        what = format!("{what} x{units}");
    }
    let share = (&own["proration"]["numerator"], &own["proration"]["denominator"]);
    if share.0 != share.1 {
        what = format!("{what} {}/{}", share.0, share.1);
    }
    Ok(row(&what, &major(money(&own["amount"])?)))
}

fn list<'a>(own: &'a Value, name: &str) -> &'a [Value] {
    own[name].as_array().map(Vec::as_slice).unwrap_or_default()
}

fn money(own: &Value) -> Result<Amount, String> {
    let currency = text(own, "currency")?.parse().map_err(|error| format!("{error}"))?;
    let minor = own["value_in_cents"].as_i64().ok_or_else(|| format!("no amount: {own}"))?;
    Ok(Amount::new(currency, minor))
}

fn maybe(own: &Value, name: &str) -> Result<Option<Timestamp>, String> {
    match own[name].is_null() {
        true => Ok(None),
        false => instant(own, name).map(Some),
    }
}

/// Whether lines less discounts with their tax come to less than nothing.
fn is_below_zero(own: &Value) -> Result<bool, String> {
    let sum = |name: &str| {
        let amounts = list(own, name).iter().map(|detail| Ok(money(&detail["amount"])?.minor));
        Ok::<i64, String>(amounts.collect::<Result<Vec<i64>, String>>()?.into_iter().sum())
    };
    let lines = money(&own["sub_total"])?.minor;
    Ok(lines - sum("discount_details")? + sum("tax_details")? < 0)
}
