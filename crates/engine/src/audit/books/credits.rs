//! Every change of a credit has its fact, and its state is that of what is left.

use records::Moment;
use store::Tx;
use store::credit::CreditRow;

use super::Book;
use crate::audit::Found;

/// What the log calls an action, and the fact that tells of it.
const ACTIONS: &[(&str, &str)] = &[
    ("ISSUED", "credit.issued"),
    ("APPLIED", "credit.applied"),
    ("RESTORED", "credit.restored"),
    ("EXPIRED", "credit.expired"),
    ("REVOKED", "credit.revoked"),
];

pub(in crate::audit) fn check(_: &mut Tx<'_>, book: &Book) -> Found {
    let told = |own: &CreditRow| {
        let complaints = complaints(book, own);
        complaints.into_iter().map(|said| format!("credit {} {said}", own.id)).collect::<Vec<_>>()
    };
    Ok(book.credits.iter().flat_map(told).collect())
}

fn complaints(book: &Book, own: &CreditRow) -> Vec<String> {
    let mut wrong = Vec::new();
    let log: Vec<_> = book.log.iter().filter(|entry| entry.credit_id == own.id).collect();
    for (action, event_type) in ACTIONS {
        let entries = log.iter().filter(|entry| entry.action == *action).count();
        let facts = book.told.count(&own.id, event_type);
        if i64::try_from(entries) != Ok(facts) {
            wrong.push(format!("has {entries} entries {action} and {facts} facts of it"));
        }
    }
    let issued: Vec<i64> =
        log.iter().filter(|e| e.action == "ISSUED").map(|entry| entry.amount).collect();
    if issued != [own.issued] {
        wrong.push(format!("was issued with {} and its log has {issued:?}", own.issued));
    }
    let right = match own.state.as_str() {
        "ACTIVE" => own.amount > 0,
        _ => own.amount == 0,
    };
    if !right {
        wrong.push(format!("is {} with {} left", own.state, own.amount));
    }
    let latest: Option<Moment> = book.told.latest(&own.id, &[]);
    if latest != Some(own.updated_at) {
        wrong.push(format!("was changed at {} without a fact", own.updated_at));
    }
    wrong
}
