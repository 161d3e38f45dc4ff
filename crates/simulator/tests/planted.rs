//! Faults that are planted on purpose are found, and printed as files that show them.

use std::sync::Arc;

use billing::command::Command;
use billing::decide::scoped;
use billing::invoice::{Invoice, Role};
use billing::snapshot::Snapshot;
use calendar::Timestamp;
use scenario::parse;
use simulator::{Plant, generate, hold, hold_loading, try_planted};

/// Every share of one kind of line counts a day too many.
fn a_day_off(books: &mut Snapshot, role: Role) {
    for invoice in &mut books.invoices {
        let mut known = Invoice::clone(invoice);
        for line in known.lines.iter_mut().filter(|line| line.role == role) {
            let (over, under) = (line.share.numerator(), line.share.denominator());
            if 0 < over && over < under {
                line.amount.minor = line.amount.minor * (over + 1) / over;
            }
        }
        *invoice = Arc::new(known);
    }
}

/// The first seed that finds a fault, as the file that it prints.
fn found(plant: Plant) -> String {
    let found = (1..200).find_map(|seed| try_planted(seed, plant).err());
    found.expect("two hundred worlds find it")
}

fn shows(plant: Plant) {
    let file = found(plant);
    let scenario = parse(&file).expect("what is printed can be read");
    let failure = hold(&scenario, plant).expect_err("the file shows the fault");
    assert_eq!(failure.kind, "naive model", "{file}");
    assert!(file.contains(&failure.detail), "{file}");
    hold(&scenario, |_| ()).expect("and nothing else is wrong with it");
    assert!(scenario.steps.len() <= 4, "the shortest story has a few steps:\n{file}");
}

#[test]
fn a_day_too_many_in_what_a_change_charges() {
    shows(|books| a_day_off(books, Role::ProrationCharge));
}

#[test]
fn a_day_too_many_in_what_comes_back() {
    shows(|books| a_day_off(books, Role::ProrationCredit));
}

#[test]
fn a_day_too_many_in_a_stub() {
    shows(|books| a_day_off(books, Role::Advance));
}

/// What a store loads that does not know what was given back, unless it happens to load the
/// document that gave it.
fn forgetting(whole: &Snapshot, command: &Command, now: Timestamp) -> Snapshot {
    let mut scoped = scoped(whole, command, now);
    let there: Vec<_> = scoped.invoices.iter().map(|invoice| invoice.id.clone()).collect();
    for invoice in &mut scoped.invoices {
        Arc::make_mut(invoice).credited.retain(|entry| there.contains(&entry.by));
    }
    scoped
}

#[test]
fn what_was_given_back_by_a_document_that_is_not_loaded() {
    let found = (1..=100).find(|seed| {
        let scenario = generate(*seed).unwrap().scenario().unwrap();
        let failure = hold_loading(&scenario, (|_| (), forgetting)).err();
        failure.is_some_and(|failure| failure.kind == "what was loaded")
    });
    found.expect("a hundred worlds find it");
}
