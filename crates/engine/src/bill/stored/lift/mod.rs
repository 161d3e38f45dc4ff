//! Documents of the first version as they are written now. Whoever reads rows lifts them first, so
//! that nothing else knows of older forms; what is written again is written in the present one.
//!
//! A lift is a step of JSON and needs nothing but the row. The first version named components by
//! their places in a pricing; `Pricings` knows them by those too.

mod fields;
mod life;
mod line;

use std::borrow::Cow;

use serde_json::{Map, Value, json};
use store::subscription::Documents;

use fields::{Of, anchor, keep, list, part, rename};
use life::lifecycle;
use line::line;

use super::{Unreadable, read, written};

/// The beginning of every document of the present version.
const PRESENT: &str = "{\"v\":2,";

/// Lifts the documents of a subscription.
pub(crate) fn subscription(
    columns: &store::subscription::Columns,
    documents: &mut Documents,
) -> Result<(), Unreadable> {
    if let Some(text) = &documents.life
        && let Cow::Owned(lifted) = life(columns, text)?
    {
        documents.life = Some(lifted);
    }
    if documents.terms.starts_with(PRESENT) {
        return Ok(());
    }
    let terms: Value = read(&documents.terms)?;
    if !documents.progress.starts_with(PRESENT) {
        documents.progress = written(&progress(read(&documents.progress)?, &terms))?;
    }
    documents.terms = written(&agreed(terms))?;
    Ok(())
}

/// Lifts what is ahead of a subscription and what became of it.
pub(crate) fn life<'a>(
    columns: &store::subscription::Columns,
    text: &'a str,
) -> Result<Cow<'a, str>, Unreadable> {
    if text.starts_with(PRESENT) {
        return Ok(Cow::Borrowed(text));
    }
    let of = Of {
        currency: &columns.currency,
        customer: &columns.customer_id,
        subscription: Some(&columns.id),
    };
    Ok(Cow::Owned(written(&lifecycle(read(text)?, of))?))
}

/// Lifts the documents of an invoice.
pub(crate) fn invoice(row: &mut store::invoice::Billing) -> Result<(), Unreadable> {
    let of = Of {
        currency: &row.columns.currency,
        customer: &row.columns.customer_id,
        subscription: row.columns.subscription_id.as_deref(),
    };
    if !row.derivations.starts_with(PRESENT) {
        let lines: Vec<Value> = read(&row.derivations)?;
        let lines: Vec<Value> = lines.into_iter().map(|known| line(known, of)).collect();
        row.derivations = written(&json!({"v": 2, "lines": lines}))?;
    }
    let draft = row.draft.as_ref().filter(|text| !text.starts_with(PRESENT));
    if let Some(text) = draft {
        let mut first: Map<String, Value> = read(text)?;
        let mut lifted = Map::from_iter([("v".to_owned(), json!(2))]);
        if let Some(basis) = first.remove("basis") {
            lifted.insert("basis".to_owned(), based_on(basis, of));
        }
        lifted.append(&mut first);
        row.draft = Some(written(&lifted)?);
    }
    Ok(())
}

/// The subscription that a draft is computed from.
fn based_on(mut first: Value, of: Of<'_>) -> Value {
    let (terms, course) = (first["terms"].take(), first["course"].take());
    let progress = progress(course, &terms);
    let mut lifted = json!({
        "id": first["id"].take(),
        "terms": agreed(terms),
        "progress": progress,
    });
    if first["life"].is_object() {
        lifted["life"] = lifecycle(first["life"].take(), of);
    }
    lifted
}

/// What was agreed.
fn agreed(mut first: Value) -> Value {
    let anchor = anchor(&first, "anchor", "anchor_day");
    let text = match first["printed"].take() {
        Value::Null => json!({"name": ""}),
        text => text,
    };
    let mut terms = keep(
        &mut first,
        &[
            "created",
            "currency",
            "start",
            "term",
            "auto_renews",
            "auto_charges",
            "due_days",
            "grace",
            "minimum",
            "past_until",
        ],
    );
    terms.insert("anchor".to_owned(), anchor);
    terms.insert("first_billing_date".to_owned(), first["first_turn"].take());
    json!({"v": 2, "terms": terms, "text": text})
}

/// How far it has come, given the first form of what was agreed.
fn progress(mut first: Value, terms: &Value) -> Value {
    let known = first["progress"].take();
    let worth = |minor: &Value| match minor.is_null() {
        true => Value::Null,
        false => json!(format!("{minor} {}", terms["currency"].as_str().unwrap_or_default())),
    };
    let mut lifted = keep(&mut first, &["status", "end", "valued", "discounts"]);
    lifted.insert(
        "renewals".to_owned(),
        json!({
            "base": anchor(terms, "renewal_base", "renewal_day"),
            "next": first["renewal"].take(),
            "date": first["renewal_date"].take(),
            "last": first["renewed"].take(),
        }),
    );
    let revenue = json!({"mrr": worth(&first["mrr"]), "arr": worth(&first["arr"])});
    lifted.insert("recurring_revenue".to_owned(), revenue);
    lifted.insert("state".to_owned(), state(known, terms));
    let mut versioned = Map::from_iter([("v".to_owned(), json!(2))]);
    versioned.append(&mut lifted);
    Value::Object(versioned)
}

fn state(mut first: Value, terms: &Value) -> Value {
    let mut places = list(first["places"].take()).into_iter();
    let mut counted = list(first["counted"].take()).into_iter();
    let begun = places.len() > 0;
    let pricings = list(terms["plans"].clone()).into_iter().map(|mut plan| {
        let id = plan["id"].take();
        let configurations = list(plan["configs"].take()).into_iter().enumerate();
        let components = configurations.map(|(place, configuration)| {
            json!({
                "component": part(&id, place),
                "configuration": configuration,
                "progress": component(places.next().unwrap_or(json!({"advances": []}))),
            })
        });
        let components: Vec<Value> = components.collect();
        let counted = counted.next().unwrap_or_else(|| json!("0"));
        json!({
            "pricing": id,
            "since": plan["since"].take(),
            "components": components,
            "counted": counted,
        })
    });
    let pricings: Vec<Value> = pricings.collect();
    let removed = list(first["left"].take()).into_iter().map(|mut left| {
        let place = left["component"].as_u64().unwrap_or_default();
        let mut removed = keep(&mut left, &["since", "due", "counted"]);
        let pricing = left["plan"].take();
        let state = json!({
            "component": part(&pricing, usize::try_from(place).unwrap_or(usize::MAX)),
            "configuration": left["config"].take(),
            "progress": component(left["place"].take()),
        });
        removed.insert("pricing".to_owned(), pricing);
        removed.insert("state".to_owned(), state);
        Value::Object(removed)
    });
    let removed: Vec<Value> = removed.collect();
    let mut lifted = keep(&mut first, &["asked_from", "advance_invoices", "day"]);
    lifted.insert("pricings".to_owned(), json!(pricings));
    lifted.insert("removed".to_owned(), json!(removed));
    lifted.insert("begun".to_owned(), json!(begun));
    lifted.insert("counted".to_owned(), first["counted_all"].take());
    Value::Object(lifted)
}

/// The progress of a component.
fn component(mut first: Value) -> Value {
    rename(&mut first, "open", "running");
    for advance in first["advances"].as_array_mut().into_iter().flatten() {
        let (minor, currency) =
            (&advance["amount"]["value_in_cents"], &advance["amount"]["currency"]);
        let currency = currency.as_str().unwrap_or_default();
        advance["amount"] = json!(format!("{minor} {currency}"));
    }
    first
}
