//! Invoices by a text: the names of their customers, their numbers and their ids.

use store::invoice::New;

use super::named;
use crate::storage::samples::invoice_id;
use crate::storage::searched::{Case, case, text};

pub(super) fn searches() -> Vec<Case<New>> {
    let found = |query: &'static str| {
        case("search", text(query), move |new: &New| {
            let query = query.trim().to_lowercase();
            is_of_customer(new, &query)
                || is_numbered(new, &query)
                || new.columns.id.starts_with(&query)
        })
    };
    // Part of many names, of some, of one; beginnings and ends of numbers, one character of which
    // is no end; the middle of none; more than a number has.
    let queries = [
        "single",
        "CHAIN",
        " chain shop ",
        "acct-123",
        "inv-",
        "INV-0012",
        "001234",
        "0123",
        "23",
        "3",
        "i",
        "V-0",
        "inv-0001234",
        "0inv-001234",
        "zzz",
    ];
    queries.map(found).into_iter().chain([begins_with_an_id()]).collect()
}

/// A short text is looked for at the beginnings of words.
fn is_of_customer(new: &New, query: &str) -> bool {
    let customer = named(new.columns.customer_id[4..].parse().unwrap());
    let names = [customer.id.as_str(), &customer.identifier, customer.name.as_ref().unwrap()];
    names.iter().map(|name| name.to_lowercase()).any(|name| match query.len() {
        0..=2 => name.split(|c: char| !c.is_alphanumeric()).any(|word| word.starts_with(query)),
        _ => name.contains(query),
    })
}

fn is_numbered(new: &New, query: &str) -> bool {
    let number = new.columns.number.as_deref().unwrap_or_default().to_lowercase();
    let ends = query.chars().count() > 1 && number.ends_with(query);
    !number.is_empty() && (number.starts_with(query) || ends)
}

fn begins_with_an_id() -> Case<New> {
    let start = invoice_id(321)[..8].to_owned();
    let upper = start.to_uppercase();
    case("search", text(&upper), move |new: &New| new.columns.id.starts_with(&start))
}
