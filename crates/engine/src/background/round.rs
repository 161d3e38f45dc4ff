//! A round of billing: every company that follows real time and has something due, each by itself.
//!
//! Where several processes serve one database, each goes through the companies in an order of its
//! own and takes the turn of one before it bills it. A company whose turn another process has comes
//! last: if it still has something due by then, it has much, and its customers are shared.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use records::{CompanyId, Moment};
use store::billed::Claim;

use crate::bill::{LEASE_MICROS, Tally};
use crate::{Engine, Failure};

/// Whether a company is to be billed by this process, now.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Ours,
    /// Another process has it.
    Theirs,
    /// Another process has billed it meanwhile.
    Over,
}

impl Engine {
    /// Bills what is due in every company that follows real time.
    pub async fn bill_due(&self) -> Result<Tally, Failure> {
        let wall = self.wall_now();
        let due = self.store.read(move |tx| -> Result<_, Failure> {
            let late = store::usage::period::companies_late(tx)?;
            let mut due = store::billed::companies_due(tx, wall)?;
            let lapsing = store::contract::companies_due(tx, wall)?;
            for id in late.into_iter().chain(lapsing) {
                if !due.contains(&id) {
                    due.push(id);
                }
            }
            Ok(due)
        });
        let mut due = VecDeque::from(due.await?);
        self.tools.billing.keep_failing(|company| due.contains(company));
        if self.store.is_shared() {
            let process = self.tools.process.as_str();
            due.make_contiguous().sort_by_cached_key(|company| place(process, company));
        }
        let (mut all, mut first) = (Tally::default(), due.len());
        while let Some(company) = due.pop_front() {
            if self.is_winding_down() {
                break;
            }
            let comes_last = first == 0;
            first = first.saturating_sub(1);
            match self.bill_in_turn(&company, comes_last).await {
                Ok((Turn::Theirs, _)) => due.push_back(company),
                Ok((_, tally)) => all.add(tally),
                Err(failure @ Failure::Store(store::Error::Away(_))) => return Err(failure),
                // What fails for one company ends its round and nobody else's.
                Err(failure) => {
                    tracing::warn!(%company, ?failure, "a company was not billed");
                    let reason = format!("{failure:?}");
                    self.tools.billing.company_failed(&company, reason, self.wall_now());
                }
            }
        }
        Ok(all)
    }

    /// Bills a company, unless another process does; one that comes last is shared with whoever
    /// has its turn.
    async fn bill_in_turn(
        &self,
        company: &CompanyId,
        comes_last: bool,
    ) -> Result<(Turn, Tally), Failure> {
        let shared = self.store.is_shared();
        let turn = if shared { self.take_turn(company).await? } else { Turn::Ours };
        match turn {
            Turn::Over => return Ok((turn, Tally::default())),
            Turn::Theirs if !comes_last => return Ok((turn, Tally::default())),
            Turn::Ours | Turn::Theirs => {}
        }
        let tally = self.bill_company(company, shared).await?;
        self.tools.billing.company_billed(company, self.wall_now());
        metrics::counter!("perennial_billed_companies_total").increment(1);
        tracing::info!(
            company = company.as_str(),
            customers = tally.customers,
            invoices = tally.invoices,
            parked = tally.parked,
            "billed what was due"
        );
        Ok((Turn::Ours, tally))
    }

    /// Whatever makes a company due above has to be asked for here as well.
    async fn take_turn(&self, company: &CompanyId) -> Result<Turn, Failure> {
        let (of, by, wall) = (company.to_owned(), self.tools.process.clone(), self.wall_now());
        let until = Moment::from_micros(wall.micros().saturating_add(LEASE_MICROS));
        let turn = self.store.write(move |tx| -> Result<Turn, Failure> {
            let waits = store::billed::next_due(tx, &of, wall)?.is_some()
                || store::usage::period::any_late(tx, &of)?
                || store::contract::next_due(tx, &of, wall)?.is_some();
            if !waits {
                return Ok(Turn::Over);
            }
            Ok(match store::turn::take(tx, &of, Claim { by: &by, wall, until })? {
                true => Turn::Ours,
                false => Turn::Theirs,
            })
        });
        turn.await
    }
}

/// Where a company stands in the order of a process.
fn place(process: &str, company: &CompanyId) -> u64 {
    let mut hasher = DefaultHasher::new();
    (process, company.as_str()).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::place;
    use records::CompanyId;

    #[test]
    fn every_process_has_an_order_of_its_own() {
        let companies: Vec<CompanyId> = (0..50).map(|n| format!("cmp_{n}").into()).collect();
        let order = |process: &str| {
            let mut all = companies.clone();
            all.sort_by_cached_key(|company| place(process, company));
            all
        };
        assert_eq!(order("proc_1"), order("proc_1"));
        assert_ne!(order("proc_1"), order("proc_2"));
    }
}
