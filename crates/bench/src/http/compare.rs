//! The same requests to ours and to the bare handler, turn by turn.

use std::net::SocketAddr;
use std::sync::Arc;

use super::client::load;
use crate::measure::{Series, quantile, seconds};
use crate::outcome::{Outcome, broken};
use crate::report::verdict;

pub struct Compared {
    ours: Series,
    bare: Series,
    p50: Series,
    p99: Series,
}

/// What is asked of both sides.
pub struct Work {
    pub ours: SocketAddr,
    pub bare: SocketAddr,
    pub requests: Arc<Vec<Vec<u8>>>,
    pub connections: usize,
}

pub const HEADER: [&str; 5] = ["ours /s", "bare /s", "ratio", "ours p50", "ours p99"];

pub fn compare(work: &Work, rounds: usize) -> Outcome<Compared> {
    let [ours, bare, p50, p99] = [const { Series::new() }; 4];
    let mut all = Compared { ours, bare, p50, p99 };
    for _ in 0..rounds {
        let one = load(work.ours, work.connections, &work.requests, 200)?;
        let other = load(work.bare, work.connections, &work.requests, 200)?;
        if one.bytes != other.bytes {
            return Err(broken("the two sides sent different amounts"));
        }
        all.ours.add(one.rate());
        all.bare.add(other.rate());
        let times = seconds(&one.latencies);
        all.p50.add(quantile(&times, 0.5));
        all.p99.add(quantile(&times, 0.99));
    }
    Ok(all)
}

impl Compared {
    pub fn cells(&self) -> Vec<String> {
        let ratio = self.ours.over(&self.bare).ratio();
        [self.ours.rate(), self.bare.rate(), ratio, self.p50.time(), self.p99.time()].into()
    }

    pub fn verdict(&self, bar: f64) -> String {
        verdict(self.ours.over(&self.bare).median() >= bar, &format!("≥ {bar}"))
    }
}
