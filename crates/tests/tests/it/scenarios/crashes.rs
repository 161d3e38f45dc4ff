//! A crash after each commit.

use scenario::{Crashes, Mode, Time};

use super::{Story, every, held, same, shared, stories, world};
use crate::harness::Kind;

#[test]
fn sqlite() {
    every(&stories(), 4, |story| crash(story, Kind::Sqlite));
}

fn crash(story: &Story, kind: Kind) -> Result<(), String> {
    let (site, time) = match story.stands_still() {
        true => held(kind),
        false => (shared(kind), Time::Test),
    };
    let mut whole = world(&site, &time, Crashes::Never);
    story.hold(&mut whole, Mode::OneStep)?;
    let books = whole.books()?;
    for commits in 1.. {
        let mut world = world(&site, &time, Crashes::After(commits));
        let place = |error: String| format!("after commit {commits}: {error}");
        story.hold(&mut world, Mode::OneStep).map_err(place)?;
        same(&books, &world.books()?).map_err(place)?;
        if world.crashed() == 0 {
            println!("{} {commits}", story.name);
            break;
        }
    }
    let mut always = world(&site, &time, Crashes::Always);
    story.hold(&mut always, Mode::OneStep).map_err(|error| format!("always: {error}"))?;
    same(&books, &always.books()?)
}
