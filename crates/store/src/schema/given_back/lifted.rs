//! Stored records with what they have to know of others.

use serde_json::{Value as Json, json};

use super::Stored;
use super::known::{Ahead, Known, amount, list, minor, text};

pub(super) fn invoice(mut stored: Stored, known: &Known) -> Stored {
    payments(&mut stored, known);
    let currency = stored.currency.clone();
    let refunds: Vec<Json> = list(&stored.doc["credit_details"])
        .filter(|detail| detail["refunded"] == true)
        .map(|detail| {
            let minor = -minor(&detail["amount"]);
            json!({ "amount": amount(&currency, minor), "invoice_uuid": detail["invoice_uuid"] })
        })
        .collect();
    stored.doc["refunds"] = refunds.into();
    if stored.doc.get("number_series").is_none() {
        stored.doc["number_series"] = "INVOICE".into();
    }
    stored.doc["revenue"] = amount(&currency, revenue(&stored, known));
    taxes(&mut stored);
    draft(&mut stored, known);
    stored
}

/// A payment by a credit note names it.
fn payments(stored: &mut Stored, known: &Known) {
    let mut given = known.lowered(&stored.id).to_vec();
    let Some(payments) = stored.doc["payments"].as_array_mut() else { return };
    for payment in payments {
        let paid = minor(&payment["amount"]);
        let place = given.iter().position(|(_, _, minor)| *minor == paid);
        let by = place.filter(|_| text(payment, "payment_type") == "CREDIT");
        payment["invoice_uuid"] = by.map(|place| given.remove(place).1.to_string()).into();
    }
}

/// The net without what credits paid or got that are no money; nothing once it is void.
fn revenue(stored: &Stored, known: &Known) -> i64 {
    if stored.status == "VOID" {
        return 0;
    }
    let discounts = list(&stored.doc["discount_details"]).map(|value| minor(&value["amount"]));
    let net = minor(&stored.doc["sub_total"]) - discounts.sum::<i64>();
    let credits = list(&stored.doc["credit_details"]).filter(|detail| {
        let credit = text(detail, "credit_id");
        !credit.is_empty() && !known.is_money(credit)
    });
    net - credits.map(|detail| minor(&detail["net"])).sum::<i64>()
}

/// What each line shows of each rate.
fn taxes(stored: &mut Stored) {
    let rates: Vec<Json> = list(&stored.doc["tax_details"]).cloned().collect();
    let noted = stored.draft.as_ref().map_or(&Json::Null, |draft| &draft["settled"]["taxes"]);
    let parts: Vec<Json> = list(noted).cloned().collect();
    let currency = stored.currency.clone();
    let Some(lines) = stored.lines.as_array_mut() else { return };
    for line in lines {
        let place = text(line, "id").rsplit('-').next().and_then(|text| text.parse::<i64>().ok());
        let place = place.map_or(-1, |number| number - 1);
        let mut all: Vec<Json> = Vec::new();
        for (at, rate) in rates.iter().enumerate() {
            let part = match parts.get(at) {
                Some(parts) => {
                    list(parts).find(|part| part[0] == place).map(|part| part[1].clone())
                }
                // One rate on all lines is what the lines show.
                None if rates.len() == 1 => Some(line["tax"]["value_in_cents"].clone()),
                None => None,
            };
            if let Some(minor) = part.and_then(|part| part.as_i64()) {
                let amount = amount(&currency, minor);
                all.push(json!({ "amount": amount, "name": rate["name"], "rate": rate["rate"] }));
            }
        }
        line["taxes"] = all.into();
    }
}

/// What only the engine reads.
fn draft(stored: &mut Stored, known: &Known) {
    let credited = known.credited(&stored.id);
    let details = list(&stored.doc["credit_details"]).enumerate();
    let restored: Vec<Json> = details
        .filter(|(_, detail)| text(detail, "invoice_uuid").is_empty())
        .map(|(place, detail)| {
            (place, known.restored(&stored.id, &text(detail, "credit_id").into()))
        })
        .filter(|(_, minor)| *minor != 0)
        .map(|(place, minor)| json!([place, minor]))
        .collect();
    let Some(draft) = &mut stored.draft else { return };
    if !restored.is_empty() {
        draft["settled"]["restored"] = restored.into();
    }
    if !credited.is_empty() {
        draft["credited"] = credited.into();
    }
    let of = stored.subscription.as_deref().unwrap_or_default();
    if let Some(course) = draft.get_mut("basis").and_then(|basis| basis.get_mut("course")) {
        let created = stored.created;
        let before = known.ahead(of).iter().filter(|entry| entry.created < created);
        self::course(course, before);
    }
}

/// The invoices that a subscription was billed in advance by, as far as their periods run. A part
/// of a period that a change charged counts as long as the whole of it runs.
pub(super) fn course<'a>(course: &mut Json, ahead: impl Iterator<Item = &'a Ahead>) {
    let progress = &course["progress"];
    let removed = list(&progress["left"]).map(|removed| &removed["place"]);
    let places = list(&progress["places"]).chain(removed);
    let open = places.map(|place| &place["open"]).filter(|open| !open.is_null());
    let grids: Vec<(i64, i64)> = open
        .filter_map(|open| {
            let grid = &open["span"]["grid"];
            Some((grid["start"].as_i64()?, grid["end"].as_i64()?))
        })
        .collect();
    let starts = grids.iter().map(|(start, _)| *start);
    let ends = grids.iter().map(|(_, end)| *end).max();
    let (Some(first), Some(last)) = (starts.clone().min(), starts.max()) else { return };
    let runs = |ahead: &&Ahead| ahead.through > if ahead.is_part { first } else { last };
    let entry = |ahead: &Ahead| {
        let whole = ends.filter(|_| ahead.is_part).unwrap_or(ahead.through);
        json!({ "invoice": ahead.invoice, "through": ahead.through.max(whole) })
    };
    let entries: Vec<Json> = ahead.filter(runs).map(entry).collect();
    if !entries.is_empty() {
        course["progress"]["advance_invoices"] = entries.into();
    }
}

pub(super) fn credit(id: &str, mut doc: Json, known: &mut Known) -> Json {
    if text(&doc, "origin") == "REFUND" {
        match known.made(id) {
            Some(source) => doc["source"] = source.clone(),
            None => doc["origin"] = "PAYMENT".into(),
        }
    }
    if matches!(text(&doc, "origin"), "PAYMENT" | "PURCHASE") {
        known.note_money(id);
    }
    doc
}
