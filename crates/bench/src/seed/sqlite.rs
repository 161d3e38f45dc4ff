//! Fills a SQLite file through the store's own functions, thousands of customers a job.

use std::collections::VecDeque;
use std::sync::Arc;

use engine::clock::SystemClock;
use engine::companies::NewCompany;
use engine::{Engine, Ids, Location};
use records::{CompanyId, Customer, CustomerId};
use serde_json::json;
use store::fact::NewFact;
use store::{Error, Pending, Store, Tx};

use super::customer::{GROUP, STEP, Sample};
use crate::clock;
use crate::outcome::{Outcome, failed};
use crate::raw::Raw;

const BATCH: usize = 4000;

pub fn fill(url: &str, rows: usize) -> Outcome<()> {
    let start = clock::now();
    let location = Location::parse(url)?;
    let company = company(&location)?;
    let store = Store::open(&location)?;
    let ids = Ids::default();
    let mut parents = Vec::new();
    let mut running: VecDeque<Pending<(), Error>> = VecDeque::new();
    for first in (0..rows).step_by(BATCH) {
        let mut batch = Vec::with_capacity(BATCH);
        for at in first..rows.min(first + BATCH) {
            let sample = Sample { at, rows };
            let id = CustomerId::from(ids.next("cus_", sample.created_at()));
            if at % 600 == 0 {
                parents.push(id.clone());
            }
            let parent = sample.parent().and_then(|at| parents.get(at / 600).cloned());
            let fact = ids.next("evt_", sample.created_at());
            batch.push((sample.record(&company, id, parent), fact));
        }
        running.push_back(store.write(move |tx: &mut Tx<'_>| insert(tx, &batch)));
        if running.len() > 2
            && let Some(oldest) = running.pop_front()
        {
            oldest.wait()?;
        }
        if first % 100_000 == 0 {
            eprintln!("  seeding {first} of {rows} after {} s", start.elapsed().as_secs());
        }
    }
    running.into_iter().try_for_each(Pending::wait)?;
    revenue(url, rows)?;
    store.stop();
    Raw::write(url)?.script("PRAGMA wal_checkpoint(TRUNCATE)")
}

fn company(location: &Location) -> Outcome<CompanyId> {
    let engine = Engine::open(location, Arc::new(SystemClock)).map_err(failed)?;
    let new = NewCompany {
        name: "Bench".to_owned(),
        currency: "EUR".to_owned(),
        timezone: "Europe/Berlin".to_owned(),
        dev: false,
        demo: false,
    };
    let (company, _) = engine.create_company(new).map_err(failed)?;
    engine.stop();
    Ok(company.id)
}

fn insert(tx: &mut Tx<'_>, batch: &[(Customer, String)]) -> Result<(), Error> {
    for (customer, fact) in batch {
        store::customer::insert(tx, customer, 1)?;
        let values = json!({
            "identifier": customer.identifier, "email": customer.email, "name": customer.name,
            "org_name": customer.org_name, "phone": customer.phone, "tags": customer.tags,
            "metadata": customer.metadata, "address": customer.address,
        });
        let data = json!({ "kind": "customer", "id": customer.id, "values": values });
        let fact = NewFact {
            company: &customer.company_id,
            id: fact,
            event_type: "customer.created",
            data_type: "customer",
            object_id: &customer.id,
            created_at: customer.created_at,
            data: data.to_string(),
            actor: "CYCLE",
        };
        store::fact::add(tx, fact)?;
    }
    Ok(())
}

/// Three in five have revenue; nothing makes any yet, so it is put into the columns.
fn revenue(url: &str, rows: usize) -> Outcome<()> {
    let groups = (rows / GROUP).max(1);
    let cents = format!("((created_at / {STEP}) % {groups} + 1) * 100");
    Raw::write(url)?.script(&format!(
        "UPDATE customer SET mrr = {cents}, arr = 12 * {cents}, revenue_currency = 'EUR'
         WHERE created_at % 5 < 3"
    ))
}
