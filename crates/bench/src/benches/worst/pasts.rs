//! Requests that are dear by the time they look back or ahead: past invoices, what remains until
//! a renewal, invoices that are still open.

use serde_json::{Value, json};

use super::Prepared;
use super::catalog::{Wide, customer, discounts, invoices, pricings, subscribed, subscription};
use crate::clock;
use crate::compare::caller::Caller;
use crate::outcome::{Outcome, broken};

const DAY: Wide = Wide::plain(1, "DAY");
/// Two of these are as wide as a subscription can be.
const WIDEST: Wide = Wide::plain(1_000, "DAY");

/// A subscription that began so many days ago and bills each of them.
fn past(customer: &str, pricings: &[String], days: u64) -> Value {
    let mut body = subscription(customer, pricings, 3);
    body["start_date"] = json!(clock::days_ago(days));
    body["generate_past_invoice"] = json!(true);
    body
}

pub fn many_invoices<'c>(caller: &'c Caller<'c>) -> Outcome<Prepared<'c>> {
    let ids = pricings(caller, 1, DAY)?;
    Ok(Box::new(move |round| {
        let buyer = customer(caller, &format!("buyer-{round}"))?;
        let mut body = past(&buyer, &ids, 498);
        body["discounts"] = json!(discounts());
        Ok((caller.request("POST", "/subscriptions", &body), 200))
    }))
}

pub fn many_lines<'c>(caller: &'c Caller<'c>) -> Outcome<Prepared<'c>> {
    let ids = pricings(caller, 2, WIDEST)?;
    Ok(Box::new(move |round| {
        let buyer = customer(caller, &format!("buyer-{round}"))?;
        let mut body = past(&buyer, &ids, 1);
        body["discounts"] = json!(discounts());
        Ok((caller.request("POST", "/subscriptions", &body), 200))
    }))
}

pub fn remaining<'c>(caller: &'c Caller<'c>) -> Outcome<Prepared<'c>> {
    let ids = pricings(caller, 3, DAY)?;
    Ok(Box::new(move |round| {
        let buyer = customer(caller, &format!("buyer-{round}"))?;
        let mut body = subscription(&buyer, &ids, 3);
        body["term"] = json!({ "count": 1, "frequency": "YEAR" });
        let known = subscribed(caller, &body)?;
        let body = json!({ "timing": "IMMEDIATE", "charge_remaining_balance": true });
        Ok((caller.request("POST", &format!("/subscriptions/{known}/cancel"), &body), 200))
    }))
}

pub fn voiding<'c>(caller: &'c Caller<'c>) -> Outcome<Prepared<'c>> {
    let ids = pricings(caller, 1, DAY)?;
    Ok(Box::new(move |round| {
        let buyer = customer(caller, &format!("buyer-{round}"))?;
        let known = subscribed(caller, &past(&buyer, &ids, 498))?;
        let body = json!({ "timing": "IMMEDIATE", "cancel_pending_invoices": true });
        Ok((caller.request("POST", &format!("/subscriptions/{known}/cancel"), &body), 200))
    }))
}

pub fn paying<'c>(caller: &'c Caller<'c>) -> Outcome<Prepared<'c>> {
    let ids = pricings(caller, 1, DAY)?;
    let buyer = customer(caller, "buyer")?;
    let mut last = String::new();
    for _ in 0..5 {
        last = subscribed(caller, &past(&buyer, &ids, 498))?;
    }
    let mut open = invoices(caller, &last)?;
    Ok(Box::new(move |_| {
        let invoice = open.pop().ok_or_else(|| broken("too few invoices"))?;
        let body = json!({ "amount": { "currency": "EUR", "value_in_cents": 500_000 } });
        Ok((caller.request("POST", &format!("/invoices/{invoice}/mark_paid"), &body), 200))
    }))
}
