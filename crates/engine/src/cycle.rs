//! What a server does by itself: bills what is due, moves clocks on, and keeps its house.
//!
//! Everything that falls due belongs to a billed customer, whose row says when that is next
//! (`store::billed`); `bill::run` brings those customers up to date.

use crate::{Engine, Failure};

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
