//! Decisions that a timeline cannot show: usage that comes late, being asked twice, being late.

use std::sync::{Arc, Mutex};

use billing::command::{AskChange, Command, Subscribe, Wanted};
use billing::fact::{Fact, InvoiceFact, SubscriptionFact};
use billing::invoice::InvoiceState;
use billing::metering::{Meter, Metered, UsageNotLoaded};
use billing::pricing::{Configuration, Kind};
use billing::snapshot::Snapshot;
use billing::subscription::{Changes, Proration, Timing};
use calendar::{Frequency, Term};
use money::{Quantity, Ratio};

use crate::world::{advance, at, customer, plan, run};

/// Usage that tests can change.
#[derive(Debug, Default)]
struct Gauge(Mutex<i64>);

impl Gauge {
    fn set(&self, units: i64) {
        *self.0.lock().unwrap() = units;
    }
}

impl Meter for Gauge {
    fn used(&self, _: &Metered) -> Result<Ratio, UsageNotLoaded> {
        Ok(Ratio::from(*self.0.lock().unwrap()))
    }
}

const MONTH: Frequency = Frequency::Month;

fn subscribed(definition: &str, minimum: i64, grace: u32) -> (Snapshot, Arc<Gauge>) {
    let gauge = Arc::new(Gauge::default());
    let mut snapshot = customer(None);
    snapshot.meter = gauge.clone();
    let plan = plan("api", Term::every(MONTH), Kind::Usage, definition);
    let minimum_units = Quantity::new(Ratio::from(minimum)).unwrap();
    let configs = vec![Configuration { minimum_units, ..Configuration::default() }];
    let wanted = Wanted { configurations: configs, ..Wanted::new(plan) };
    let wanted = Subscribe { grace, ..Subscribe::to("acme", vec![wanted]) };
    let start = at("2026-01-01T00:00:00Z");
    run(&mut snapshot, &Command::Subscribe(Box::new(wanted)), start).unwrap();
    (snapshot, gauge)
}

fn totals(snapshot: &Snapshot) -> Vec<i64> {
    snapshot.invoices.iter().map(|invoice| invoice.totals.total.minor).collect()
}

const PREPAID: &str = r#"{"pricing_type": "FIXED", "charge_type": "PRE_POST", "carryover": false,
    "fixed_price": {"price_per_unit": "0.10"}}"#;

#[test]
fn what_exceeds_the_prepaid_units_is_billed_at_the_end() {
    let (mut snapshot, gauge) = subscribed(PREPAID, 100, 0);
    gauge.set(130);
    advance(&mut snapshot, at("2026-02-01T00:00:00Z"));
    gauge.set(40);
    advance(&mut snapshot, at("2026-03-01T00:00:00Z"));
    // 10.00 in advance; 3.00 more and 10.00 again; nothing more and 10.00 again.
    assert_eq!(totals(&snapshot), [1000, 1300, 1000]);
}

#[test]
fn units_left_over_pay_later_periods() {
    let carried = PREPAID.replace("false", "true");
    let (mut snapshot, gauge) = subscribed(&carried, 100, 0);
    // The term is a month, so that leftovers lapse with every period here.
    gauge.set(40);
    advance(&mut snapshot, at("2026-02-01T00:00:00Z"));
    gauge.set(130);
    advance(&mut snapshot, at("2026-03-01T00:00:00Z"));
    assert_eq!(totals(&snapshot), [1000, 1000, 1300]);
}

#[test]
fn a_draft_takes_usage_that_comes_within_its_grace() {
    let definition = r#"{"pricing_type": "FIXED", "fixed_price": {"price_per_unit": "0.10"},
        "minimum_spend": {"currency": "EUR", "value_in_cents": 2000}}"#;
    let (mut snapshot, gauge) = subscribed(definition, 0, 86_400);
    gauge.set(50);
    advance(&mut snapshot, at("2026-02-01T00:00:00Z"));
    assert_eq!(totals(&snapshot), [2000]);
    gauge.set(300);
    advance(&mut snapshot, at("2026-02-02T00:00:00Z"));
    assert_eq!(totals(&snapshot), [3000]);
    assert!(matches!(snapshot.invoices[0].state, InvoiceState::Pending(_)));
}

#[test]
fn a_new_anchor_waits_for_usage_too() {
    let definition = r#"{"pricing_type": "FIXED", "fixed_price": {"price_per_unit": "0.10"},
        "minimum_spend": {"currency": "EUR", "value_in_cents": 3100}}"#;
    let (mut snapshot, gauge) = subscribed(definition, 0, 86_400);
    gauge.set(50);
    let change = AskChange {
        subscription: snapshot.subscriptions[0].id.clone(),
        timing: Timing::Immediate,
        custom_date: None,
        proration: Proration::Immediate,
        wanted: Changes { reset_anchor: true, ..Changes::default() },
    };
    let noon = at("2026-01-11T00:00:00Z");
    run(&mut snapshot, &Command::Change(Box::new(change)), noon).unwrap();
    // Ten of 31 days of the minimum, of which 5.00 were used.
    assert_eq!(totals(&snapshot), [1000]);
    assert!(matches!(snapshot.invoices[0].state, InvoiceState::Draft { .. }));
    gauge.set(120);
    advance(&mut snapshot, at("2026-01-12T00:00:00Z"));
    assert_eq!(totals(&snapshot), [1200]);
    assert!(matches!(snapshot.invoices[0].state, InvoiceState::Pending(_)));
    gauge.set(0);
    advance(&mut snapshot, at("2026-02-12T00:00:00Z"));
    assert_eq!(totals(&snapshot), [1200, 3100]);
}

#[test]
fn asking_again_changes_nothing() {
    let (mut snapshot, _) = subscribed(PREPAID, 100, 0);
    let now = at("2026-02-01T00:00:00Z");
    assert!(!run(&mut snapshot, &Command::RunDue, now).unwrap().is_empty());
    assert!(run(&mut snapshot, &Command::RunDue, now).unwrap().is_empty());
}

#[test]
fn a_late_run_bills_the_same_with_its_own_date() {
    let (mut walked, _) = subscribed(PREPAID, 100, 0);
    let (mut late, _) = subscribed(PREPAID, 100, 0);
    let now = at("2026-06-15T00:00:00Z");
    advance(&mut walked, now);
    let facts = run(&mut late, &Command::RunDue, now).unwrap();
    let dated = |snapshot: &Snapshot| -> Vec<_> {
        let of =
            |invoice: &Arc<billing::invoice::Invoice>| (invoice.billing_date, invoice.totals.total);
        snapshot.invoices.iter().map(of).collect()
    };
    assert_eq!(dated(&walked), dated(&late));
    for fact in facts {
        if let Fact::Invoice { fact: InvoiceFact::Finalized(known), .. } = fact {
            assert_eq!(known.issue().unwrap().date, now);
        }
    }
}

#[test]
fn every_kind_of_fact_has_its_name() {
    let (mut snapshot, _) = subscribed(PREPAID, 100, 0);
    let facts = advance(&mut snapshot, at("2026-02-01T00:00:00Z"));
    let names: Vec<&str> = facts.iter().map(|fact| fact.kind().event_type()).collect();
    assert_eq!(names, ["subscription.renewed", "subscription.billed", "invoice.finalized"]);
}

#[test]
fn too_many_invoices_on_one_day_park_the_subscription() {
    let (mut snapshot, _) = subscribed(PREPAID, 100, 0);
    let subscription = Arc::make_mut(&mut snapshot.subscriptions[0]);
    let noon = at("2026-02-01T12:00:00Z");
    subscription.state.day = Some((noon, 100));
    let facts = advance(&mut snapshot, noon);
    let parked = facts.iter().any(|fact| {
        matches!(fact, Fact::Subscription { fact: SubscriptionFact::Parked { .. }, .. })
    });
    assert!(parked && snapshot.invoices.len() == 1);
    // The next day is another one; a retry bills what was left.
    Arc::make_mut(&mut snapshot.subscriptions[0]).state.day = None;
    let id = snapshot.subscriptions[0].id.clone();
    run(&mut snapshot, &Command::Retry(id), noon).unwrap();
    assert_eq!(totals(&snapshot), [1000, 1000]);
}

#[test]
fn a_draft_that_cannot_be_counted_waits_for_a_retry() {
    let definition = r#"{"pricing_type": "FIXED", "fixed_price": {"price_per_unit": "999999999"}}"#;
    let (mut snapshot, gauge) = subscribed(definition, 0, 86_400);
    advance(&mut snapshot, at("2026-02-01T00:00:00Z"));
    gauge.set(i64::MAX);
    let facts = advance(&mut snapshot, at("2026-04-01T00:00:00Z"));
    let parked = facts.iter().filter(|fact| {
        matches!(fact, Fact::Subscription { fact: SubscriptionFact::Parked { .. }, .. })
    });
    assert_eq!(parked.count(), 1);
    gauge.set(1);
    let id = snapshot.subscriptions[0].id.clone();
    run(&mut snapshot, &Command::Retry(id), at("2026-04-01T00:00:00Z")).unwrap();
    assert_eq!(totals(&snapshot), [99_999_999_900; 3]);
}
