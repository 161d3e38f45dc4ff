//! What a contract makes: drafted, sent and signed, and then the same as what is asked for without
//! one.

use serde_json::{Value, json};

use super::AppWorld;
use super::ask::Answer;
use crate::action::Signing;

/// What a contract has no word for.
const WORDLESS: &[&str] =
    &["end_date", "renewal_date", "override_entitlements", "payment_method_id"];

/// A new subscription by a contract. What has started is billed from its start.
pub(super) fn subscribe(
    world: &mut AppWorld,
    (customer, signing): (&str, Signing),
    mut body: Value,
) -> Result<Answer, String> {
    if let Some(fields) = body.as_object_mut() {
        fields.remove("generate_past_invoice");
    }
    if !body["start_date"].is_null() && signing == Signing::Signed {
        body["start_type"] = json!("SPECIFIC_DATE");
    }
    signed(world, (customer, signing), body)
}

/// A change of a subscription, by its path. The term of a contract begins with the change.
pub(super) fn change(
    world: &mut AppWorld,
    (tail, signing): (&str, Signing),
    mut body: Value,
) -> Result<Answer, String> {
    let known = world.look(tail)?;
    if let Some(fields) = body.as_object_mut() {
        fields.remove("relative_term");
        for (name, there) in [
            ("timing", "change_timing"),
            ("custom_change_date", "change_custom_date"),
            ("proration_type", "change_proration_type"),
            ("reset_billing_anchor", "change_reset_billing_anchor"),
        ] {
            if let Some(value) = fields.remove(name) {
                fields.insert(there.to_owned(), value);
            }
        }
    }
    body["previous_subscription_id"] = known["id"].clone();
    let customer = known["customer_id"].as_str().unwrap_or_default().to_owned();
    signed(world, (&customer, signing), body)
}

fn signed(
    world: &mut AppWorld,
    (customer, signing): (&str, Signing),
    mut body: Value,
) -> Result<Answer, String> {
    if let Some(name) = WORDLESS.iter().find(|name| !body[**name].is_null()) {
        return Err(format!("a contract has no {name}"));
    }
    let query = json!({ "query": { "standard": true } });
    let templates = world.search("/templates/find", query)?;
    body["type"] = json!("CONTRACT");
    body["customer_id"] = json!(customer);
    body["template_id"] = templates["results"][0]["id"].clone();
    body["title"] = json!("Agreement");
    body["status"] = json!("PENDING_SIGNATURES");
    body["signatories"] = json!([{ "name": "Ann", "email": "ann@customer.example" }]);
    if body["config_items"].is_null() {
        body["config_items"] = json!([]);
    }
    if signing == Signing::Started {
        body["start_type"] = json!("MANUAL_ACTION");
    } else if body["start_type"].is_null() {
        body["start_type"] = json!("ON_COMPLETION");
    }
    for discount in body["discounts"].as_array_mut().into_iter().flatten() {
        if discount["type"].is_null() {
            let percent = !discount["percent"].is_null();
            let kind = if percent { "DISCOUNT_PERCENT" } else { "DISCOUNT_AMOUNT" };
            discount["type"] = json!(kind);
        }
    }
    let contract = match world.write("POST", "/contracts", &body)? {
        Answer::Done(contract) => contract,
        refused @ Answer::Refused(_) => return Ok(refused),
    };
    let tail = format!("/contracts/{}", contract["id"].as_str().unwrap_or_default());
    let answer = world.write("POST", &format!("{tail}/sign_offline"), &json!({}))?;
    match (signing, answer) {
        (Signing::Started, Answer::Done(_)) => world.ask("POST", &format!("{tail}/start"), None),
        (_, answer) => Ok(answer),
    }
}
