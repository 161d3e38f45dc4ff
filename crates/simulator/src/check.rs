//! What has to hold of any story: it can be played, the audits find nothing, previews come true,
//! and the steps of the clock do not matter.

use billing::decide::scoped;
use billing::snapshot::Snapshot;
use scenario::{Load, Mode, PureWorld, Scenario, play};

use crate::naive::{self, Held};
use crate::story::Story;

/// Why a story fails: the kind tells whether a shorter one fails for the same reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub kind: &'static str,
    pub detail: String,
}

impl Failure {
    /// Whether another one is of the same kind; what is parked, or cannot be played, is so for a
    /// reason, wherever it stands.
    pub fn is_like(&self, other: &Failure) -> bool {
        let reason = |detail: &str| match detail.split_once(": ") {
            Some((place, reason)) if place.starts_with("line ") => reason.to_owned(),
            _ => detail.to_owned(),
        };
        let told = matches!(self.kind, "parked" | "unplayable");
        self.kind == other.kind && (!told || reason(&self.detail) == reason(&other.detail))
    }
}

/// A fault that a test plants into the books before the naive model sees them: what the engine
/// would answer if it were wrong in all that it does, and agreed with itself.
pub type Plant = fn(&mut Snapshot);

/// How a reason begins that people brought about: what they asked for in between leaves no quantity
/// for a change that was agreed on.
const NOT_MADE: &str = "the change cannot be made: ";

/// Plays a story in every way; how many of its subscriptions the naive model knew is answered.
pub fn check(story: &Story) -> Result<Held, Failure> {
    check_planted(story, |_| ())
}

/// The same with a fault.
pub fn check_planted(story: &Story, plant: Plant) -> Result<Held, Failure> {
    let scenario = story.scenario().map_err(|detail| fail("unreadable", detail))?;
    hold(&scenario, plant)
}

/// The same of a file.
pub fn hold(scenario: &Scenario, plant: Plant) -> Result<Held, Failure> {
    hold_loading(scenario, (plant, scoped))
}

/// The same with another way to load what decisions look at: they have to be the same.
pub fn hold_loading(scenario: &Scenario, (plant, load): (Plant, Load)) -> Result<Held, Failure> {
    let mut world = PureWorld::loading(load);
    let played = play(scenario, &mut world, Mode::OneStep).map_err(kind)?;
    let parked = world.customers().iter().flat_map(|snapshot| &snapshot.subscriptions);
    let mut parked = parked.filter_map(|subscription| subscription.parked.clone());
    if let Some(reason) = parked.find(|text| !text.starts_with(NOT_MADE)) {
        return Err(fail("parked", reason));
    }
    let mut books = world.customers().to_vec();
    books.iter_mut().for_each(plant);
    let held = naive::hold(scenario, &played, &books);
    let held = held.map_err(|detail| fail("naive model", detail))?;
    let paid = naive::hold_credits(world.facts());
    let paid = paid.map_err(|detail| fail("naive credits", detail))?;
    let mut daily = PureWorld::default();
    let by_day = play(scenario, &mut daily, Mode::Daily).map_err(kind)?;
    let books = |world: &PureWorld| format!("{:?}", world.customers());
    match by_day == played && books(&daily) == books(&world) {
        true => Ok(Held { paid, ..held }),
        false => Err(fail("steps of the clock", "day by day leaves something else".to_owned())),
    }
}

/// What a world says of itself; all else is a mistake of the story.
fn kind(detail: String) -> Failure {
    let kinds =
        ["the audits found", "the explanation of", "foreseen", "is refused", "what was loaded"];
    let kind = kinds.into_iter().find(|kind| detail.contains(kind));
    fail(kind.unwrap_or("unplayable"), detail)
}

fn fail(kind: &'static str, detail: String) -> Failure {
    Failure { kind, detail }
}
