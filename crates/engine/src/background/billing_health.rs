//! How billing goes: when a round last went through, and which companies it fails for, and why.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use records::{CompanyId, Moment};
use serde::Serialize;

/// After how long without any success something is wrong.
const OVERDUE_MICROS: i64 = 30_000_000;

/// What is known since this process began.
#[derive(Default)]
pub(crate) struct BillingHealth(Mutex<Known>);

#[derive(Default)]
struct Known {
    rounds: Rounds,
    /// When a round began that has not ended.
    under_way: Option<Moment>,
    /// When the first round began, or something was billed since, or a round went through.
    moved_on: Option<Moment>,
}

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
    /// For how long nothing has been billed and no round has gone through.
    #[serde(skip)]
    pub seconds_without_success: u32,
}

/// A company that cannot be billed.
#[derive(Clone, Debug, Serialize)]
pub struct Failing {
    pub reason: String,
    pub since: Moment,
    pub rounds: u64,
}

impl BillingHealth {
    fn change(&self, change: impl FnOnce(&mut Known)) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut known);
        metrics::gauge!("perennial_billing_failing_companies")
            .set(gauge(known.rounds.failing.len()));
    }

    /// What is known now. A round that does not end is a failure like one that failed.
    pub(crate) fn rounds(&self, now: Moment) -> Rounds {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut rounds = known.rounds.clone();
        let since = known.moved_on.unwrap_or(now);
        let micros = now.micros().saturating_sub(since.micros());
        rounds.seconds_without_success = u32::try_from(micros / 1_000_000).unwrap_or(0);
        if micros > OVERDUE_MICROS && rounds.reason.is_none() {
            let seconds = rounds.seconds_without_success;
            rounds.reason = Some(match known.under_way {
                Some(began) => format!(
                    "nothing was billed for {seconds} s, in a round that began at {began} and has \
                     not ended"
                ),
                None => format!("no round of billing went through for {seconds} s"),
            });
        }
        rounds
    }

    pub(crate) fn company_failed(&self, company: &CompanyId, reason: String, now: Moment) {
        self.change(|known| {
            let failing = known.rounds.failing.entry(company.to_owned());
            let failing =
                failing.or_insert(Failing { reason: String::new(), since: now, rounds: 0 });
            failing.reason = reason;
            failing.rounds += 1;
        });
    }

    pub(crate) fn company_billed(&self, company: &CompanyId, now: Moment) {
        self.change(|known| {
            known.rounds.failing.remove(company);
            known.moved_on = Some(now);
        });
    }

    /// Forgets companies that failed and are due no more: another process has billed them.
    pub(crate) fn keep_failing(&self, is_due: impl Fn(&CompanyId) -> bool) {
        self.change(|known| known.rounds.failing.retain(|company, _| is_due(company)));
    }

    /// A part of a company was billed: a round may take long.
    pub(crate) fn moved_on(&self, now: Moment) {
        self.change(|known| known.moved_on = known.moved_on.map(|_| now));
    }

    pub(crate) fn round_began(&self, now: Moment) {
        self.change(|known| {
            known.under_way = Some(now);
            known.moved_on.get_or_insert(now);
        });
    }

    /// A round has ended; `failed` where it could not even begin.
    pub(crate) fn round_ended(&self, failed: Option<String>, now: Moment) {
        self.change(|known| {
            known.under_way = None;
            known.rounds.last_round = Some(now);
            known.rounds.reason = failed;
            if known.rounds.reason.is_none() && known.rounds.failing.is_empty() {
                known.rounds.last_success = Some(now);
                known.moved_on = Some(now);
                let seconds = u32::try_from(now.micros() / 1_000_000).unwrap_or(u32::MAX);
                metrics::gauge!("perennial_billing_last_success_timestamp_seconds").set(seconds);
            }
        });
    }
}

fn gauge(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::BillingHealth;
    use records::{CompanyId, Moment};

    fn at(second: i64) -> Moment {
        Moment::from_micros(second * 1_000_000)
    }

    #[test]
    fn a_round_that_does_not_end_is_told() {
        let health = BillingHealth::default();
        assert_eq!(health.rounds(at(1_000)).reason, None, "nobody has begun");
        health.round_began(at(0));
        assert_eq!(health.rounds(at(30)).reason, None);
        let told = health.rounds(at(31));
        assert!(told.reason.is_some_and(|why| why.contains("31 s, in a round that began at")));
        // What takes long and goes on is no failure.
        health.moved_on(at(31));
        assert_eq!(health.rounds(at(60)).reason, None);
        health.round_ended(None, at(70));
        assert_eq!(health.rounds(at(99)).seconds_without_success, 29);
        assert_eq!(health.rounds(at(100)).reason, None);
        let told = health.rounds(at(101)).reason.unwrap_or_default();
        assert_eq!(told, "no round of billing went through for 31 s");
    }

    #[test]
    fn why_is_told_at_once_and_how_long_is_counted_on() {
        let health = BillingHealth::default();
        health.round_began(at(0));
        health.round_ended(Some("away".to_owned()), at(1));
        health.round_began(at(2));
        health.round_ended(Some("away".to_owned()), at(3));
        health.company_failed(&"c".into(), "no document".to_owned(), at(4));
        health.company_failed(&"d".into(), "no document".to_owned(), at(4));
        health.keep_failing(|company| company.as_str() == "d");
        let told = health.rounds(at(40));
        assert!(told.failing.keys().map(CompanyId::as_str).eq(["d"]));
        assert_eq!(told.reason.as_deref(), Some("away"));
        assert_eq!(told.seconds_without_success, 40);
    }
}
