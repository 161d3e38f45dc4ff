//! Sizes that a request may not have, so that no exact fraction outgrows what everybody else waits
//! for.

use std::sync::Arc;

use billing::command::{AskChange, Command, Subscribe, Wanted};
use billing::invoice::{DiscountScope, Effect};
use billing::pricing::{Kind, Overrides, QuantityBounds, Setting};
use billing::refusal::Refusal;
use billing::snapshot::Snapshot;
use billing::subscription::{Changes, NewDiscount, Picked, Proration, Timing};
use calendar::{Frequency, Term, Timestamp};
use money::{Quantity, Ratio};

use crate::random::later;
use crate::world::{at, customer, plan, run};

#[test]
fn a_subscription_has_fifty_discounts_at_a_time() {
    let off = |percent: &str| NewDiscount {
        name: "loyal".to_owned(),
        scope: DiscountScope::Anything,
        effect: Effect::Percent(Ratio::parse_decimal(percent).unwrap()),
        cap: None,
        expires: None,
        details: Default::default(),
    };
    let now = at("2026-01-01T00:00:00Z");
    let basic = plan(
        "basic",
        Term::every(Frequency::Month),
        Kind::Licence,
        r#"{"pricing_type": "FIXED", "fixed_price": {"price_per_unit": "10"}}"#,
    );
    let subscribe = |discounts: Vec<NewDiscount>| {
        let wanted = Wanted::new(basic.clone());
        Command::Subscribe(Box::new(Subscribe { discounts, ..Subscribe::to("acme", vec![wanted]) }))
    };
    let mut snapshot = customer(None);
    let many = subscribe(vec![off("0.001"); 51]);
    assert_eq!(refused(&mut snapshot, &many, now), [("discounts".to_owned(), "too_many")]);
    let precise = subscribe(vec![off("0.000000000000000001")]);
    let pointer = "discounts/0/percent".to_owned();
    assert_eq!(refused(&mut snapshot, &precise, now), [(pointer, "too_precise")]);
    run(&mut snapshot, &subscribe(vec![off("0.00000000000000001"); 50]), now).unwrap();
    let change = Command::Change(Box::new(AskChange {
        subscription: snapshot.subscriptions[0].id.clone(),
        timing: Timing::Immediate,
        custom_date: None,
        proration: Proration::Next,
        wanted: Changes { discounts: vec![off("0.5")], ..Changes::default() },
    }));
    assert_eq!(refused(&mut snapshot, &change, now), [("discounts".to_owned(), "too_many")]);
}

/// Every change of a running year is an invoice that later changes look at.
#[test]
fn two_hundred_invoices_bill_periods_that_run() {
    let yearly = plan(
        "yearly",
        Term::every(Frequency::Year),
        Kind::Licence,
        r#"{"pricing_type": "FIXED", "fixed_price": {"price_per_unit": "10"}}"#,
    );
    let now = at("2026-01-01T00:00:00Z");
    let mut snapshot = customer(None);
    let wanted = Subscribe::to("acme", vec![Wanted::new(yearly.clone())]);
    run(&mut snapshot, &Command::Subscribe(Box::new(wanted)), now).unwrap();
    let change = |snapshot: &Snapshot, n: u32, proration| {
        let licences = Some(Quantity::parse(&n.to_string()).unwrap());
        let (minimum_units, overrides) = (Quantity::ZERO, Overrides::default());
        let (sort_order, bounds) = (None, QuantityBounds::default());
        let setting = Setting { licences, minimum_units, overrides, sort_order, bounds };
        let picked = Picked { pricing: yearly.clone(), configurations: vec![Some(setting)] };
        Command::Change(Box::new(AskChange {
            subscription: snapshot.subscriptions[0].id.clone(),
            timing: Timing::Immediate,
            custom_date: None,
            proration,
            wanted: Changes { pricings: Some(vec![picked]), ..Changes::default() },
        }))
    };
    // One came with the subscription. A day has at most a hundred.
    let mut day = now;
    for n in 2..=200 {
        day = if n % 80 == 0 { later(day, 1) } else { day };
        let command = change(&snapshot, n, Proration::Immediate);
        run(&mut snapshot, &command, day).unwrap();
    }
    let one_more = change(&snapshot, 201, Proration::Immediate);
    let too_many = [("proration_type".to_owned(), "too_many_invoices")];
    assert_eq!(refused(&mut snapshot, &one_more, day), too_many);
    let waits = change(&snapshot, 201, Proration::Next);
    run(&mut snapshot, &waits, day).unwrap();
}

#[test]
fn ten_thousand_components_a_customer_pays_for() {
    let now = at("2026-01-01T00:00:00Z");
    let wide = |name: &str, components: usize| {
        let price = r#"{"pricing_type": "FIXED", "fixed_price": {"price_per_unit": "1"}}"#;
        let one = |name: &str| plan(name, Term::every(Frequency::Month), Kind::Licence, price);
        let component = |place: usize| one(&format!("{name}/{place}")).components[0].clone();
        let mut pricing = Arc::into_inner(one(name)).unwrap();
        pricing.components = (0..components).map(component).collect();
        Wanted::new(Arc::new(pricing))
    };
    // Those that start later count, and bill nothing now.
    let start = Some(at("2027-01-01T00:00:00Z"));
    let subscribe = |pricings: Vec<Wanted>| {
        Command::Subscribe(Box::new(Subscribe { start, ..Subscribe::to("acme", pricings) }))
    };
    let mut snapshot = customer(None);
    let most = subscribe(vec![wide("a", 1_000), wide("b", 1_000)]);
    for _ in 0..5 {
        run(&mut snapshot, &most, now).unwrap();
    }
    let too_many = [("product_pricing_ids".to_owned(), "too_many_components")];
    let one_more = subscribe(vec![wide("c", 1)]);
    assert_eq!(refused(&mut snapshot, &one_more, now), too_many);
    let change = |place: usize, pricings: &[Wanted]| {
        let picked = |wanted: &Wanted| Picked {
            pricing: wanted.pricing.clone(),
            configurations: vec![None; wanted.pricing.components.len()],
        };
        let pricings = Some(pricings.iter().map(picked).collect());
        Command::Change(Box::new(AskChange {
            subscription: snapshot.subscriptions[place].id.clone(),
            timing: Timing::Immediate,
            custom_date: None,
            proration: Proration::Next,
            wanted: Changes { pricings, ..Changes::default() },
        }))
    };
    let (fewer, more) =
        (change(0, &[wide("a", 999)]), change(0, &[wide("a", 999), wide("b", 1_000)]));
    run(&mut snapshot, &fewer, now).unwrap();
    run(&mut snapshot, &subscribe(vec![wide("c", 1_001)]), now).unwrap();
    assert_eq!(refused(&mut snapshot, &more, now), too_many);
}

fn refused(
    snapshot: &mut Snapshot,
    command: &Command,
    now: Timestamp,
) -> Vec<(String, &'static str)> {
    let refusal = run(snapshot, command, now).unwrap_err();
    let (Refusal::Invalid(faults) | Refusal::NotMade(faults)) = &refusal else {
        panic!("{refusal}")
    };
    faults.iter().map(|fault| (fault.pointer.clone(), fault.code)).collect()
}
