//! Subscriptions in great number, as they stand in a table: a few are made by the use cases of the
//! API, and their rows are varied and inserted by the store's own functions.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use engine::catalog::{pricings, products};
use engine::clock::HeldClock;
use engine::companies::NewCompany;
use engine::{Actor, Engine, Failure, Ids, Location, Session, customers, subscriptions};
use records::{CompanyId, Customer, CustomerId, Moment};
use serde_json::{Value, json};
use store::label::Label;
use store::subscription::{Columns, Copied, New, Whole};
use store::{Error, Pending, Store, Tx};

use super::customer::{GROUP, STEP, Sample};
use super::deal::{Deal, MODELS, Model, object, start};
use crate::clock;
use crate::outcome::{Outcome, broken, failed};
use crate::raw::Raw;

const BATCH: usize = 2000;
/// Subscriptions that a customer has.
pub const EACH: usize = 4;
/// Pricings that are sold, the models by turns.
const PRICINGS: usize = 48;
const DAY: i64 = 86_400_000_000;

/// What the subscription at a place of a seed of a given size has.
#[derive(Clone, Copy)]
pub struct Standing {
    pub at: usize,
    pub rows: usize,
}

impl Standing {
    fn groups(self) -> usize {
        (self.rows / GROUP).max(1)
    }

    pub fn customer(self) -> Sample {
        Sample { at: self.at / EACH, rows: (self.rows / EACH).max(1) }
    }

    pub fn created_at(self) -> Moment {
        let at = i64::try_from(self.at).unwrap_or(0);
        Moment::from_micros(1_672_531_200_000_000 + at * STEP / 4 + at * 7919 % 1000)
    }

    /// Spread over all of time, in another order than they were made in.
    pub fn shuffled(self, days: i64) -> Moment {
        let place = i64::try_from(self.at * 7919 % self.rows.max(1)).unwrap_or(0);
        let rows = i64::try_from(self.rows.max(1)).unwrap_or(1);
        Moment::from_micros(start().micros() + place * (days * DAY / rows).max(1))
    }

    pub fn identifier(self) -> String {
        format!("sub-{:07}", self.at)
    }

    pub fn group(self) -> String {
        format!("group-{}", self.at * 31 % self.groups())
    }

    pub fn cohort(self) -> String {
        format!("cohort-{}", self.at % self.groups())
    }

    pub fn seller(self) -> Option<String> {
        (self.at % 5 < 3).then(|| format!("sale_{:026}", self.at * 17 % 200))
    }

    pub fn mrr(self) -> i64 {
        i64::try_from(self.at % self.groups() + 1).unwrap_or(1) * 100
    }

    pub fn status(self) -> &'static str {
        match self.at % 20 {
            3 => "CANCELLED",
            7 => "PENDING",
            _ => "ACTIVE",
        }
    }

    fn tags(self) -> Vec<String> {
        let common = (self.at % 5 < 2).then(|| "smb".to_owned());
        common.into_iter().chain([self.cohort()]).collect()
    }
}

/// What is the same for all.
struct Shop {
    company: CompanyId,
    pricings: Vec<(String, String)>,
    patterns: Vec<Whole>,
}

pub fn fill(url: &str, rows: usize) -> Outcome<()> {
    let began = clock::now();
    let location = Location::parse(url)?;
    let shop = Arc::new(shop(&location)?);
    let store = Store::open(&location)?;
    let ids = Arc::new(Ids::default());
    let mut running: VecDeque<Pending<(), Error>> = VecDeque::new();
    for first in (0..rows).step_by(BATCH) {
        let (shop, ids) = (Arc::clone(&shop), Arc::clone(&ids));
        running.push_back(store.write(move |tx: &mut Tx<'_>| {
            let places = (first..rows.min(first + BATCH)).step_by(EACH);
            places.clone().try_for_each(|at| put(tx, &shop, &ids, Standing { at, rows }))
        }));
        if running.len() > 2
            && let Some(oldest) = running.pop_front()
        {
            oldest.wait()?;
        }
        if first % 50_000 == 0 {
            eprintln!("  seeding {first} of {rows} after {} s", began.elapsed().as_secs());
        }
    }
    running.into_iter().try_for_each(Pending::wait)?;
    store.stop();
    Raw::write(url)?.script("PRAGMA wal_checkpoint(TRUNCATE)")
}

fn shop(location: &Location) -> Outcome<Shop> {
    let engine = Engine::open(location, Arc::new(HeldClock::at(start()))).map_err(failed)?;
    let new = NewCompany {
        name: "Bench".to_owned(),
        currency: "EUR".to_owned(),
        timezone: "UTC".to_owned(),
        dev: false,
        demo: false,
    };
    let company = engine.create_company(new).map_err(failed)?.0.id;
    let work = engine.write(&company, Actor::default(), catalog);
    let (pricings, customer) = work.wait().map_err(failed)?;
    engine.stop();
    let store = Store::open(location)?;
    let of = company.clone();
    let patterns = store.read(move |tx: &mut Tx<'_>| {
        store::subscription::every_of(tx, &of, vec![customer.clone()])
    });
    let patterns = patterns.wait()?;
    store.stop();
    match patterns.len() == pricings.len() {
        true => Ok(Shop { company, pricings, patterns }),
        false => Err(broken("a pattern is missing")),
    }
}

/// Pricings with their products, and a customer with a subscription to each of them.
fn catalog(session: &mut Session<'_, '_>) -> Result<(Vec<(String, String)>, CustomerId), Failure> {
    let pattern = object(json!({ "identifier": "pattern" }));
    let customer = customers::create(session, &pattern)?.id;
    let mut all = Vec::new();
    for place in 0..PRICINGS {
        // One that nothing else is around: patterns are to be alike.
        let model = MODELS[place % (MODELS.len() - 1)];
        let body = object(json!({ "name": format!("Plan {place} {model:?}") }));
        let product = products::create(session, &body)?.id;
        let pricing = pricings::create(session, &model.pricing(&product))?.id;
        let mut deal = Deal { at: place };
        while deal.model() == Model::Laden {
            deal.at += 2;
        }
        let mut body = deal.subscription(&customer, &pricing);
        body.insert("identifier".to_owned(), json!(format!("pattern-{place}")));
        subscriptions::create(session, &body)?;
        all.push((pricing, product));
    }
    Ok((all, customer))
}

/// A customer with its subscriptions.
fn put(tx: &mut Tx<'_>, shop: &Shop, ids: &Ids, first: Standing) -> Result<(), Error> {
    let id = ids.next("cus_", first.created_at()).into();
    let customer = first.customer().record(&shop.company, id, None);
    store::customer::insert(tx, &customer, 1)?;
    let all = (first.at..first.rows.min(first.at + EACH))
        .map(|at| row(shop, ids, &customer, Standing { at, ..first }))
        .collect::<Result<Vec<New>, Error>>()?;
    store::subscription::insert_many(tx, &shop.company, &all)
}

fn row(shop: &Shop, ids: &Ids, customer: &Customer, standing: Standing) -> Result<New, Error> {
    let at = standing.at;
    let place = at * 7 % PRICINGS;
    let (pattern, (pricing, product)) = (&shop.patterns[place], &shop.pricings[place]);
    let over = standing.status() == "CANCELLED";
    let later = standing.shuffled(365);
    let broken = |error: serde_json::Error| Error::Broken(error.to_string());
    let mut doc: Value = serde_json::from_str(&pattern.doc).map_err(broken)?;
    let tags = standing.tags();
    doc["tags"] = json!(tags);
    let labels = tags
        .iter()
        .map(|tag| Label::new("tag", tag))
        .chain([Label::new("pricing", pricing), Label::new("product", product)]);
    let labels: BTreeSet<Label> = labels.collect();
    Ok(New {
        columns: Columns {
            id: ids.next("subs_", standing.created_at()).into(),
            customer_id: customer.id.clone(),
            billed_customer_id: customer.id.clone(),
            identifier: Some(standing.identifier()),
            status: standing.status().to_owned(),
            mrr: if over { 0 } else { standing.mrr() },
            arr: if over { 0 } else { standing.mrr() * 12 },
            start_date: standing.created_at(),
            end_date: over.then_some(later),
            effective_end_date: over.then_some(later),
            renewal_date: (!over).then_some(later),
            next_invoice_date: (!over).then_some(later),
            auto_charges: at.is_multiple_of(3),
            auto_renews: at % 10 != 1,
            trial: at % 100 == 11,
            group_id: Some(standing.group()),
            sales_user_id: standing.seller().map(Into::into),
            past_due_at: (at % 50 == 13).then_some(standing.created_at()),
            created_at: standing.created_at(),
            updated_at: later,
            ..pattern.columns.clone()
        },
        copied: Copied {
            owner_id: customer.owner_id.clone(),
            parent_customer_id: None,
            exclude_from_metrics: customer.exclude_from_metrics,
            managed_externally: customer.managed_externally,
        },
        doc: doc.to_string(),
        terms: pattern.documents.terms.clone(),
        progress: pattern.documents.progress.clone(),
        discounts: pattern.discounts.clone(),
        life: pattern.documents.life.clone(),
        labels,
        names: store::customer::names(customer).into_iter().map(str::to_owned).collect(),
    })
}
