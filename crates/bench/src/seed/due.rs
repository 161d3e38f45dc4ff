//! Subscriptions that fall due together, made by the use cases that the API calls.

use std::sync::Arc;

use engine::catalog::{entitlements, pricings, products};
use engine::clock::HeldClock;
use engine::companies::NewCompany;
use engine::credits::{self, NewCredit};
use engine::{Actor, Engine, Failure, Location, Refusal, Session, customers, subscriptions};
use records::{Amount, CompanyId, Object};
use serde_json::{Value, json};

use super::deal::{CREDIT, Deal, MODELS, Model, later, object, start};
use crate::clock;
use crate::outcome::{Outcome, failed};
use crate::raw::Raw;

const BATCH: usize = 500;

/// What becomes of what is sold until it is due.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Life {
    Sold,
    /// Some are changed and paused in the middle of the month.
    Lived,
    /// Customers have parents, which begin to collect in the middle of the month.
    Families,
    /// Each customer has a credit, or none has.
    Credits(bool),
    /// Each product entitles to seats.
    Entitled,
}

/// What everybody may have some of.
pub const SEATS: &str = "seats";

/// Sells to all, and lets them live.
pub fn fill(url: &str, rows: usize, life: Life) -> Outcome<()> {
    let location = Location::parse(url)?;
    let held = Arc::new(HeldClock::at(start()));
    let clock = Arc::clone(&held);
    let engine = Engine::open(&location, clock).map_err(failed)?;
    let new = NewCompany {
        name: "Bench".to_owned(),
        currency: "EUR".to_owned(),
        timezone: "UTC".to_owned(),
        dev: false,
        demo: false,
    };
    let company = engine.create_company(new).map_err(failed)?.0.id;
    let filled = move |session: &mut Session<'_, '_>| catalog(session, life);
    let ids = engine.write(&company, Actor::default(), filled).wait().map_err(failed)?;
    let ids = Arc::new(ids);
    let sold = Arc::clone(&ids);
    in_batches(&engine, &company, ("selling", rows), move |session, deal| {
        sell(session, deal, (life, &sold))
    })?;
    if matches!(life, Life::Lived | Life::Families) {
        held.set(later());
        in_batches(&engine, &company, ("changing", rows), move |session, deal| match life {
            Life::Families => collect(session, deal),
            _ => live(session, deal, &ids),
        })?;
    }
    engine.stop();
    match url.starts_with("sqlite:") {
        true => Raw::write(url)?.script("PRAGMA wal_checkpoint(TRUNCATE)"),
        false => Ok(()),
    }
}

/// Does something with every deal, many in a transaction.
fn in_batches(
    engine: &Engine,
    company: &CompanyId,
    (word, rows): (&str, usize),
    each: impl Fn(&mut Session<'_, '_>, Deal) -> Result<(), Failure> + Clone + Send + 'static,
) -> Outcome<()> {
    let began = clock::now();
    let mut running = None;
    for first in (0..rows).step_by(BATCH) {
        let each = each.clone();
        let next = engine.write(company, Actor::default(), move |session| {
            (first..rows.min(first + BATCH)).try_for_each(|at| each(session, Deal { at }))
        });
        if let Some(before) = running.replace(next) {
            before.wait().map_err(failed)?;
        }
        if first % 10_000 == 0 {
            eprintln!("  {word} {first} of {rows} after {} s", began.elapsed().as_secs());
        }
    }
    if let Some(last) = running {
        last.wait().map_err(failed)?;
    }
    Ok(())
}

/// A pricing of each model.
fn catalog(session: &mut Session<'_, '_>, life: Life) -> Result<Vec<String>, Failure> {
    let mut ids = Vec::new();
    let mut entitles = json!([]);
    if life == Life::Entitled {
        let seats = json!({ "key": SEATS, "name": "Seats", "type": "NUMBER",
            "aggregator_type": "ADD", "adjust_for_quantity": true });
        entitlements::create(session, &object(seats))?;
        entitles = json!([{ "key": SEATS, "value": 3 }]);
    }
    for model in MODELS {
        let name = format!("Plan {model:?}");
        let body = object(json!({ "name": name, "entitlements": entitles }));
        let product = products::create(session, &body)?;
        ids.push(pricings::create(session, &model.pricing(&product.id))?.id);
    }
    Ok(ids)
}

fn sell(
    session: &mut Session<'_, '_>,
    deal: Deal,
    (life, ids): (Life, &[String]),
) -> Result<(), Failure> {
    let mut body = deal.customer();
    if life == Life::Families {
        let (group, is_new) = deal.group();
        if is_new {
            customers::create(session, &object(json!({ "identifier": group })))?;
        }
        body.insert("parent_customer_id".to_owned(), json!(id_of(session, &group)?));
    }
    let customer = customers::create(session, &body)?;
    let pricing = &ids[deal.model().place()];
    subscriptions::create(session, &deal.subscription(&customer.id, pricing))?;
    let gives = match life {
        Life::Credits(given) => given,
        Life::Sold | Life::Lived | Life::Families | Life::Entitled => deal.model() == Model::Laden,
    };
    if gives {
        // Given behind the first invoice, so that it pays the one that is measured.
        let unknown = |_| Refusal::invalid("/currency", "unknown", "EUR");
        let credit = NewCredit {
            customer_id: customer.id,
            name: "Voucher".to_owned(),
            amount: Amount::new("EUR".parse().map_err(unknown)?, CREDIT),
            expires_at: None,
            subscription_id: None,
        };
        credits::grant(session, &credit)?;
    }
    Ok(())
}

/// The id of a customer by its identifier.
fn id_of(session: &mut Session<'_, '_>, identifier: &str) -> Result<Value, Failure> {
    let unreadable = |_| Refusal::invalid("/identifier", "unknown", identifier);
    let answer = customers::get(session, identifier)?;
    let mut record: Object = serde_json::from_str(&answer).map_err(unreadable)?;
    Ok(record.remove("id").unwrap_or_default())
}

/// Lets its parent collect, at the dates of what was sold.
fn collect(session: &mut Session<'_, '_>, deal: Deal) -> Result<(), Failure> {
    let (group, first) = deal.group();
    if first {
        let config = json!({ "start_date": start().to_string(), "frequency": "MONTH" });
        let body = json!({ "child_rollup_billing": true, "child_rollup_billing_config": config });
        customers::update(session, &group, &object(body))?;
    }
    Ok(())
}

/// Changes or pauses it, where it is one of those.
fn live(session: &mut Session<'_, '_>, deal: Deal, ids: &[String]) -> Result<(), Failure> {
    if deal.is_changed() {
        let change = deal.change(&ids[deal.model().place()]);
        subscriptions::change(session, &deal.identifier(), &change)?;
    }
    if deal.is_paused() {
        subscriptions::pause(session, &deal.identifier(), &Object::new())?;
    }
    Ok(())
}
