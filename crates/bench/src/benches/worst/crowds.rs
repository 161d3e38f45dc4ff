//! Requests that are dear by how much a customer or a company has: subscriptions, invoices, and
//! customers that are due at one instant.

use serde_json::json;

use super::Prepared;
use super::catalog::{Wide, customer, pricings, subscribed, subscription, text};
use crate::clock;
use crate::compare::caller::Caller;
use crate::outcome::Outcome;

/// So many live subscriptions a customer has at most, and so many components each then has.
const LIVE: usize = 200;
const EACH: usize = 50;

/// A customer with as many subscriptions as there may be.
fn crowded(
    caller: &Caller<'_>,
    (count, components): (usize, usize),
) -> Outcome<(String, Vec<String>)> {
    let ids = pricings(caller, 1, Wide::plain(components, "MONTH"))?;
    let buyer = customer(caller, "buyer")?;
    for _ in 0..count {
        subscribed(caller, &subscription(&buyer, &ids, 3))?;
    }
    Ok((buyer, ids))
}

pub fn rename<'c>(caller: &'c Caller<'c>) -> Outcome<Prepared<'c>> {
    let (buyer, _) = crowded(caller, (LIVE, EACH))?;
    Ok(Box::new(move |round| {
        let emails: Vec<String> =
            (0..20).map(|at| format!("b{at}-{round}@buyer.example")).collect();
        let body = json!({ "name": long_name(round), "billing_emails": emails });
        Ok((caller.request("PATCH", &format!("/customers/{buyer}"), &body), 200))
    }))
}

pub fn give<'c>(caller: &'c Caller<'c>) -> Outcome<Prepared<'c>> {
    let ids = pricings(caller, 1, Wide::plain(1, "DAY"))?;
    let buyer = customer(caller, "buyer")?;
    for _ in 0..25 {
        let mut body = subscription(&buyer, &ids, 3);
        body["start_date"] = json!(clock::days_ago(398));
        body["generate_past_invoice"] = json!(true);
        subscribed(caller, &body)?;
    }
    let users = (0..2).map(|at| {
        let body = json!({ "email": format!("user{at}@bench.example") });
        text(&caller.post("/company_users", &body)?, "id")
    });
    let users: Vec<String> = users.collect::<Outcome<_>>()?;
    Ok(Box::new(move |round| {
        let body = json!({ "owner_id": users[round % 2] });
        Ok((caller.request("PATCH", &format!("/customers/{buyer}"), &body), 200))
    }))
}

pub fn once_more<'c>(caller: &'c Caller<'c>) -> Outcome<Prepared<'c>> {
    let (buyer, ids) = crowded(caller, (LIVE - 20, EACH))?;
    Ok(Box::new(move |_| {
        let body = subscription(&buyer, &ids, 3);
        Ok((caller.request("POST", "/subscriptions", &body), 200))
    }))
}

pub fn coming<'c>(caller: &'c Caller<'c>) -> Outcome<Prepared<'c>> {
    let (buyer, _) = crowded(caller, (LIVE, 1))?;
    Ok(Box::new(move |_| {
        Ok((caller.request("POST", "/invoices/next", &json!({ "customer_id": buyer })), 200))
    }))
}

pub fn month<'c>(caller: &'c Caller<'c>) -> Outcome<Prepared<'c>> {
    caller.post("/clock", &json!({ "now": "2026-01-01T00:00:00Z" }))?;
    let ids = pricings(caller, 10, Wide::plain(10, "MONTH"))?;
    for at in 0..500 {
        let buyer = customer(caller, &format!("buyer-{at}"))?;
        subscribed(caller, &subscription(&buyer, &ids, 3))?;
    }
    Ok(months(caller))
}

/// One customer, who is never cut into parts.
pub fn one_customer<'c>(caller: &'c Caller<'c>) -> Outcome<Prepared<'c>> {
    caller.post("/clock", &json!({ "now": "2026-01-01T00:00:00Z" }))?;
    let ids = pricings(caller, 2, Wide::plain(1_000, "MONTH"))?;
    let buyer = customer(caller, "buyer")?;
    for _ in 0..5 {
        subscribed(caller, &subscription(&buyer, &ids, 3))?;
    }
    Ok(months(caller))
}

/// Moves the clock, a month in each round.
fn months<'c>(caller: &'c Caller<'c>) -> Prepared<'c> {
    Box::new(move |round| {
        let (year, month) = (2026 + (round + 1) / 12, (round + 1) % 12 + 1);
        let now = format!("{year}-{month:02}-01T00:00:00Z");
        Ok((caller.request("POST", "/clock", &json!({ "now": now })), 200))
    })
}

/// A name of as many characters as a text may have, and of as many different parts.
fn long_name(round: usize) -> String {
    let words = (0_usize..).map(|n| format!("{:x} ", (n + round).wrapping_mul(2_654_435_761)));
    words.flat_map(|word| word.chars().collect::<Vec<_>>()).take(10_000).collect()
}
