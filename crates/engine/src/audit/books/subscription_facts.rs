//! Every change of a subscription has its fact, and every fact has changed it.

use billing::id::{DiscountHandle, Name};
use billing::subscription::{DiscountState, Status, Subscription};
use store::Tx;

use super::{Book, StoredSubscription};
use crate::audit::Found;

pub(in crate::audit) fn check(_: &mut Tx<'_>, book: &Book) -> Found {
    let findings = |stored: &StoredSubscription| {
        let id = &stored.row.columns.id;
        let mut wrong = states(book, stored);
        wrong.extend(stored.restored.iter().flat_map(|subscription| discounts(book, subscription)));
        wrong.extend(stored.restored.iter().flat_map(|subscription| life(book, subscription)));
        wrong.extend(times(book, stored));
        wrong.into_iter().map(|said| format!("subscription {id} {said}")).collect::<Vec<_>>()
    };
    Ok(book.subscriptions.iter().flat_map(findings).collect())
}

fn states(book: &Book, stored: &StoredSubscription) -> Vec<String> {
    let columns = &stored.row.columns;
    let count = |event: &str| book.logged.count(&columns.id, event);
    let is = i64::from;
    let parked = count("subscription.parked") - count("subscription.retried");
    let table = [
        ("facts of its making", count("subscription.created"), 1),
        ("facts of its end", count("subscription.ended"), is(columns.status == "ENDED")),
        ("facts of its cancel", count("subscription.cancelled"), is(columns.status == "CANCELLED")),
        ("facts of its parking that hold", parked, is(columns.parked.is_some())),
    ];
    let mut wrong = differing(&table);
    if columns.status == "PENDING" && count("subscription.started") > 0 {
        wrong.push("is pending and a fact says that it started".to_owned());
    }
    wrong
}

/// What a table of facts, of how many there are and how many there should be, says.
fn differing(table: &[(&str, i64, i64)]) -> Vec<String> {
    let wrong = table.iter().filter(|(_, found, wanted)| found != wanted);
    wrong.map(|(what, found, wanted)| format!("has {found} {what}, not {wanted}")).collect()
}

/// What is ahead of it, and what became of it.
fn life(book: &Book, subscription: &Subscription) -> Vec<String> {
    let id = subscription.id.to_string();
    let count = |event: &str| book.logged.count(&id, event);
    let is = i64::from;
    let holds = |begun: &str, over: &str| count(begun) - count(over);
    let asked = holds("subscription.cancel_asked", "subscription.cancel_undone");
    let paused = holds("subscription.paused", "subscription.resumed");
    let changed = is(count("subscription.changed") > 0);
    let converted = is(count("subscription.trial_converted") > 0);
    let (life, ends) = (
        &subscription.lifecycle,
        !subscription.is_live() && subscription.status != Status::Pending,
    );
    let mut wrong = differing(&[
        ("facts of a cancel that hold", asked, is(life.cancel.is_some())),
        ("last changes by its facts", changed, is(life.changed.is_some())),
        ("ends of a trial by its facts", converted, is(life.converted.is_some())),
        (
            "facts of its being taken over",
            count("subscription.taken_over"),
            is(subscription.terms.taken_over.is_some()),
        ),
    ]);
    // One that ends in a pause is not resumed.
    if paused != is(life.pause.is_some()) && !(ends && paused == 1) {
        wrong.push(format!("has {paused} facts of a pause that hold"));
    }
    wrong
}

fn discounts(book: &Book, subscription: &Subscription) -> Vec<String> {
    let wrong = subscription.discounts.iter().filter(|discount| {
        let Name::Known(id) = &*discount.id else { return true };
        let state = |state: DiscountState| i64::from(discount.state == state);
        book.logged.count(id, "discount.expired") != state(DiscountState::Expired)
            || book.logged.count(id, "discount.revoked") != state(DiscountState::Revoked)
    });
    let finding =
        |id: &DiscountHandle| format!("has the discount {id} in another state than its facts say");
    wrong.map(|discount| finding(&discount.id)).collect()
}

fn times(book: &Book, stored: &StoredSubscription) -> Vec<String> {
    let columns = &stored.row.columns;
    let mut wrong = Vec::new();
    if book.logged.latest(&columns.id, &["subscription.created"]) != Some(columns.created_at) {
        wrong.push(format!("was made at {}, when no fact says so", columns.created_at));
    }
    let discounts = stored.restored.iter().flat_map(|subscription| &subscription.discounts);
    let dates = discounts.filter_map(|discount| book.logged.latest(&discount.id.to_string(), &[]));
    let latest = dates.chain(book.logged.latest(&columns.id, &[])).max();
    if latest != Some(columns.updated_at) {
        wrong.push(format!("was changed at {} without a fact", columns.updated_at));
    }
    wrong
}
