//! After a change of the catalog: customers are computed anew and written, some hundred at a time.
//! Until then they are computed whenever they are read, so that nobody sees the difference.

use records::{CompanyId, CustomerId};

use super::follow::{follow, tell};
use crate::{Actor, Engine, Failure, Refusal, Session};

/// So many customers are written together.
const BATCH: i64 = 200;

/// How far a walk over the customers of a company has come, by which version of its catalog.
#[derive(Clone, Default)]
struct Walk {
    version: i64,
    last: CustomerId,
}

impl Engine {
    /// Writes what customers may use in every company whose catalog changed.
    pub async fn refresh_entitlements(&self) -> Result<(), Failure> {
        let behind = self
            .store
            .read(|tx| -> Result<_, Failure> { Ok(store::company::with_older_entitlements(tx)?) });
        for company in behind.await? {
            match self.refresh_entitlements_of(&company).await {
                Err(failure @ Failure::Store(store::Error::Away(_))) => return Err(failure),
                // A clock that moves is waited for until the next round.
                Err(Failure::Refused(Refusal::ClockMoving)) | Ok(()) => {}
                Err(failure) => {
                    tracing::warn!(%company, ?failure, "entitlements were not brought up to date");
                }
            }
        }
        Ok(())
    }

    /// Writes what customers may use in one company, where its catalog changed.
    pub async fn refresh_entitlements_of(&self, company: &CompanyId) -> Result<(), Failure> {
        let mut walk = Walk::default();
        while !self.is_winding_down() {
            let from = walk.clone();
            let stepped =
                self.write(company, Actor::default(), move |session| step(session, from.clone()));
            match stepped.await? {
                Some(next) => walk = next,
                None => break,
            }
        }
        Ok(())
    }
}

/// The next customers; a version that came meanwhile begins from the first again.
fn step(session: &mut Session<'_, '_>, from: Walk) -> Result<Option<Walk>, Failure> {
    let (company, version) = (session.company_id().to_owned(), session.row.entitlements_version);
    let last = if from.version == version { from.last } else { CustomerId::default() };
    let ids =
        store::customer::with_older_entitlements(session.tx, &company, version, (&last, BATCH))?;
    let Some(last) = ids.last().cloned() else {
        store::company::entitlements_refreshed(session.tx, &company, version)?;
        return Ok(None);
    };
    let told = follow(session, ids)?;
    tell(session, told)?;
    Ok(Some(Walk { version, last }))
}
