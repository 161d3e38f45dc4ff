//! Seeded random worlds through the core, with every audit, preview and a naive model after each,
//! and through the application on a database, with crashes. A failure is shrunk and printed as a
//! scenario file. Development only; nothing here ships.

mod actions;
mod all;
mod catalog;
mod check;
mod dice;
mod families;
mod generate;
mod naive;
mod prepaid;
mod shrink;
mod stored;
mod story;

pub use all::{cores, try_all};
pub use check::{Failure, Plant, check, check_planted, hold, hold_loading};
pub use dice::Dice;
pub use generate::generate;
pub use naive::{Held, hold_credits};
pub use shrink::{shrink, shrink_by};
pub use stored::Ground;
pub use story::{Step, Story};

/// Plays a seed; a failure is answered as the file that shows it.
pub fn try_seed(seed: u64) -> Result<Held, String> {
    try_planted(seed, |_| ())
}

/// The same with a fault that a test plants.
pub fn try_planted(seed: u64, plant: Plant) -> Result<Held, String> {
    let story = generate(seed)?;
    let failure = match check_planted(&story, plant) {
        Ok(held) => return Ok(held),
        Err(failure) => failure,
    };
    let (story, failure) = shrink(story, failure, plant);
    let Failure { kind, detail } = failure;
    let title = format!("Seed {seed}: {kind}");
    Err(format!("{}\n{detail}\n", story.text(&title)))
}
