//! The cycle: everything due in a company, a batch of customers at a time. A batch is loaded and
//! decided beside the writer while those before it are written.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use billing::command::Command;
use billing::fact::{Fact, InvoiceFact, SubscriptionFact};
use records::{CompanyId, CustomerId, Moment};
use store::billed::{Billed, Claim, Key};

use super::apply::{ApplyContext, Prepared, RequestDetails, write};
use super::decide_all::decide_measured;
use super::load::{LoadScope, Scope, Unloaded, load_each};
use super::numbering_order::{NumberingOrder, NumberingPlace};
use super::parts::{parts, together};
use super::tally::Tally;
use super::{park, stored};
use crate::clock::Stopwatch;
use crate::customers;
use crate::{Actor, Engine, Failure, Session};

/// So many customers are decided and written together.
const BATCH: i64 = 500;
/// So many batches are written at once where several can write.
const ABREAST: usize = 3;
/// How often a run that takes long says how far it is.
const TELL_EVERY: Duration = Duration::from_secs(10);
/// How long a process may keep customers to itself.
pub(crate) const LEASE_MICROS: i64 = 5_000_000;

/// Decided customers on their way to the writer.
struct Batch {
    now: Moment,
    prepared: Vec<Prepared>,
    unloaded: Vec<Unloaded>,
}

impl Batch {
    /// Each of its parts is a transaction of its own.
    fn parts(self) -> Vec<Batch> {
        let Batch { now, prepared, unloaded } = self;
        let parts = parts(prepared).into_iter();
        let mut all: Vec<Batch> =
            parts.map(|prepared| Batch { now, prepared, unloaded: Vec::new() }).collect();
        if !unloaded.is_empty() {
            all.push(Batch { now, prepared: Vec::new(), unloaded });
        }
        all
    }
}

impl Engine {
    /// When anything of a company is next due, up to an instant.
    pub fn next_due(
        &self,
        company: &CompanyId,
        until: Moment,
    ) -> store::Pending<Option<Moment>, Failure> {
        let company = company.to_owned();
        self.store.read(move |tx| {
            let billed = store::billed::next_due(tx, &company, until)?;
            let lapses = store::contract::next_due(tx, &company, until)?;
            Ok([billed, lapses].into_iter().flatten().min())
        })
    }

    /// Bills what is due in a company at its own time, until nothing is.
    pub(crate) async fn bill_company(
        &self,
        company: &CompanyId,
        claims: bool,
    ) -> Result<Tally, Failure> {
        let mut all = Tally::default();
        self.wake_late(company).await?;
        self.expire_contracts(company).await?;
        loop {
            self.turn_rollups(company).await?;
            let tally = self.pass(company, claims).await?;
            all.add(tally);
            if tally.customers == 0 || self.is_winding_down() {
                return Ok(all);
            }
        }
    }

    /// Rollups that begin or end until now do so before anything due then is billed.
    async fn turn_rollups(&self, company: &CompanyId) -> Result<(), Failure> {
        loop {
            let (tools, of) = (Arc::clone(&self.tools), company.to_owned());
            let turning = self.store.read(move |tx| -> Result<_, Failure> {
                let session = Session::open(tx, &tools, &of, Actor::default())?;
                let now = session.now();
                Ok(store::rollup::next_turn(session.tx, &of, now)?)
            });
            let Some(id) = turning.await? else { return Ok(()) };
            let (tools, of) = (Arc::clone(&self.tools), company.to_owned());
            let turned = self.store.write(move |tx| -> Result<(), Failure> {
                let mut session = Session::open(tx, &tools, &of, Actor::default())?;
                customers::turn(&mut session, &id)
            });
            turned.await?;
        }
    }

    /// One walk over all that is due.
    async fn pass(&self, company: &CompanyId, claims: bool) -> Result<Tally, Failure> {
        let (mut all, mut after) = (Tally::default(), None);
        let abreast = if self.store.is_shared() { ABREAST } else { 1 };
        let order = Arc::<NumberingOrder>::default();
        let mut writing = VecDeque::with_capacity(abreast);
        let mut watch = Stopwatch::start();
        loop {
            if watch.elapsed() > TELL_EVERY {
                let Tally { customers, invoices, .. } = all;
                tracing::info!(%company, customers, invoices, "still billing what is due");
                watch = Stopwatch::start();
            }
            let (keys, last) = self.due(company, after.take(), claims).await?;
            let mut ids: Vec<CustomerId> = keys.into_iter().map(|key| key.customer_id).collect();
            while !ids.is_empty() {
                let (decided, rest) = self.decided(company, ids).await?;
                ids = rest;
                for batch in decided.parts() {
                    let mut spent = None;
                    if writing.len() >= abreast
                        && let Some((written, batch)) = writing.pop_front()
                    {
                        all.add(written_tally(written).await?);
                        self.tools.billing.moved_on(self.wall_now());
                        spent = Some(batch);
                    }
                    let batch = Arc::new(Mutex::new(batch));
                    let place = NumberingPlace::behind(&order);
                    writing.push_back((self.written(company, Arc::clone(&batch), place), batch));
                    // To free so much takes a while; the writer has the next by now.
                    drop(spent);
                }
            }
            match last {
                Some(last) if !self.is_winding_down() => after = Some(last),
                _ => break,
            }
        }
        for (written, _) in writing {
            all.add(written_tally(written).await?);
        }
        metrics::counter!("perennial_billed_customers_total").increment(all.customers);
        metrics::counter!("perennial_billed_invoices_total").increment(all.invoices);
        metrics::counter!("perennial_parked_total").increment(all.parked);
        Ok(all)
    }

    /// The next customers of a walk, claimed where other processes walk too.
    async fn due(
        &self,
        company: &CompanyId,
        after: Option<Key>,
        claims: bool,
    ) -> Result<(Vec<Key>, Option<Key>), Failure> {
        let tools = Arc::clone(&self.tools);
        let of = company.to_owned();
        let found = self.store.read(move |tx| -> Result<_, Failure> {
            let session = Session::open(tx, &tools, &of, Actor::default())?;
            let now = session.now();
            Ok(store::billed::due(session.tx, &of, now, after.as_ref(), BATCH)?)
        });
        let mut found: Vec<Key> = found.await?.into_iter().map(|(key, _)| key).collect();
        let last = (i64::try_from(found.len()).unwrap_or(0) >= BATCH)
            .then(|| found.last().cloned())
            .flatten();
        if claims && !found.is_empty() {
            let wall = self.wall_now();
            let until = Moment::from_micros(wall.micros().saturating_add(LEASE_MICROS));
            let (of, by) = (company.to_owned(), self.tools.process.clone());
            let ids: Vec<CustomerId> = found.iter().map(|key| key.customer_id.clone()).collect();
            let claimed = self.store.write(move |tx| -> Result<_, Failure> {
                Ok(store::billed::claim(tx, &of, &ids, Claim { by: &by, wall, until })?)
            });
            let claimed = claimed.await?;
            found.retain(|key| claimed.iter().any(|(id, _)| *id == key.customer_id));
        }
        Ok((found, last))
    }

    /// Decides what these are due, or the first of them, and answers who is left.
    async fn decided(
        &self,
        company: &CompanyId,
        ids: Vec<CustomerId>,
    ) -> Result<(Batch, Vec<CustomerId>), Failure> {
        let (tools, company) = (Arc::clone(&self.tools), company.to_owned());
        let decided = self.store.read(move |tx| -> Result<_, Failure> {
            let mut session = Session::open(tx, &tools, &company, Actor::default())?;
            let now = session.now();
            let billed = store::billed::by_ids(session.tx, &company, ids.clone())?;
            let due = |billed: &Billed| billed.due_at.is_some_and(|due| due <= now);
            let mut billed: Vec<Billed> = billed.into_iter().filter(due).collect();
            let left = billed.split_off(together(&billed, BATCH)).into_iter();
            let left = left.map(|billed| billed.customer_id).collect();
            let (named, at) = (LoadScope::default(), stored::instant(now)?);
            let scope = Scope { named: &named, command: &Command::RunDue, until: at };
            let (loaded, unloaded) = load_each(&mut session, billed, scope)?;
            let settings = session.row.company.clone();
            let context = ApplyContext {
                tools: &tools,
                company: &settings,
                now,
                fresh: None,
                reprinted: None,
                details: RequestDetails::default(),
                one_times: Vec::new(),
                one_time_text: stored::OneTimeText::default(),
            };
            let prepared = decide_measured(&mut session, &context, (&loaded, at))?;
            Ok((Batch { now, prepared, unloaded }, left))
        });
        decided.await
    }

    fn written(
        &self,
        company: &CompanyId,
        batch: Arc<Mutex<Batch>>,
        place: NumberingPlace,
    ) -> store::Pending<Tally, Failure> {
        let (tools, company) = (Arc::clone(&self.tools), company.to_owned());
        self.store.write(move |tx| {
            let mut batch = batch.lock().unwrap_or_else(PoisonError::into_inner);
            let mut session = Session::open(tx, &tools, &company, Actor::default())?;
            session.set_now(batch.now);
            let current = write(&mut session, &mut batch.prepared, &place)?;
            let parked = park::park(&mut session, &batch.unloaded)?;
            let written = || batch.prepared.iter().zip(&current).filter(|(_, current)| **current);
            let facts = || written().flat_map(|(prepared, _)| &prepared.facts);
            let count = |is: fn(&Fact) -> bool| facts().filter(|fact| is(fact)).count() as u64;
            let customers = written().count();
            Ok(Tally {
                customers: (customers + batch.unloaded.len()) as u64,
                invoices: count(|fact| {
                    matches!(fact, Fact::Invoice { fact: InvoiceFact::Finalized(_), .. })
                }),
                parked: count(|fact| {
                    matches!(fact, Fact::Subscription { fact: SubscriptionFact::Parked { .. }, .. })
                }) + parked,
                beaten: (batch.prepared.len() - customers) as u64,
            })
        })
    }
}

/// A batch that was overtaken is decided again by the next walk.
async fn written_tally(written: store::Pending<Tally, Failure>) -> Result<Tally, Failure> {
    match written.await {
        Err(Failure::Store(store::Error::Again(_))) => Ok(Tally { beaten: 1, ..Tally::default() }),
        other => other,
    }
}
