//! Random lives of a customer: whatever is asked in whatever order, the audits hold, asking again
//! changes nothing, and credits come back once.

use std::sync::Arc;

use billing::command::{AskPause, Command, MarkPaid, PatchSubscription, Subscribe, Wanted};
use billing::customer::{Customer, Rollup};
use billing::decide::decide;
use billing::fact::{Fact, SubscriptionFact};
use billing::id::Handle;
use billing::invoice::{DiscountScope, Effect, PaymentKind};
use billing::pricing::{Kind, ProductPricing};
use billing::snapshot::Snapshot;
use billing::subscription::{Behaviour, NewDiscount};
use calendar::{Frequency, Term, Timestamp, Zone};
use money::{Amount, Ratio};
use proptest::prelude::*;

use crate::asks::{self, Ask};
use crate::world::{advance, at, customer, grant, plan, run};

#[derive(Clone, Debug)]
enum Deed {
    Wait(i64),
    Subscribe(Terms),
    Extend { subscription: u32, days: i64 },
    Pause { subscription: u32, void: bool, days: Option<i64> },
    Resume(u32),
    BillNext(u32),
    Grant { cents: i64, days: Option<i64> },
    Pay { invoice: u32, cents: Option<i64> },
    Void(u32),
    Reissue(u32),
    Finalize(u32),
    Minimum { subscription: u32, cents: i64 },
    Ask(Ask),
}

#[derive(Clone, Debug)]
struct Terms {
    plans: Vec<usize>,
    shift: i64,
    past: bool,
    end: Option<i64>,
    grace: u32,
    off: i64,
    trial: Option<i64>,
    renews: bool,
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
    (
        "prepaid",
        Frequency::Month,
        Kind::Usage,
        r#""fixed_price": {"price_per_unit": "0.07"}, "charge_type": "PRE_POST",
           "base_price": {"currency": "EUR", "value_in_cents": 999}, "proration_type": "NONE""#,
    ),
];

/// One of the plans that there are.
pub fn plan_of(place: usize) -> Arc<ProductPricing> {
    let (name, frequency, kind, prices) = DEFINITIONS[place];
    let definition = format!(r#"{{"pricing_type": "FIXED", {prices}}}"#);
    plan(name, Term::every(frequency), kind, &definition)
}

pub fn later(now: Timestamp, days: i64) -> Timestamp {
    Timestamp::from_second(now.as_second() + days * 86_400).unwrap()
}

fn eur(minor: i64) -> Amount {
    Amount::new("EUR".parse().unwrap(), minor)
}

fn subscribe(terms: &Terms, now: Timestamp) -> Command {
    let Terms { shift, past, end, grace, off, .. } = terms;
    let plans = terms.plans.iter().map(|place| Wanted::new(plan_of(*place)));
    let discount = |effect, expires| NewDiscount {
        name: "off".to_owned(),
        scope: DiscountScope::Anything,
        effect,
        cap: Some(eur(2_000)),
        expires,
        details: Default::default(),
    };
    let percent = Effect::Percent(Ratio::new(33, 100).unwrap());
    let amount = Effect::Amount { amount: eur(*off), used: eur(0) };
    let trial = terms.trial.map(|days| later(now, shift + days));
    Command::Subscribe(Box::new(Subscribe {
        trial,
        auto_renews: terms.renews,
        start: Some(later(now, *shift)),
        anchor: (!past).then(|| later(now, shift * 2)),
        end: end.map(|days| later(now, shift + days)).filter(|end| trial.is_none_or(|t| t <= *end)),
        past_invoices: *past,
        grace: *grace,
        minimum: past.then(|| eur(5_000)),
        discounts: vec![discount(percent, Some(later(now, 45))), discount(amount, None)],
        ..Subscribe::to("acme", plans.collect())
    }))
}

fn command(deed: &Deed, now: Timestamp) -> Option<Command> {
    let invoice = |number: &u32| Handle::new(*number);
    let subscription = |number: &u32| Handle::new(*number);
    Some(match deed {
        Deed::Wait(_) => return None,
        Deed::Subscribe(terms) => subscribe(terms, now),
        Deed::Extend { subscription: number, days } => {
            Command::Extend { subscription: subscription(number), end: later(now, *days) }
        }
        Deed::Pause { subscription: number, void, days } => Command::Pause(AskPause {
            subscription: subscription(number),
            behaviour: if *void { Behaviour::Void } else { Behaviour::Draft },
            resume: days.map(|days| later(now, days)),
        }),
        Deed::Resume(number) => Command::Resume(subscription(number)),
        Deed::BillNext(number) => Command::BillNext(subscription(number)),
        Deed::Grant { cents, days } => grant(eur(*cents), days.map(|days| later(now, days))),
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
        Deed::Ask(ask) => asks::command(ask, now),
        Deed::Minimum { subscription: number, cents } => {
            Command::PatchSubscription(Box::new(PatchSubscription {
                subscription: subscription(number),
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
    let time = (-60_i64..40, any::<bool>(), days.clone(), days.clone(), any::<bool>());
    let subscribe = (plans, time, 0_u32..400_000, 0_i64..3_000).prop_map(
        |(plans, (shift, past, end, trial, renews), grace, off)| {
            let grace = if grace < 200_000 { 0 } else { grace };
            Deed::Subscribe(Terms { plans, shift, past, end, grace, off, trial, renews })
        },
    );
    let pause = (1_u32..4, any::<bool>(), days.clone())
        .prop_map(|(subscription, void, days)| Deed::Pause { subscription, void, days });
    let deed = prop_oneof![
        4 => (0_i64..50).prop_map(Deed::Wait),
        2 => subscribe,
        6 => asks::asks().prop_map(Deed::Ask),
        1 => (1_u32..4, 1_i64..90)
            .prop_map(|(subscription, days)| Deed::Extend { subscription, days }),
        2 => pause,
        2 => (1_u32..4).prop_map(Deed::Resume),
        2 => (1_u32..4).prop_map(Deed::BillNext),
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

fn live(deeds: &[Deed], rollup: Option<Frequency>) -> Snapshot {
    let mut snapshot = customer(Some(Ratio::new(19, 100).unwrap()));
    let mut now = at("2026-01-31T00:00:00Z");
    let rollup = rollup.map(|frequency| Rollup {
        start: now,
        zone: Zone::UTC,
        term: Term::every(frequency),
        auto_charges: false,
        due_days: None,
        last: None,
        ends: None,
    });
    let payer = Arc::new(Customer { rollup, ..Customer::clone(&snapshot.payer) });
    (snapshot.customers, snapshot.payer) = (vec![payer.clone()], payer);
    let mut facts = Vec::new();
    for deed in deeds {
        if let Deed::Wait(days) = deed {
            now = later(now, *days);
            facts.extend(advance(&mut snapshot, now));
        }
        if let Some(command) = command(deed, now) {
            // Refused or not, the books have to be right: `run` audits them.
            facts.extend(run(&mut snapshot, &command, now).unwrap_or_default());
        }
        moves_add_up(&snapshot, &facts);
        let again = decide(&snapshot, &Command::RunDue, now).unwrap();
        assert!(again.is_empty(), "{again:?}");
    }
    snapshot
}

/// All moves of recurring revenue together are what it is.
fn moves_add_up(snapshot: &Snapshot, facts: &[Fact]) {
    for known in &snapshot.subscriptions {
        let by = facts.iter().filter_map(|fact| match fact {
            Fact::Subscription {
                subscription, fact: SubscriptionFact::Valued { by, .. }, ..
            } if *subscription == known.id => Some(by.minor),
            _ => None,
        });
        assert_eq!(by.sum::<i64>(), known.recurring_revenue.mrr.minor, "{}", known.id);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn the_books_are_right_whatever_happens(deeds in deeds()) {
        let snapshot = live(&deeds, None);
        prop_assert_eq!(crate::explain::hold(&snapshot), Ok(()));
        prop_assert!(snapshot.subscriptions.iter().all(|known| known.parked.is_none()));
    }

    #[test]
    fn the_books_of_a_rollup_are_right_whatever_happens(deeds in deeds(), weekly in any::<bool>()) {
        let frequency = if weekly { Frequency::Week } else { Frequency::Month };
        let snapshot = live(&deeds, Some(frequency));
        prop_assert_eq!(crate::explain::hold(&snapshot), Ok(()));
        prop_assert!(snapshot.subscriptions.iter().all(|known| known.parked.is_none()));
    }

    #[test]
    fn extremes_are_refused_or_parked(cents in prop::sample::select(vec![i64::MAX, i64::MIN, 1])) {
        let mut snapshot = customer(Some(Ratio::ONE));
        let definition = format!(
            r#"{{"pricing_type": "FIXED", "fixed_price": {{"price_per_unit": "0"}},
                "base_price": {{"currency": "EUR", "value_in_cents": {cents}}}}}"#
        );
        let plan = plan("vast", Term::every(Frequency::Month), Kind::Licence, &definition);
        let wanted = Subscribe::to("acme", vec![Wanted::new(plan)]);
        let now = at("2026-01-31T00:00:00Z");
        let answer = run(&mut snapshot, &Command::Subscribe(Box::new(wanted)), now);
        let made = |facts: &Vec<Fact>| {
            facts.iter().any(|fact| fact.invoice_issued().is_some())
        };
        prop_assert_eq!(answer.is_ok_and(|facts| made(&facts)), cents == 1);
    }
}
