//! Bills many subscriptions that are due at once, against plain insertion of the very rows that it
//! wrote, and against a billing run in SQL.

mod credits;
mod families;
mod limit;
mod peer;
mod scale;

use std::collections::BTreeMap;

pub use credits::run as credits;
pub use families::run as families;
use limit::Written;
use peer::{Peer, WAYS};
pub use scale::run as scale;

use crate::arguments::Plan;
use crate::clock::timed;
use crate::measure::Series;
use crate::outcome::{Outcome, broken};
use crate::place::{Kind, Place, Seed, Seeded};
use crate::raw::Raw;
use crate::report::{Table, verdict};
use crate::seed::deal::due;
use crate::worker;

/// Subscriptions as they were sold.
pub fn run(plan: &Plan) -> Outcome<Table> {
    let note = format!(
        "{} subscriptions that are due at one instant, each with its second invoice: 35 % fixed, \
         20 % volume, 20 % gradient, 10 % step, 5 % scheduled prices, 10 % with a minimum, a \
         discount, tax and a credit. Ours runs as the server does, in a process of its own. Raw \
         insertion takes the very rows that ours left (invoices, labels, credits and their log, \
         facts, what changed of subscriptions and customers) and writes them into a copy of the \
         database as it was, with the same indexes and as many commits: a prepared statement in a \
         loop on SQLite, COPY and arrays on PostgreSQL. The peer is a billing run in SQL over \
         whole sets, on PostgreSQL, the better of two ways to write it; it writes invoices, lines, \
         numbers, credits and next dates, no facts and no derivations. Every subscription owes the \
         same in all.",
        plan.due
    );
    table(plan, Seed::Due, note)
}

/// The same after some time: a part was changed, another is paused.
pub fn lived(plan: &Plan) -> Outcome<Table> {
    let note = format!(
        "The same {} after a fifth got five licences more in the middle of the month and a \
         twentieth was paused, which makes their invoices drafts (the peer bills those like \
         others).",
        plan.due
    );
    table(plan, Seed::Lived, note)
}

fn table(plan: &Plan, seed: Seed, note: String) -> Outcome<Table> {
    let server = plan.places.iter().find(|place| matches!(place.kind, Kind::Postgres(_)));
    let lived = seed == Seed::Lived;
    let peer = server.map(|place| Peer::new(place, plan.due, lived)).transpose()?;
    let mut rows = Vec::new();
    for place in &plan.places {
        let seeded = place.with(seed, plan.due)?;
        let figures = measure(plan, (place, &seeded), peer.as_ref())?;
        rows.push(figures.row(place.engine()));
    }
    Ok(Table {
        note,
        header: vec![
            "engine",
            "ours /s",
            "raw insertion /s",
            "ours ÷ raw",
            "bar",
            "SQL peer /s",
            "ours ÷ peer",
            "bar",
            "peak memory",
        ],
        rows,
    })
}

struct Figures {
    ours: Series,
    raw: Series,
    /// One for each way of the peer.
    peers: Vec<Series>,
    peak: u64,
}

fn measure(
    plan: &Plan,
    (place, seeded): (&Place, &Seeded),
    peer: Option<&Peer<'_>>,
) -> Outcome<Figures> {
    let [ours, raw] = [const { Series::new() }; 2];
    let peers = peer.map(|_| WAYS.map(|_| Series::new()).to_vec()).unwrap_or_default();
    let mut figures = Figures { ours, raw, peers, peak: 0 };
    for round in 0..plan.rounds {
        let [mine, plain] = [place.copy(seeded, "billed")?, place.copy(seeded, "plain")?];
        let billed = worker::bill(&mine.url, due())?;
        if billed.customers != plan.due {
            return Err(broken(format!("{} customers, not {}", billed.customers, plan.due)));
        }
        figures.ours.add(plan.due as f64 / billed.seconds);
        figures.peak = figures.peak.max(billed.peak);
        // The planner knows nothing yet of what was just written, here and below.
        Raw::write(&mine.url)?.script("ANALYZE")?;
        let mut after = Raw::read(&mine.url)?;
        let mut writer = Raw::write(&plain.url)?;
        let written = Written::between(&mut writer, &mut after)?;
        let (time, done) = timed(|| written.replay(&mut writer));
        done?;
        figures.raw.add(plan.due as f64 / time.as_secs_f64());
        if round == 0 {
            writer.script("ANALYZE")?;
            if !written.is_in(&mut writer, &mut after)? {
                return Err(broken("the two sides did not write the same rows"));
            }
        }
        let totals = peer::ours(&mut after)?;
        let rates = peer.map(|peer| ask(peer, &totals, plan.due)).transpose()?;
        let rates = rates.unwrap_or_default();
        eprintln!(
            "  {} round {}: {:.0} /s, raw {:.0} /s, peers {rates:.0?} /s",
            place.engine(),
            round + 1,
            plan.due as f64 / billed.seconds,
            plan.due as f64 / time.as_secs_f64(),
        );
        for (series, rate) in figures.peers.iter_mut().zip(rates) {
            series.add(rate);
        }
    }
    Ok(figures)
}

/// The rates of the peer's ways, all of which must come to the same.
fn ask(peer: &Peer<'_>, totals: &BTreeMap<String, i64>, due: usize) -> Outcome<Vec<f64>> {
    let mut rates = Vec::new();
    for (name, way) in WAYS {
        let (seconds, theirs) = peer.bill(way)?;
        if theirs != *totals {
            let differ = totals.iter().find(|(id, total)| theirs.get(*id) != Some(*total));
            return Err(broken(format!("the peer ({name}) comes to other totals: {differ:?}")));
        }
        rates.push(due as f64 / seconds);
    }
    Ok(rates)
}

impl Figures {
    fn row(&self, engine: &str) -> Vec<String> {
        let raw = self.ours.over(&self.raw);
        let best = self.peers.iter().max_by(|a, b| a.median().total_cmp(&b.median()));
        let [rate, ratio, bar] = match best {
            None => [const { String::new() }; 3],
            Some(peer) => {
                let ratio = self.ours.over(peer);
                [peer.rate(), ratio.ratio(), verdict(ratio.median() >= 1.0, "≥ 1")]
            }
        };
        vec![
            engine.to_owned(),
            self.ours.rate(),
            self.raw.rate(),
            raw.ratio(),
            verdict(raw.median() >= 0.5, "≥ 0.5"),
            rate,
            ratio,
            bar,
            format!("{} MiB", self.peak / 1024),
        ]
    }
}
