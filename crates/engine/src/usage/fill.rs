//! A metric that was made or changed later is filled from the events behind it: some thousand
//! events at a time, customer by customer, going on where a process stopped.

use records::usage::Filling;
use records::{CompanyId, Metric};
use store::usage::event::Place;
use store::usage::meter::{FILLED, FILLING, MeterRow, STALE};

use super::count::{Event, Sums};
use super::metrics;
use crate::{Actor, Engine, Failure, Refusal, Session};

/// So many events are counted in one transaction.
const BATCH: i64 = 2000;

/// What a metric counts is another from now on.
pub(crate) fn refill(session: &mut Session<'_, '_>, metric: &Metric) -> Result<(), Failure> {
    let company = session.company_id().to_owned();
    Ok(store::usage::meter::begin(session.tx, &company, &metric.item_id, &metric.id)?)
}

/// How far a metric is filled.
pub fn filling(session: &mut Session<'_, '_>, metric: &str) -> Result<Filling, Failure> {
    let record = crate::catalog::metrics::get(session, metric)?;
    let company = session.company_id().to_owned();
    let customers_left = store::usage::meter::count_unfilled(session.tx, &company, &record.id)?;
    Ok(Filling { metric_id: record.id, filled: customers_left == 0, customers_left })
}

impl Engine {
    /// Fills metrics from events that came before them, in every company.
    pub(crate) async fn fill_metrics(&self) -> Result<(), Failure> {
        let companies = self
            .store
            .read(|tx| -> Result<_, Failure> { Ok(store::usage::meter::companies_unfilled(tx)?) });
        for company in companies.await? {
            match self.fill_metrics_of(&company).await {
                Err(failure @ Failure::Store(store::Error::Away(_))) => return Err(failure),
                Err(Failure::Refused(Refusal::ClockMoving)) | Ok(()) => {}
                Err(failure) => tracing::warn!(%company, ?failure, "a metric was not filled"),
            }
        }
        Ok(())
    }

    async fn fill_metrics_of(&self, company: &CompanyId) -> Result<(), Failure> {
        while !self.is_winding_down() {
            let stepped = self.write(company, Actor::default(), |session| {
                let company = session.company_id().to_owned();
                let next = store::usage::meter::unfilled(session.tx, &company, 1)?;
                match next.into_iter().next() {
                    Some(row) => step(session, row).map(|()| true),
                    None => Ok(false),
                }
            });
            if !stepped.await? {
                break;
            }
        }
        Ok(())
    }
}

/// Counts the next events of a meter, from the first where nothing of it holds.
fn step(session: &mut Session<'_, '_>, found: MeterRow) -> Result<(), Failure> {
    let company = session.company_id().to_owned();
    let held = store::usage::meter::lock(session.tx, &company, &found.key)?;
    let unfilled = |row: &MeterRow| row.state == STALE || row.state == FILLING;
    let Some(mut row) = held.filter(unfilled) else { return Ok(()) };
    let (customer, metric) = (row.key.customer_id.clone(), row.key.metric_id.clone());
    let known = metrics::by_ids(session, vec![metric.clone()])?.remove(&metric);
    let Some(known) = known else {
        let detail = format!("the metric {metric} is gone and its usage is not");
        return Err(Failure::Store(store::Error::Broken(detail)));
    };
    if row.state == STALE || row.rule != known.rule {
        store::usage::rollup::forget(session.tx, &company, &customer, &metric)?;
        row.fill(FILLING, &known.rule, Place::first());
    }
    let of = (&customer, row.key.item_id.as_str());
    let place = row.filled_to();
    let rows = store::usage::event::behind(session.tx, &company, of, (&place, BATCH))?;
    let full = i64::try_from(rows.len()).unwrap_or(BATCH) >= BATCH;
    let mut sums = Sums::default();
    let last = rows.last().map(|row| row.place());
    for event in rows {
        sums.add(&customer, &known, &Event::read(event)?);
    }
    sums.write(session, &company, 1)?;
    match last.filter(|_| full) {
        Some(place) => row.fill(FILLING, &known.rule, place),
        None => row.fill(FILLED, &known.rule, Place::first()),
    }
    Ok(store::usage::meter::set_states(session.tx, &company, &[row])?)
}
