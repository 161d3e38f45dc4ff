//! A customer in memory for tests: plans from a few words, time that walks from due to due.

use std::sync::Arc;

use billing::audit::audit;
use billing::command::{AppliesTo, Command, Grant};
use billing::credit::{CreditValue, Origin};
use billing::customer::{Company, Customer, TaxRate};
use billing::decide::{decide, next_due, scoped};
use billing::definition::Value;
use billing::fact::Fact;
use billing::metering::NoUsage;
use billing::pricing::{Component, ItemPricing, Kind, ProductPricing};
use billing::project::project;
use billing::refusal::Refusal;
use billing::snapshot::Snapshot;
use calendar::{Measure, Term, Timestamp, Zone};
use money::Ratio;

pub fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

pub fn customer(tax: Option<Ratio>) -> Snapshot {
    let rate = |rate| TaxRate { name: "VAT".to_owned(), rate, country: None, region: None };
    let taxes = tax.map(rate).into_iter().collect();
    let company = Company { zone: Zone::UTC, measure: Measure::LocalDays, due_days: None, taxes };
    let customer = Customer {
        id: "acme".into(),
        override_taxes: None,
        country: None,
        state: None,
        managed_externally: false,
        rollup: None,
    };
    let snapshot = Snapshot::new(Arc::new(company), Arc::new(customer));
    Snapshot { meter: Arc::new(NoUsage), ..snapshot }
}

/// A plan of one component from the JSON of its price fields, in euros.
pub fn plan(name: &str, term: Term, kind: Kind, definition: &str) -> Arc<ProductPricing> {
    let definition: Value = serde_json::from_str(definition).unwrap();
    let currency = "EUR".parse().unwrap();
    let component = Component {
        id: name.into(),
        part: name.into(),
        name: name.to_owned(),
        metric: None,
        item: name.into(),
        counts_objects: false,
        aggregator: None,
        kind,
        term,
        pricing: ItemPricing::define(&definition, currency).unwrap(),
    };
    Arc::new(ProductPricing {
        id: name.into(),
        name: name.to_owned(),
        product: name.into(),
        gl_code: None,
        currency,
        minimum: None,
        components: vec![Arc::new(component)],
        archived: false,
    })
}

/// Gives acme a credit.
pub fn grant(value: impl Into<CreditValue>, expires: Option<Timestamp>) -> Command {
    Command::Grant(Box::new(Grant {
        customer: "acme".into(),
        name: String::new(),
        value: value.into(),
        origin: Origin::Grant,
        expires,
        subscription: None,
        products: Vec::new(),
        applies_to: AppliesTo::Nothing,
    }))
}

/// Decides, projects and audits.
pub fn run(
    snapshot: &mut Snapshot,
    command: &Command,
    now: Timestamp,
) -> Result<Vec<Fact>, Refusal> {
    let decided = decide(snapshot, command, now);
    let loaded = decide(&scoped(snapshot, command, now), command, now);
    assert_eq!(format!("{decided:?}"), format!("{loaded:?}"), "what was loaded decides");
    let facts = decided?;
    facts.iter().for_each(|fact| project(snapshot, fact).unwrap());
    assert_eq!(audit(snapshot), Vec::<String>::new());
    Ok(facts)
}

/// Walks from due instant to due instant.
pub fn advance(snapshot: &mut Snapshot, to: Timestamp) -> Vec<Fact> {
    let mut facts = Vec::new();
    let mut last = None;
    while let Some(due) = next_due(snapshot).filter(|due| *due <= to) {
        // What was due is done, and nothing becomes due before it.
        assert!(last < Some(due), "{due} is due again");
        last = Some(due);
        facts.extend(run(snapshot, &Command::RunDue, due).unwrap());
    }
    facts
}
