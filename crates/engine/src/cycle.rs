//! The cycle: what falls due, in order.
//!
//! Everything that happens by itself is a [`Due`] in [`REGISTER`]: it says when it is next due and
//! does what is due at an instant. Clocks move from one such instant to the next.

use records::Moment;

use crate::{Engine, Failure, Session};

/// One kind of thing that falls due.
pub struct Due {
    pub name: &'static str,
    /// The earliest instant, up to the one given, at which something of this kind is due.
    pub next: fn(&mut Session<'_, '_>, Moment) -> Result<Option<Moment>, Failure>,
    /// Does what is due at the session's time.
    pub run: fn(&mut Session<'_, '_>) -> Result<(), Failure>,
}

/// In the order in which they act when they are due at one instant.
pub const REGISTER: &[Due] = &[];

/// The earliest instant up to `limit` at which anything is due.
pub(crate) fn next(
    session: &mut Session<'_, '_>,
    limit: Moment,
) -> Result<Option<Moment>, Failure> {
    let mut earliest: Option<Moment> = None;
    for due in REGISTER {
        let next = (due.next)(session, limit)?;
        earliest = [earliest, next].into_iter().flatten().min();
    }
    Ok(earliest)
}

/// Does everything that is due at the session's time.
pub(crate) fn run(session: &mut Session<'_, '_>) -> Result<(), Failure> {
    REGISTER.iter().try_for_each(|due| (due.run)(session))
}

impl Engine {
    /// Brings clocks that were on their way when a process stopped to where they were going.
    pub async fn finish_clocks(&self) -> Result<(), Failure> {
        let moving =
            self.store.read(|tx| -> Result<_, Failure> { Ok(store::company::moving(tx)?) });
        for company in moving.await? {
            self.travel(&company).await?;
        }
        Ok(())
    }

    /// What a server does every few seconds beside answering: clocks and positions.
    pub async fn keep_house(&self) -> Result<(), Failure> {
        self.finish_clocks().await?;
        let waiting =
            self.store.read(|tx| -> Result<_, Failure> { Ok(store::fact::companies_waiting(tx)?) });
        for company in waiting.await? {
            self.arrange_facts(&company).await?;
        }
        Ok(())
    }

    /// What a server does now and then: forgets answers that nobody will ask for any more.
    pub async fn clear_out(&self) -> Result<(), Failure> {
        let mut last = String::new();
        loop {
            let after = last.clone();
            let ids = self.store.read(move |tx| -> Result<_, Failure> {
                Ok(store::company::ids_after(tx, &after)?)
            });
            let ids = ids.await?;
            let Some(end) = ids.last().cloned() else { return Ok(()) };
            for company in ids {
                self.forget_old_keys(&company).await?;
            }
            last = end;
        }
    }
}
