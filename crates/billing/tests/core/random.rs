//! Random lives of a customer: whatever is asked in whatever order, the audits hold, asking again
//! changes nothing, and credits come back once.

use billing::decision::{
    Command, Fact, Grant, MarkPaid, NewDiscount, PatchSubscription, Subscribe, Wanted, decide,
};
use billing::invoice::{DiscountScope, Effect};
use billing::pricing::Kind;
use billing::snapshot::{Handle, Noun, PaymentKind, Snapshot};
use calendar::{Frequency, Term, Timestamp};
use money::{Amount, Ratio};
use proptest::prelude::*;

use crate::world::{advance, at, customer, plan, run};

#[derive(Clone, Debug)]
enum Deed {
    Wait(i64),
    Subscribe { plans: Vec<usize>, shift: i64, past: bool, end: Option<i64>, grace: u32, off: i64 },
    Grant { cents: i64, days: Option<i64> },
    Pay { invoice: u32, cents: Option<i64> },
    Void(u32),
    Reissue(u32),
    Finalize(u32),
    Minimum { subscription: u32, cents: i64 },
}

const DEFINITIONS: &[(&str, Frequency, Kind, &str)] = &[
    ("month", Frequency::Month, Kind::Licence, r#""fixed_price": {"price_per_unit": "29.99"}"#),
    (
        "arrears",
        Frequency::Week,
        Kind::Licence,
        r#""charge_type": "POST_ONLY", "fixed_price": {"price_per_unit": "7.77"},
           "minimum_spend": {"currency": "EUR", "value_in_cents": 1000}"#,
    ),
    (
        "rebate",
        Frequency::Quarter,
        Kind::Licence,
        r#""base_price": {"currency": "EUR", "value_in_cents": -4321},
           "fixed_price": {"price_per_unit": "0"}"#,
    ),
    ("usage", Frequency::Month, Kind::Usage, r#""fixed_price": {"price_per_unit": "0.01"}"#),
];

fn later(now: Timestamp, days: i64) -> Timestamp {
    Timestamp::from_second(now.as_second() + days * 86_400).unwrap()
}

fn eur(minor: i64) -> Amount {
    Amount::new("EUR".parse().unwrap(), minor)
}

fn subscribe(deed: &Deed, now: Timestamp) -> Option<Command> {
    let Deed::Subscribe { plans, shift, past, end, grace, off } = deed else { return None };
    let plans = plans.iter().map(|place| {
        let (name, frequency, kind, prices) = DEFINITIONS[*place];
        let definition = format!(r#"{{"pricing_type": "FIXED", {prices}}}"#);
        Wanted::new(plan(name, Term::every(frequency), kind, &definition))
    });
    let discount = |effect, expires| NewDiscount {
        name: "off".to_owned(),
        scope: DiscountScope::Anything,
        effect,
        cap: Some(eur(2_000)),
        expires,
    };
    let percent = Effect::Percent(Ratio::new(33, 100).unwrap());
    let amount = Effect::Amount { amount: eur(*off), used: eur(0) };
    Some(Command::Subscribe(Box::new(Subscribe {
        start: Some(later(now, *shift)),
        anchor: Some(later(now, shift * 2)),
        end: end.map(|days| later(now, shift + days)),
        past_invoices: *past,
        grace: *grace,
        minimum: past.then(|| eur(5_000)),
        discounts: vec![discount(percent, Some(later(now, 45))), discount(amount, None)],
        ..Subscribe::to(plans.collect())
    })))
}

fn command(deed: &Deed, now: Timestamp) -> Option<Command> {
    let invoice = |number: &u32| Handle::New(Noun::Invoice, *number);
    Some(match deed {
        Deed::Wait(_) => return None,
        Deed::Subscribe { .. } => subscribe(deed, now)?,
        Deed::Grant { cents, days } => Command::Grant(Box::new(Grant {
            name: String::new(),
            amount: eur(*cents),
            expires: days.map(|days| later(now, days)),
            subscription: None,
            products: Vec::new(),
        })),
        Deed::Pay { invoice: number, cents } => Command::MarkPaid(Box::new(MarkPaid {
            invoice: invoice(number),
            amount: cents.map(eur),
            kind: PaymentKind::Cash,
            date: None,
            note: None,
        })),
        Deed::Void(number) => Command::Void(invoice(number)),
        Deed::Reissue(number) => Command::Reissue(invoice(number)),
        Deed::Finalize(number) => Command::Finalize(invoice(number)),
        Deed::Minimum { subscription, cents } => {
            Command::PatchSubscription(Box::new(PatchSubscription {
                subscription: Handle::New(Noun::Subscription, *subscription),
                auto_charges: None,
                due_days: None,
                minimum: Some(Some(eur(*cents))),
            }))
        }
    })
}

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let plans = prop::sample::subsequence(vec![0, 1, 2, 3], 1..=4);
    let days = prop::option::of(1_i64..90);
    let subscribe = (plans, -60_i64..40, any::<bool>(), days.clone(), 0_u32..400_000, 0_i64..3_000)
        .prop_map(|(plans, shift, past, end, grace, off)| {
            let grace = if grace < 200_000 { 0 } else { grace };
            Deed::Subscribe { plans, shift, past, end, grace, off }
        });
    let deed = prop_oneof![
        4 => (0_i64..50).prop_map(Deed::Wait),
        2 => subscribe,
        2 => (1_i64..9_000, days).prop_map(|(cents, days)| Deed::Grant { cents, days }),
        3 => (1_u32..20, prop::option::of(1_i64..9_000))
            .prop_map(|(invoice, cents)| Deed::Pay { invoice, cents }),
        3 => (1_u32..20).prop_map(Deed::Void),
        2 => (1_u32..20).prop_map(Deed::Reissue),
        1 => (1_u32..20).prop_map(Deed::Finalize),
        1 => (1_u32..4, 0_i64..20_000)
            .prop_map(|(subscription, cents)| Deed::Minimum { subscription, cents }),
    ];
    prop::collection::vec(deed, 1..30)
}

fn live(deeds: &[Deed]) -> Snapshot {
    let mut snapshot = customer(Some(Ratio::new(19, 100).unwrap()));
    let mut now = at("2026-01-31T00:00:00Z");
    for deed in deeds {
        if let Deed::Wait(days) = deed {
            now = later(now, *days);
            advance(&mut snapshot, now);
        }
        if let Some(command) = command(deed, now) {
            // Refused or not, the books have to be right: `run` audits them.
            let _ = run(&mut snapshot, &command, now);
        }
        let again = decide(&snapshot, &Command::Instant, now).unwrap();
        assert!(again.is_empty(), "{again:?}");
    }
    snapshot
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn the_books_are_right_whatever_happens(deeds in deeds()) {
        let snapshot = live(&deeds);
        prop_assert_eq!(crate::explain::hold(&snapshot), Ok(()));
        prop_assert!(snapshot.subscriptions.iter().all(|own| own.parked.is_none()));
    }

    #[test]
    fn extremes_are_refused_or_parked(cents in prop::sample::select(vec![i64::MAX, i64::MIN, 1])) {
        let mut snapshot = customer(Some(Ratio::ONE));
        let definition = format!(
            r#"{{"pricing_type": "FIXED", "fixed_price": {{"price_per_unit": "0"}},
                "base_price": {{"currency": "EUR", "value_in_cents": {cents}}}}}"#
        );
        let plan = plan("vast", Term::every(Frequency::Month), Kind::Licence, &definition);
        let wanted = Subscribe::to(vec![Wanted::new(plan)]);
        let now = at("2026-01-31T00:00:00Z");
        let answer = run(&mut snapshot, &Command::Subscribe(Box::new(wanted)), now);
        let made = |facts: &Vec<Fact>| {
            facts.iter().any(|fact| matches!(fact, Fact::InvoiceFinalized(_)))
        };
        prop_assert_eq!(answer.is_ok_and(|facts| made(&facts)), cents == 1);
    }
}
