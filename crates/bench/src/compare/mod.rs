//! Two builds of the server, round by round in one run: what a change made faster or slower.
//!
//! Either may be of any age, so that only what a build promises to the outside is used: its flags
//! and its API. Each fills a database of its own, and works on copies of that.

pub mod caller;
mod figures;
pub mod side;
mod stage;
mod works;

use std::fs::File;

use figures::Figures;
use side::Side;
use stage::Stage;
pub use works::WORKS;
use works::{Done, Work};

use crate::arguments::Comparison;
use crate::outcome::{Outcome, broken};
use crate::place::{Place, Seeded};
use crate::report::Table;

pub fn run(comparison: &Comparison) -> Outcome<()> {
    let places = comparison.places()?;
    let sides = [Side::new("OLD", &comparison.old)?, Side::new("NEW", &comparison.new)?];
    let (mut rows, mut void) = (Vec::new(), Vec::new());
    for place in &places {
        let stage = |side: &Side| {
            let made = Stage::new(place, side, &comparison.sizes);
            made.map_err(|error| broken(format!("{} on {}: {error}", side.name, place.engine())))
        };
        let [old, new] = &sides;
        let stages = [(old, stage(old)?), (new, stage(new)?)];
        for work in works::chosen(&comparison.only) {
            let figures = measure(comparison, place, &stages, work);
            if figures.is_void() {
                void.push(format!("{} on {}", work.name, place.engine()));
            }
            rows.push(figures.row(place.engine(), work));
        }
    }
    println!("\n{}", table(comparison, &sides, rows).text());
    match void.is_empty() {
        true => Ok(()),
        false => Err(broken(format!("not comparable: {}", void.join(", ")))),
    }
}

fn table(comparison: &Comparison, [old, new]: &[Side; 2], rows: Vec<Vec<String>>) -> Table {
    Table {
        note: format!(
            "OLD is {}, NEW is {}; {} rounds, in which each goes first by turns. Figures are the \
             median (least–most) of all rounds, ratios are taken round by round: above 1, NEW is \
             faster. A difference is within noise where the interval of the ratios has 1 in it.",
            old.program.display(),
            new.program.display(),
            comparison.rounds,
        ),
        header: vec!["engine", "work", "OLD /s", "NEW /s", "NEW ÷ OLD", "in words", "made"],
        rows,
    }
}

/// All rounds of a work; what fails makes it void, since others may still be compared.
fn measure(
    comparison: &Comparison,
    place: &Place,
    stages: &[(&Side, Stage); 2],
    work: &Work,
) -> Figures {
    let mut figures = Figures::default();
    for round in 0..comparison.rounds {
        let mut done = [None, None];
        // Whoever goes second finds a warmer machine.
        for at in if round % 2 == 0 { [0, 1] } else { [1, 0] } {
            let (side, stage) = &stages[at];
            match once(comparison, place, (side, stage), work) {
                Ok(known) => done[at] = Some(known),
                Err(error) => {
                    eprintln!("  {} {} {}: {error}", place.engine(), work.name, side.name);
                    figures.failed = Some(side.name);
                    return figures;
                }
            }
        }
        if let [Some(old), Some(new)] = done {
            eprintln!(
                "  {} {} round {}: OLD {:.0} /s, NEW {:.0} /s",
                place.engine(),
                work.name,
                round + 1,
                old.rate,
                new.rate,
            );
            figures.add(&old, &new);
        }
    }
    figures
}

/// A new process over a new copy, so that no round inherits what another left.
fn once(
    comparison: &Comparison,
    place: &Place,
    (side, stage): (&Side, &Stage),
    work: &Work,
) -> Outcome<Done> {
    let copy = place.copy(&stage.seeded, "compared")?;
    if let Some(path) = copy.url.strip_prefix("sqlite:") {
        // The first durable commit would otherwise wait for the copy as well.
        File::open(path)?.sync_all()?;
    }
    let Seeded { company, token, .. } = &stage.seeded;
    let seeded = Seeded { url: copy.url.clone(), company: company.clone(), token: token.clone() };
    let server = side.serve(&seeded.url)?;
    let caller = caller::Caller { address: server.address, seeded: &seeded };
    (work.measure)(&caller, stage, &comparison.sizes)
}
