//! A crash after each commit: the application is dropped there, opened again on the same database,
//! and asked the same with the same key.

use scenario::{Crashes, Mode};

use super::{Grounds, Story, every, same, stories};
use crate::harness::Kind;

#[test]
fn sqlite() {
    every(&stories(), 4, |story| crash(story, Kind::Sqlite));
}

/// What each of them has of its own: credits, drafts, parking, payments, voids, ends.
const ON_POSTGRES: &[&str] = &[
    "credits/below-zero.md",
    "credits/expired-and-restored.md",
    "credits/order-and-expiry.md",
    "discounts/fixed-on-every-billing-date.md",
    "invoices/grace.md",
    "invoices/overflow.md",
    "invoices/payments.md",
    "invoices/void.md",
    "minimums/total.md",
    "starts/future.md",
    "starts/past-with-invoices.md",
    "terms/end-of-term.md",
];

#[test]
fn postgres() {
    let mut stories = stories();
    stories.retain(|story| ON_POSTGRES.contains(&story.name.as_str()));
    every(&stories, 4, |story| crash(story, Kind::Postgres));
}

fn crash(story: &Story, kind: Kind) -> Result<(), String> {
    let grounds = match story.stands_still() {
        true => Grounds::held(kind),
        false => Grounds::shared(kind),
    };
    let mut whole = grounds.world(Crashes::Never);
    story.hold(&mut whole, Mode::OneStep)?;
    let books = whole.books()?;
    for commits in 1.. {
        let mut world = grounds.world(Crashes::After(commits));
        let place = |error: String| format!("after commit {commits}: {error}");
        story.hold(&mut world, Mode::OneStep).map_err(place)?;
        world.look_through().map_err(place)?;
        if commits == 1 {
            assert!(world.crashed() > 0, "nothing was committed");
            same(&books, &world.books()?).map_err(place)?;
        }
        // A new process costs more on PostgreSQL, where its connections are opened anew.
        if world.crashed() == 0 || (kind == Kind::Postgres && commits == 4) {
            break;
        }
    }
    let mut always = grounds.world(Crashes::Always);
    story.hold(&mut always, Mode::OneStep).map_err(|error| format!("always: {error}"))?;
    same(&books, &always.books()?)
}
