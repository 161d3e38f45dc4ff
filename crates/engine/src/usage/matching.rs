//! Events of an identifier that nobody had count for the customer who gets it: as many as a
//! transaction takes with the customer, the rest in the background.

use std::collections::{BTreeSet, HashSet};

use records::{CompanyId, CustomerId};
use store::usage::event::{COUNTED, DUPLICATE, EventRow};

use super::count::{self, Event};
use crate::{Actor, Engine, Failure, Refusal, Session};

/// No transaction takes so long.
const SETTLED_MICROS: i64 = 600_000_000;
/// So many events are matched in one transaction.
const BATCH: i64 = 1000;

/// Counts what waits for an identifier that a customer has; whether more is left.
pub(crate) fn match_events(
    session: &mut Session<'_, '_>,
    identifier: &str,
    customer: &CustomerId,
) -> Result<bool, Failure> {
    let company = session.company_id().to_owned();
    if !store::usage::event::awaited(session.tx, &company, identifier)? {
        return Ok(false);
    }
    let waiting = store::usage::event::waiting(session.tx, &company, identifier, BATCH)?;
    let more = i64::try_from(waiting.len()).unwrap_or(BATCH) >= BATCH;
    let pairs: BTreeSet<(CustomerId, String)> =
        waiting.iter().map(|row| (customer.clone(), row.item_id.clone())).collect();
    let meters = count::hold(session, &pairs)?;
    let transactions = waiting.iter().map(|row| row.transaction_id.clone()).collect();
    let held = store::usage::event::held(session.tx, &company, customer, transactions)?;
    let held: HashSet<String> = held.into_iter().collect();
    let now = session.now();
    let mut counted = Vec::with_capacity(waiting.len());
    for row in waiting {
        let after = match held.contains(&row.transaction_id) {
            true => EventRow { state: DUPLICATE.to_owned(), updated_at: now, ..row.clone() },
            false => EventRow {
                holder: customer.to_string(),
                state: COUNTED.to_owned(),
                updated_at: now,
                ..row.clone()
            },
        };
        store::usage::event::replace(session.tx, &company, (&row, &after)).map_err(overtaken)?;
        if after.state == COUNTED {
            counted.push(Event::read(after)?);
        }
    }
    count::apply(session, &meters, (&counted, 1))?;
    if !more {
        store::usage::event::wait_no_more(session.tx, &company, identifier)?;
    }
    Ok(more)
}

/// The same event came for the customer meanwhile: it is looked at again.
fn overtaken(error: store::Error) -> store::Error {
    match error {
        store::Error::Taken(key) => store::Error::Again(key),
        other => other,
    }
}

impl Engine {
    /// Matches events that wait for identifiers which customers have by now, in every company.
    pub(crate) async fn match_usage(&self) -> Result<(), Failure> {
        let companies = self
            .store
            .read(|tx| -> Result<_, Failure> { Ok(store::usage::event::companies_awaited(tx)?) });
        for company in companies.await? {
            match self.match_usage_of(&company).await {
                Err(failure @ Failure::Store(store::Error::Away(_))) => return Err(failure),
                Err(Failure::Refused(Refusal::ClockMoving)) | Ok(()) => {}
                Err(failure) => tracing::warn!(%company, ?failure, "usage was not matched"),
            }
        }
        Ok(())
    }

    async fn match_usage_of(&self, company: &CompanyId) -> Result<(), Failure> {
        while !self.is_winding_down() {
            let stepped = self.write(company, Actor::default(), |session| {
                let company = session.company_id().to_owned();
                let matched = store::usage::event::matched(session.tx, &company)?;
                let Some((identifier, customer)) = matched.into_iter().next() else {
                    let before = session.wall().micros().saturating_sub(SETTLED_MICROS);
                    let before = records::Moment::from_micros(before);
                    store::usage::event::settle(session.tx, &company, before)?;
                    return Ok(false);
                };
                match_events(session, &identifier, &customer)?;
                Ok(true)
            });
            if !stepped.await? {
                break;
            }
        }
        Ok(())
    }
}
