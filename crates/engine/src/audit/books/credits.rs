//! Every change of a credit has its fact, and its state is that of what is left.

use std::collections::HashMap;

use records::Moment;
use store::Tx;
use store::credit::{CreditRow, Log};

use super::Book;
use crate::audit::Found;

/// What the log calls an action, and the fact that tells of it.
const ACTIONS: &[(&str, &str)] = &[
    ("ISSUED", "credit.issued"),
    ("APPLIED", "credit.applied"),
    ("RESTORED", "credit.restored"),
    ("CONSUMED", "credit.consumed"),
    ("EXPIRED", "credit.expired"),
    ("REVOKED", "credit.revoked"),
];

pub(in crate::audit) fn check(_: &mut Tx<'_>, book: &Book) -> Found {
    let mut logs: HashMap<&str, Vec<&Log>> = HashMap::new();
    for entry in &book.log {
        logs.entry(&entry.credit_id).or_default().push(entry);
    }
    let findings = |credit_row: &CreditRow| {
        let log = logs.get(credit_row.id.as_str()).map_or(&[][..], Vec::as_slice);
        let complaints = complaints(book, credit_row, log);
        complaints
            .into_iter()
            .map(|said| format!("credit {} {said}", credit_row.id))
            .collect::<Vec<_>>()
    };
    Ok(book.credits.iter().flat_map(findings).collect())
}

/// Money in minor units, or units; each number has one spelling.
fn held(minor: i64, units: Option<&str>) -> String {
    units.map_or_else(|| minor.to_string(), str::to_owned)
}

fn complaints(book: &Book, credit_row: &CreditRow, log: &[&Log]) -> Vec<String> {
    let mut wrong = Vec::new();
    for (action, event_type) in ACTIONS {
        let entries = log.iter().filter(|entry| entry.action == *action).count();
        let facts = book.logged.count(&credit_row.id, event_type);
        if i64::try_from(entries) != Ok(facts) {
            wrong.push(format!("has {entries} entries {action} and {facts} facts of it"));
        }
    }
    let issued = log.iter().filter(|e| e.action == "ISSUED");
    let issued: Vec<String> =
        issued.map(|entry| held(entry.amount, entry.units.as_deref())).collect();
    let expected = held(credit_row.issued, credit_row.issued_units.as_deref());
    if issued != [expected.clone()] {
        wrong.push(format!("was issued with {expected} and its log has {}", issued.join(", ")));
    }
    let left = held(credit_row.amount, credit_row.units.as_deref());
    let right = match credit_row.state.as_str() {
        "ACTIVE" => left != "0" && !left.starts_with('-'),
        _ => left == "0",
    };
    if !right {
        wrong.push(format!("is {} with {left} left", credit_row.state));
    }
    if let Some(entry) = log.iter().find(|entry| entry.item_id != credit_row.item_id) {
        wrong.push(format!("is of another item than its entry {}", entry.id));
    }
    let latest: Option<Moment> = book.logged.latest(&credit_row.id, &[]);
    if latest != Some(credit_row.updated_at) {
        wrong.push(format!("was changed at {} without a fact", credit_row.updated_at));
    }
    wrong
}
