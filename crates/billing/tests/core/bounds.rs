//! Sizes that a request may not have, so that no exact fraction outgrows what everybody else waits
//! for.

use billing::command::{AskChange, Command, Subscribe, Wanted};
use billing::invoice::{DiscountScope, Effect};
use billing::pricing::Kind;
use billing::refusal::Refusal;
use billing::snapshot::Snapshot;
use billing::subscription::{Changes, NewDiscount, Proration, Timing};
use calendar::{Frequency, Term};
use money::Ratio;

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
        Command::Subscribe(Box::new(Subscribe { discounts, ..Subscribe::to(vec![wanted]) }))
    };
    let refused = |snapshot: &mut Snapshot, command: &Command| {
        let refusal = run(snapshot, command, now).unwrap_err();
        let (Refusal::Invalid(faults) | Refusal::NotMade(faults)) = &refusal else {
            panic!("{refusal}")
        };
        faults.iter().map(|fault| (fault.pointer.clone(), fault.code)).collect::<Vec<_>>()
    };
    let mut snapshot = customer(None);
    let many = subscribe(vec![off("0.001"); 51]);
    assert_eq!(refused(&mut snapshot, &many), [("discounts".to_owned(), "too_many")]);
    let precise = subscribe(vec![off("0.000000000000000001")]);
    let pointer = "discounts/0/percent".to_owned();
    assert_eq!(refused(&mut snapshot, &precise), [(pointer, "too_precise")]);
    run(&mut snapshot, &subscribe(vec![off("0.00000000000000001"); 50]), now).unwrap();
    let change = Command::Change(Box::new(AskChange {
        subscription: snapshot.subscriptions[0].id.clone(),
        timing: Timing::Immediate,
        custom_date: None,
        proration: Proration::Next,
        wanted: Changes { discounts: vec![off("0.5")], ..Changes::default() },
    }));
    assert_eq!(refused(&mut snapshot, &change), [("discounts".to_owned(), "too_many")]);
}
