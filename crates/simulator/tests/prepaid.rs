//! The naive model of credits sees what it is for: a cent paid by the wrong credit, or twice.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

use billing::credit::CreditValue;
use billing::fact::{CreditFact, Fact};
use scenario::{Mode, PureWorld, play};
use simulator::{generate, hold_credits};

/// What happened in a world.
fn facts(seed: u64) -> Vec<Fact> {
    let scenario = generate(seed).unwrap().scenario().unwrap();
    let mut world = PureWorld::default();
    play(&scenario, &mut world, Mode::OneStep).unwrap();
    world.facts().to_vec()
}

/// Adds so many minor units to what a credit of money paid.
fn shift(fact: &mut Fact, by: i64) -> bool {
    let Fact::Credit { fact: CreditFact::Applied { value, .. }, .. } = fact else { return false };
    let CreditValue::Money(amount) = value else { return false };
    amount.minor += by;
    true
}

/// What is said of a fault in the first world in which the model sees it; it sees none before.
fn planted(mut plant: impl FnMut(&mut Vec<Fact>) -> bool) -> String {
    let found = (1..400).find_map(|seed| {
        let mut facts = facts(seed);
        hold_credits(&facts).unwrap();
        if plant(&mut facts) { hold_credits(&facts).err() } else { None }
    });
    found.expect("four hundred worlds show it")
}

#[test]
fn a_cent_that_the_next_credit_should_have_paid() {
    let said = planted(|facts| {
        let pairs =
            facts.windows(2).position(|pair| pair.iter().all(|fact| shift(&mut fact.clone(), 0)));
        pairs.is_some_and(|place| shift(&mut facts[place], -1) && shift(&mut facts[place + 1], 1))
    });
    assert!(said.contains("wanted"), "{said}");
}

#[test]
fn a_use_that_is_told_twice() {
    let said = planted(|facts| {
        let place = facts.iter().position(|fact| shift(&mut fact.clone(), 0));
        place.is_some_and(|place| {
            let again = facts[place].clone();
            facts.insert(place, again);
            true
        })
    });
    assert!(said.contains("wanted") || said.contains("more than it has"), "{said}");
}
