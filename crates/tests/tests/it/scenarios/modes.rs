//! All steps of the clock, and real time.

use scenario::{AppWorld, Crashes, Mode, PureWorld, play};

use super::{Grounds, Story, every, same, stories};
use crate::harness::Kind;

/// As many at once as share a commit well.
const AT_ONCE: usize = 12;

/// Plays a story in one step and in others: the same lines, the same records.
fn compare(stories: &[Story], kind: Kind, mode: Mode) {
    let grounds = Grounds::shared(kind);
    every(stories, AT_ONCE, |story| {
        let mut once = grounds.world(Crashes::Never);
        story.hold(&mut once, Mode::OneStep)?;
        answers_agree(story, &mut once)?;
        let mut other = grounds.world(Crashes::Never);
        story.hold(&mut other, mode).map_err(|error| format!("{mode:?}: {error}"))?;
        same(&once.books()?, &other.books()?)
    });
}

/// Every record at the end, as the API answers it and as the core has it.
fn answers_agree(story: &Story, world: &mut AppWorld) -> Result<(), String> {
    let mut core = PureWorld::default();
    play(&story.scenario, &mut core, Mode::OneStep)?;
    world.agrees_with(&mut core)
}

both! {
    fn in_one_step_and_day_by_day(kind: Kind) {
        let mut stories = stories();
        stories.retain(|story| !story.stands_still());
        compare(&stories, kind, Mode::Daily);
    }

    fn hour_by_hour(kind: Kind) {
        let mut stories = stories();
        stories.retain(|story| story.scenario.setup.hourly);
        if kind == Kind::Postgres {
            stories.retain(|story| story.days() < 30);
        }
        compare(&stories, kind, Mode::Hourly);
    }

    fn in_real_time(kind: Kind) {
        let mut stories = stories();
        if kind == Kind::Postgres {
            // A database each costs more than a file.
            let mut count = 0;
            stories.retain(|story| {
                count += 1;
                story.stands_still() || count % 8 == 0
            });
        }
        every(&stories, 4, |story| {
            let grounds = Grounds::held(kind);
            story.hold(&mut grounds.world(Crashes::Never), Mode::OneStep)
        });
    }
}
