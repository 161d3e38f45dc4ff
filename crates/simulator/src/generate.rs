//! A story from a seed: each action is played as it is chosen, so that the next one can name what
//! is there.

use calendar::{Timestamp, Zone};
use jiff::ToSpan;
use jiff::civil::{DateTime, date};
use scenario::{Action, PureWorld, World};

use crate::actions::{Known, Teller, action};
use crate::catalog::catalog;
use crate::dice::Dice;
use crate::families::Families;
use crate::prepaid::Prepaid;
use crate::story::{Step, Story};

/// The story of a seed. One that breaks the core on the way ends with the step that did.
pub fn generate(seed: u64) -> Result<Story, String> {
    let mut dice = Dice::new(seed);
    let mut catalog = catalog(&mut dice);
    let mut families = Families::of(seed, &mut catalog);
    let mut prepaid = Prepaid::of(seed, &mut catalog);
    let mut story = Story { setup: catalog.lines.clone(), steps: Vec::new() };
    let mut now = date(2026, 1, 1).at(0, 0, 0, 0);
    now = moved(&mut dice, now, (400, true))?;
    let mut world = PureWorld::default();
    let mut opened = false;
    let count = if catalog.long { (14, 34) } else { (6, 28) };
    for _ in 0..dice.between(count.0, count.1) {
        let known = known(&world);
        let later = |days: i64| written(now.checked_add(days.days()).unwrap_or(now));
        let teller =
            &mut Teller { dice: &mut dice, catalog: &catalog, known: &known, later: &later };
        let words = families.as_mut().and_then(|families| families.deed(teller));
        let words = words.or_else(|| prepaid.as_mut()?.deed(teller));
        let words = words.or_else(|| action(teller));
        let Some(mut words) = words else { continue };
        if let Some(families) = &mut families {
            families.add_to(&mut words);
        }
        story.steps.push(Step { date: written(now), words });
        if !opened {
            let scenario = story.scenario()?;
            world.set_up(&scenario.setup, instant(now, &scenario.setup.zone)?)?;
            opened = true;
        }
        if play_last(&story, &mut world).is_err() {
            return Ok(story);
        }
        now = match catalog.long {
            true => next_of_years(&mut dice, now)?,
            false => next(&mut dice, now, catalog.plain)?,
        };
    }
    story.steps.push(Step { date: written(now), words: "advance".to_owned() });
    Ok(story)
}

/// When the next action is: often at the same instant, and sometimes after a far jump.
fn next(dice: &mut Dice, now: DateTime, plain: bool) -> Result<DateTime, String> {
    match dice.between(0, 99) {
        0..=11 => Ok(now),
        12..=14 => moved(dice, now, (300, plain)),
        _ => moved(dice, now, (42, plain)),
    }
}

/// Weeks lie between the actions of a long life, so that it takes some two years.
fn next_of_years(dice: &mut Dice, now: DateTime) -> Result<DateTime, String> {
    match dice.between(0, 9) {
        0 => Ok(now),
        1..=3 => moved(dice, now, (12, false)),
        _ => moved(dice, now, (60, false)),
    }
}

/// Goes on by some days, and sometimes by hours and minutes.
fn moved(dice: &mut Dice, now: DateTime, (most, whole): (u64, bool)) -> Result<DateTime, String> {
    let days = i64::try_from(dice.between(0, most)).unwrap_or(0);
    let minutes = match !whole && dice.chance(15) {
        true => i64::try_from(dice.between(1, 1_439)).unwrap_or(0),
        false => 0,
    };
    let moved = now.checked_add(days.days()).and_then(|at| at.checked_add(minutes.minutes()));
    moved.map_err(|error| error.to_string())
}

/// As a scenario writes it: a date, with the minute where it is not midnight.
fn written(at: DateTime) -> String {
    match at.hour() == 0 && at.minute() == 0 {
        true => at.date().to_string(),
        false => format!("{}T{:02}:{:02}", at.date(), at.hour(), at.minute()),
    }
}

fn instant(at: DateTime, zone: &Zone) -> Result<Timestamp, String> {
    zone.instant(at).map_err(|error| error.to_string())
}

fn known(world: &PureWorld) -> Known {
    let all = world.customers();
    let subscriptions = all.iter().flat_map(|snapshot| &snapshot.subscriptions);
    let invoices = all.iter().flat_map(|snapshot| &snapshot.invoices);
    let credits = all.iter().flat_map(|snapshot| &snapshot.credits);
    let one_times = all.iter().flat_map(|snapshot| &snapshot.one_times);
    Known {
        upcoming: world.upcoming_subscription(),
        subscriptions: subscriptions.map(|subscription| subscription.id.to_string()).collect(),
        invoices: invoices.map(|invoice| invoice.id.to_string()).collect(),
        credits: credits.map(|credit| credit.id.to_string()).collect(),
        one_times: one_times.map(|one_time| one_time.id.to_string()).collect(),
    }
}

fn play_last(story: &Story, world: &mut PureWorld) -> Result<(), String> {
    let scenario = story.scenario()?;
    let step = scenario.steps.last().ok_or("no step")?;
    match &step.action {
        Action::CatchUp => world.catch_up(step.at).map(|_| ()),
        Action::Advance => world.advance(&[step.at]).map(|_| ()),
        action => {
            world.advance(&[step.at])?;
            world.act(action).map(|_| ())
        }
    }
}
