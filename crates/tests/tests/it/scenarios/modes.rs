//! All steps of the clock, on both databases.

use scenario::{Crashes, Mode, Time};

use super::{Story, every, held, same, shared, stories, world};
use crate::harness::Kind;

/// As many at once as share a commit well.
const AT_ONCE: usize = 12;

both! {
    fn in_one_step_and_day_by_day(kind: Kind) {
        let site = shared(kind);
        let stories: Vec<Story> =
            stories().into_iter().filter(|story| !story.stands_still()).collect();
        every(&stories, AT_ONCE, |story| {
            let mut once = world(&site, &Time::Test, Crashes::Never);
            story.hold(&mut once, Mode::OneStep)?;
            let mut daily = world(&site, &Time::Test, Crashes::Never);
            story.hold(&mut daily, Mode::Daily).map_err(|error| format!("day by day: {error}"))?;
            same(&once.books()?, &daily.books()?)
        });
    }

    fn hour_by_hour(kind: Kind) {
        let site = shared(kind);
        let stories: Vec<Story> =
            stories().into_iter().filter(|story| story.scenario.setup.hourly).collect();
        assert!(stories.len() >= 3);
        every(&stories, AT_ONCE, |story| {
            let mut once = world(&site, &Time::Test, Crashes::Never);
            story.hold(&mut once, Mode::OneStep)?;
            let mut hourly = world(&site, &Time::Test, Crashes::Never);
            story.hold(&mut hourly, Mode::Hourly)?;
            same(&once.books()?, &hourly.books()?)
        });
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
            let (site, time) = held(kind);
            story.hold(&mut world(&site, &time, Crashes::Never), Mode::OneStep)
        });
    }
}
