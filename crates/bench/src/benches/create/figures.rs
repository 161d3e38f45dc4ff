//! What is measured of creates, and how it is told.

use crate::http::Answers;
use crate::measure::{Series, quantile, seconds};
use crate::report::verdict;

pub const CONNECTIONS: usize = 64;
pub const BATCH: usize = 64;
pub const HEADER: [&str; 7] = ["engine", "side", "creates /s", "ours ÷ this", "p50", "p99", "bar"];

pub struct Figures {
    pub ours: Series,
    pub bare: Series,
    pub single: Series,
    pub batched: Series,
    /// Where there is one.
    pub peer: Series,
    p50: Series,
    p99: Series,
}

impl Default for Figures {
    fn default() -> Figures {
        let [ours, bare, single, batched, peer, p50, p99] = [const { Series::new() }; 7];
        Figures { ours, bare, single, batched, peer, p50, p99 }
    }
}

impl Figures {
    /// A round of ours.
    pub fn add(&mut self, answers: &Answers) {
        self.ours.add(answers.rate());
        let times = seconds(&answers.latencies);
        self.p50.add(quantile(&times, 0.5));
        self.p99.add(quantile(&times, 0.99));
    }

    pub fn rows(&self, engine: &str) -> Vec<Vec<String>> {
        let row = |side: &str, rate: &Series, cells: [String; 4]| {
            let start = [engine.to_owned(), side.to_owned(), rate.rate()];
            start.into_iter().chain(cells).collect::<Vec<String>>()
        };
        let ratio = |other: &Series| self.ours.over(other);
        let tail = self.p99.over(&self.p50).median();
        let none = String::new;
        let plainly = |other: &Series, bar: String| [ratio(other).ratio(), none(), none(), bar];
        let single = ratio(&self.single).median();
        let bars = [(single >= 0.5, "≥ 0.5"), (single > 1.0, "group commit above 1")];
        let bars = bars.map(|(met, bar)| verdict(met, bar)).join("; ");
        let mut rows = vec![
            row(
                "ours",
                &self.ours,
                [none(), self.p50.time(), self.p99.time(), verdict(tail <= 4.0, "p99 ≤ 4 × p50")],
            ),
            row("bare handler", &self.bare, plainly(&self.bare, none())),
            row("a commit each", &self.single, plainly(&self.single, bars)),
            row("64 a commit", &self.batched, plainly(&self.batched, none())),
        ];
        if !self.peer.is_empty() {
            let bar = verdict(ratio(&self.peer).median() >= 10.0, "≥ 10");
            rows.push(row("localstripe", &self.peer, plainly(&self.peer, bar)));
        }
        rows
    }
}
