//! How billing goes: when a round last went through, and which companies it fails for, and why.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use records::{CompanyId, Moment};
use serde::Serialize;

/// What is known since this process began.
#[derive(Default)]
pub(crate) struct BillingHealth(Mutex<Rounds>);

/// As it is shown to whoever asks.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Rounds {
    /// When a round last went through without a failure.
    pub last_success: Option<Moment>,
    /// When the last round ended, whatever it came to.
    pub last_round: Option<Moment>,
    /// Why no company can be billed at the moment.
    pub reason: Option<String>,
    pub failing: BTreeMap<CompanyId, Failing>,
}

/// A company that cannot be billed.
#[derive(Clone, Debug, Serialize)]
pub struct Failing {
    pub reason: String,
    pub since: Moment,
    pub rounds: u64,
}

impl BillingHealth {
    pub(crate) fn rounds(&self) -> Rounds {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn company_failed(&self, company: &CompanyId, reason: String, now: Moment) {
        let mut rounds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = rounds.failing.entry(company.to_owned());
        let known = known.or_insert(Failing { reason: String::new(), since: now, rounds: 0 });
        known.reason = reason;
        known.rounds += 1;
        metrics::gauge!("perennial_billing_failing_companies").set(gauge(rounds.failing.len()));
    }

    pub(crate) fn company_billed(&self, company: &CompanyId) {
        let mut rounds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        rounds.failing.remove(company);
        metrics::gauge!("perennial_billing_failing_companies").set(gauge(rounds.failing.len()));
    }

    /// A round has ended; `failed` where it could not even begin.
    pub(crate) fn round_ended(&self, failed: Option<String>, now: Moment) {
        let mut rounds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        rounds.last_round = Some(now);
        rounds.reason = failed;
        if rounds.reason.is_none() && rounds.failing.is_empty() {
            rounds.last_success = Some(now);
            let seconds = u32::try_from(now.micros() / 1_000_000).unwrap_or(u32::MAX);
            metrics::gauge!("perennial_billing_last_success_timestamp_seconds").set(seconds);
        }
    }
}

fn gauge(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}
