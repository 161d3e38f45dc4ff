//! Limits: how many requests a token, or an address with wrong tokens, may send.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use records::Moment;

/// A bucket per key that refills steadily. Wall time goes in with each call.
pub struct Limiter<K> {
    per_second: u32,
    burst: u32,
    buckets: Mutex<HashMap<K, Bucket>>,
}

#[derive(Clone, Copy)]
struct Bucket {
    /// What is left, in millionths of a request.
    left: i64,
    at: Moment,
}

const WHOLE: i64 = 1_000_000;
/// Above this many keys those that are full again are forgotten.
const MANY: usize = 10_000;

/// What a caller has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    pub allowed: bool,
    pub remaining: i64,
    /// Seconds until there is room for another request.
    pub retry_after: u64,
}

impl<K: Hash + Eq + Clone> Limiter<K> {
    pub fn new(per_second: u32, burst: u32) -> Limiter<K> {
        Limiter { per_second, burst, buckets: Mutex::default() }
    }

    /// Takes one request out of the bucket; nothing is limited where the rate is 0.
    pub fn take(&self, key: &K, now: Moment) -> Allowance {
        if self.per_second == 0 {
            return Allowance { allowed: true, remaining: i64::from(self.burst), retry_after: 0 };
        }
        let (rate, full) = (i64::from(self.per_second), i64::from(self.burst) * WHOLE);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() > MANY {
            buckets.retain(|_, bucket| refilled(*bucket, now, rate, full) < full);
        }
        let known = buckets.get_mut(key);
        let left = known.as_deref().map_or(full, |bucket| refilled(*bucket, now, rate, full));
        let allowed = left >= WHOLE;
        let bucket = Bucket { left: if allowed { left - WHOLE } else { left }, at: now };
        match known {
            Some(known) => *known = bucket,
            None => drop(buckets.insert(key.clone(), bucket)),
        }
        let missing = (WHOLE - bucket.left).max(0);
        let wait = u64::try_from(missing / (rate * WHOLE) + 1).unwrap_or(1);
        Allowance { allowed, remaining: bucket.left / WHOLE, retry_after: wait }
    }
}

/// One microsecond gives `rate` millionths.
fn refilled(bucket: Bucket, now: Moment, rate: i64, full: i64) -> i64 {
    let passed = now.micros().saturating_sub(bucket.at.micros()).max(0);
    bucket.left.saturating_add(passed.saturating_mul(rate)).min(full)
}

#[cfg(test)]
mod tests {
    use super::Limiter;
    use records::Moment;

    #[test]
    fn a_burst_then_a_steady_rate() {
        let limiter = Limiter::new(2, 3);
        let at = |micros: i64| Moment::from_micros(1_000_000_000 + micros);
        let taken: Vec<bool> = (0..4).map(|_| limiter.take(&"k", at(0)).allowed).collect();
        assert_eq!(taken, [true, true, true, false]);
        assert_eq!(limiter.take(&"k", at(0)).retry_after, 1);
        assert!(!limiter.take(&"k", at(499_999)).allowed);
        assert!(limiter.take(&"k", at(500_000)).allowed);
        assert!(limiter.take(&"other", at(0)).allowed);
    }

    #[test]
    fn a_rate_of_zero_limits_nothing() {
        let limiter = Limiter::new(0, 0);
        assert!((0..1000).all(|_| limiter.take(&1, Moment::from_micros(0)).allowed));
    }
}
