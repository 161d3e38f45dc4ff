//! Subscriptions that fall due together, made by the use cases that the API calls.

use std::sync::Arc;

use engine::catalog::{pricings, products};
use engine::clock::HeldClock;
use engine::companies::NewCompany;
use engine::credits::{self, NewCredit};
use engine::{Actor, Engine, Failure, Location, Refusal, Session, customers, subscriptions};
use records::{Amount, CompanyId, Object};
use serde_json::json;

use super::deal::{CREDIT, Deal, MODELS, Model, later, object, start};
use crate::clock;
use crate::outcome::{Outcome, failed};
use crate::raw::Raw;

const BATCH: usize = 500;

/// Sells to all; `lived` changes and pauses some of what was sold in the middle of the month.
pub fn fill(url: &str, rows: usize, lived: bool) -> Outcome<()> {
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
    let ids = engine.write(&company, Actor::default(), catalog).wait().map_err(failed)?;
    let ids = Arc::new(ids);
    let sold = Arc::clone(&ids);
    in_batches(&engine, &company, ("selling", rows), move |session, deal| {
        sell(session, deal, &sold)
    })?;
    if lived {
        held.set(later());
        in_batches(&engine, &company, ("changing", rows), move |session, deal| {
            live(session, deal, &ids)
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
fn catalog(session: &mut Session<'_, '_>) -> Result<Vec<String>, Failure> {
    let mut ids = Vec::new();
    for model in MODELS {
        let body = object(json!({ "name": format!("Plan {model:?}") }));
        let product = products::create(session, &body)?;
        ids.push(pricings::create(session, &model.pricing(&product.id))?.id);
    }
    Ok(ids)
}

fn sell(session: &mut Session<'_, '_>, deal: Deal, ids: &[String]) -> Result<(), Failure> {
    let customer = customers::create(session, &deal.customer())?;
    let pricing = &ids[deal.model().place()];
    subscriptions::create(session, &deal.subscription(&customer.id, pricing))?;
    if deal.model() == Model::Laden {
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
