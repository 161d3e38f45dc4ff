//! A keyed request is performed once: key, effect and answer commit together.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use records::{CompanyId, Moment};
use store::idempotency::Key;

use crate::tokens::Seal;
use crate::{Actor, Engine, Failure, Refusal, Session};

/// How long an answer is kept: a day of wall time.
pub const LIFETIME_MICROS: i64 = 86_400_000_000;

/// An answer to a write: what the client gets, and what a repetition will get.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub status: u16,
    pub body: String,
    pub replayed: bool,
}

/// The key of a request and a digest of what it asks.
#[derive(Clone)]
pub struct Keyed {
    pub key: String,
    pub fingerprint: String,
    /// For an answer that holds a secret.
    pub seal: Option<Seal>,
}

/// Keys whose requests run in this process at the moment.
#[derive(Clone, Default)]
pub(crate) struct Running(Arc<Mutex<HashSet<Key>>>);

impl Running {
    fn enter(&self, key: &Key) -> Result<Entered, Refusal> {
        let mut keys = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !keys.insert(key.clone()) {
            return Err(Refusal::KeyRunning);
        }
        Ok(Entered { keys: self.clone(), key: key.clone() })
    }
}

/// Leaves when it is dropped.
struct Entered {
    keys: Running,
    key: Key,
}

impl Drop for Entered {
    fn drop(&mut self) {
        self.keys.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.key);
    }
}

impl Engine {
    /// Forgets the answers of a company that are older than a day.
    pub(crate) async fn forget_old_keys(&self, company: &CompanyId) -> Result<(), Failure> {
        let oldest = Moment::from_micros(self.wall_now().micros() - LIFETIME_MICROS);
        let company = company.to_owned();
        let work = self.store.write(move |tx| -> Result<_, Failure> {
            Ok(store::idempotency::purge(tx, &company, oldest)?)
        });
        work.await.map(|_| ())
    }

    /// Performs a write once per key; without a key, once per call.
    pub async fn perform<F>(
        &self,
        company: &CompanyId,
        actor: Actor,
        keyed: Option<Keyed>,
        mut case: F,
    ) -> Result<Answer, Failure>
    where
        F: FnMut(&mut Session<'_, '_>) -> Result<Answer, Failure> + Send + 'static,
    {
        let Some(keyed) = keyed else {
            return self.write(company, actor, case).await;
        };
        let key = Key {
            company: company.to_owned(),
            token: actor.token_id.clone(),
            key: keyed.key.clone(),
        };
        let _entered = self.running.enter(&key)?;
        let Keyed { fingerprint, seal, .. } = keyed;
        let work = self.write(company, actor, move |session| {
            if let Some(mut before) = claim(session, &key, &fingerprint)? {
                if let Some(seal) = &seal {
                    before.body = seal.open(&before.body);
                }
                return Ok(before);
            }
            let answer = case(session)?;
            let stored = seal.as_ref().map(|seal| seal.close(&answer.body));
            let stored = stored.as_ref().unwrap_or(&answer.body);
            store::idempotency::answer(session.tx, &key, i64::from(answer.status), stored)?;
            Ok(answer)
        });
        work.await
    }
}

fn claim(
    session: &mut Session<'_, '_>,
    key: &Key,
    fingerprint: &str,
) -> Result<Option<Answer>, Failure> {
    let now = session.wall();
    let before = store::idempotency::claim(session.tx, key, fingerprint, now, LIFETIME_MICROS)
        .map_err(running_elsewhere)?;
    let Some(before) = before else { return Ok(None) };
    if before.fingerprint != fingerprint {
        return Err(Refusal::KeyReused.into());
    }
    let status = u16::try_from(before.status).unwrap_or(200);
    Ok(Some(Answer { status, body: before.body, replayed: true }))
}

/// Another process holds the key: its request still runs.
fn running_elsewhere(error: store::Error) -> Failure {
    match error {
        store::Error::Locked(_) => Refusal::KeyRunning.into(),
        other => other.into(),
    }
}
