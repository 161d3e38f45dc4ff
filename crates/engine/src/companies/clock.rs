//! The test clock of a development company.
//!
//! The target is stored first, then the clock moves from due instant to due instant, each in a
//! transaction of its own. A process that dies on the way leaves the target, and the cycle of the
//! next one goes on from there.

use billing::fact::FactType;
use records::{ClockMove, ClockReading, CompanyId, Moment, Object};
use store::idempotency::Key;

use crate::idempotency::{Answer, Keyed, LIFETIME_MICROS};
use crate::{Actor, Engine, Failure, Refusal, Session};

pub(super) const TEN_YEARS_MICROS: i64 = 3653 * 86_400 * 1_000_000;
/// So many instants a clock passes on its way.
pub(super) const MOST_INSTANTS: usize = 100_000;

/// What the clock shows.
pub fn read(session: &mut Session<'_, '_>) -> ClockReading {
    ClockReading { now: session.now() }
}

/// How far a move has come.
pub fn on_its_way(session: &mut Session<'_, '_>) -> ClockMove {
    ClockMove { now: session.now(), target: session.row.clock_target }
}

impl Engine {
    /// Ends a move at the instant that it has reached.
    pub async fn cut_clock_move(
        &self,
        company: &CompanyId,
        actor: Actor,
        keyed: Option<Keyed>,
    ) -> Result<Answer, Failure> {
        let key = keyed.map(|keyed| {
            let key = Key { company: company.to_owned(), token: actor.token_id, key: keyed.key };
            (key, keyed.fingerprint)
        });
        let cut = self.internally(company, move |session| {
            if let Some((key, fingerprint)) = &key
                && let Some(answer) = answered(session, key, fingerprint)?
            {
                return Ok(answer);
            }
            stop(session)?;
            let now = session.now();
            let body = serde_json::json!(ClockMove { now, target: None }).to_string();
            if let Some((key, _)) = &key {
                store::idempotency::answer(session.tx, key, 200, &body)?;
            }
            Ok(Answer { status: 200, body, replayed: false })
        });
        cut.await
    }

    /// Moves the clock, and answers when everything due on the way is done.
    pub async fn move_clock(
        &self,
        company: &CompanyId,
        actor: Actor,
        keyed: Option<Keyed>,
        target: Moment,
    ) -> Result<Answer, Failure> {
        let key = keyed.map(|keyed| {
            let key = Key { company: company.to_owned(), token: actor.token_id, key: keyed.key };
            (key, keyed.fingerprint)
        });
        self.refuse_too_far(company, target).await?;
        let claim = key.clone();
        let before = self.internally(company, move |session| {
            if let Some((key, fingerprint)) = &claim
                && let Some(answer) = answered(session, key, fingerprint)?
            {
                return Ok(Some(answer));
            }
            aim(session, target).map(|()| None)
        });
        if let Some(answer) = before.await? {
            return Ok(answer);
        }
        self.travel(company).await?;
        let answer = self.internally(company, move |session| {
            let body = serde_json::json!(read(session)).to_string();
            if let Some((key, _)) = &key {
                store::idempotency::answer(session.tx, key, 200, &body)?;
            }
            Ok(Answer { status: 200, body, replayed: false })
        });
        answer.await
    }

    /// Moves the clock for the service itself, and does something in the transaction in which it
    /// arrives.
    pub(super) async fn advance<F>(
        &self,
        company: &CompanyId,
        target: Moment,
        on_arrival: F,
    ) -> Result<(), Failure>
    where
        F: FnMut(&mut Session<'_, '_>) -> Result<(), Failure> + Clone + Send + 'static,
    {
        let mut aims = true;
        loop {
            let mut on_arrival = on_arrival.clone();
            let arrived = self.internally(company, move |session| {
                if aims {
                    aim(session, target)?;
                }
                let arrived = step(session)?;
                if arrived {
                    on_arrival(session)?;
                }
                Ok(arrived)
            });
            if arrived.await? {
                return Ok(());
            }
            aims = false;
            self.bill_company(company, false).await?;
        }
    }

    /// Moves a clock that has a target until it is there.
    pub(crate) async fn travel(&self, company: &CompanyId) -> Result<(), Failure> {
        for _ in 0..=MOST_INSTANTS {
            if self.internally(company, step).await? {
                return Ok(());
            }
            self.bill_company(company, false).await?;
            if self.is_winding_down() {
                return Err(Refusal::ClockMoving.into());
            }
        }
        self.internally(company, stop).await?;
        let detail =
            "More than 100,000 instants are due: the clock stands at the last that is done.";
        Err(Refusal::invalid("/now", "too_far", detail).into())
    }
}

/// A repetition of a keyed move: its answer, or nothing while the move is on its way.
fn answered(
    session: &mut Session<'_, '_>,
    key: &Key,
    fingerprint: &str,
) -> Result<Option<Answer>, Failure> {
    let now = session.wall();
    let before = store::idempotency::claim(session.tx, key, fingerprint, now, LIFETIME_MICROS)?;
    let Some(before) = before else { return Ok(None) };
    if before.fingerprint != fingerprint {
        return Err(Refusal::KeyReused.into());
    }
    let status = u16::try_from(before.status).unwrap_or(0);
    Ok((status != 0).then_some(Answer { status, body: before.body, replayed: true }))
}

/// Checks a target and stores it.
pub(super) fn aim(session: &mut Session<'_, '_>, target: Moment) -> Result<(), Failure> {
    let id = session.company_id().to_owned();
    let row = crate::engine::found(session.tools.known.lock(session.tx, &id)?, "company", &id)?;
    if !row.company.is_dev {
        let detail = "Only a development company has a test clock.";
        return Err(Refusal::conflict("no_test_clock", detail).into());
    }
    match row.clock_target {
        Some(on_its_way) if on_its_way == target => return Ok(()),
        Some(_) => return Err(Refusal::ClockMoving.into()),
        None => {}
    }
    if row.clock_now.is_none() {
        store::billed::leave_real_time(session.tx, &id)?;
        let wall = session.wall();
        store::job::leave_real_time(session.tx, &id, wall)?;
    }
    let billed = ["subscription.created", "invoice.finalized"];
    let fresh = row.clock_now.is_none() && !store::company::has_any(session.tx, &id, &billed)?;
    if fresh {
        return arrive(session, target);
    }
    // What the clock shows under the lock; the session may have looked before it.
    let now = row.clock_now.unwrap_or_else(|| session.now());
    if target < now {
        let detail = format!("The clock shows {now} and only moves forward.");
        return Err(Refusal::conflict("clock_backward", detail).into());
    }
    if target.micros() - now.micros() > TEN_YEARS_MICROS {
        let detail = "The clock moves at most ten years a call.";
        return Err(Refusal::invalid("/now", "too_far", detail).into());
    }
    if target == now && row.clock_now.is_some() {
        return Ok(());
    }
    // What was noticed after its bill is billed at the time that the clock shows.
    store::usage::period::wake(session.tx, &id, now)?;
    store::company::set_clock(session.tx, &id, Some(now), Some(target))?;
    Ok(())
}

/// To the next due instant or the target; whether the clock stands now.
fn step(session: &mut Session<'_, '_>) -> Result<bool, Failure> {
    let id = session.company_id().to_owned();
    let row = crate::engine::found(session.tools.known.lock(session.tx, &id)?, "company", &id)?;
    let Some(target) = row.clock_target else { return Ok(true) };
    match store::billed::next_due(session.tx, &id, target)? {
        None => arrive(session, target).map(|()| true),
        Some(due) => {
            // What fell due before the clock was set is done at the time it shows.
            let instant = due.max(row.clock_now.unwrap_or(due));
            store::company::set_clock(session.tx, &id, Some(instant), Some(target))?;
            Ok(false)
        }
    }
}

/// The clock stands where it is, if it was on its way.
fn stop(session: &mut Session<'_, '_>) -> Result<(), Failure> {
    let id = session.company_id().to_owned();
    let row = crate::engine::found(session.tools.known.lock(session.tx, &id)?, "company", &id)?;
    match (row.clock_target, row.clock_now) {
        (Some(_), Some(now)) => arrive(session, now),
        _ => Ok(()),
    }
}

fn arrive(session: &mut Session<'_, '_>, target: Moment) -> Result<(), Failure> {
    let id = session.company_id().to_owned();
    store::company::set_clock(session.tx, &id, Some(target), None)?;
    session.set_now(target);
    let values = Object::from_iter([("now".to_owned(), target.to_string().into())]);
    session.fact(FactType::ClockMoved, &id, values)
}
