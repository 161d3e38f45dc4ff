//! From Markdown to a scenario. Only blocks marked `timeline` are read; all else is prose.

mod setup;
mod words;

use calendar::Timestamp;

use crate::action::Action;
use crate::setup::Setup;
use crate::verb::VERBS;

pub use words::{Words, amount, instant, percent, seconds, term};

/// A parsed file.
#[derive(Clone, Debug)]
pub struct Scenario {
    pub setup: Setup,
    pub steps: Vec<Step>,
}

/// A dated line and what it must print.
#[derive(Clone, Debug)]
pub struct Step {
    /// The line of the file, counted from zero.
    pub line: usize,
    pub at: Timestamp,
    pub action: Action,
    pub expected: Vec<String>,
}

/// Reads a file, or says in which line it cannot be read.
pub fn parse(text: &str) -> Result<Scenario, String> {
    let mut scenario = Scenario { setup: Setup::default(), steps: Vec::new() };
    let mut inside = false;
    for (number, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            inside = line.trim_end() == "```timeline";
            continue;
        }
        if inside && !line.trim().is_empty() {
            read(&mut scenario, number, line).map_err(|e| format!("line {}: {e}", number + 1))?;
        }
    }
    match scenario.steps.is_empty() {
        true => Err("there is no dated line in a timeline".to_owned()),
        false => Ok(scenario),
    }
}

fn read(scenario: &mut Scenario, number: usize, line: &str) -> Result<(), String> {
    if line.starts_with(' ') {
        let step = scenario.steps.last_mut().ok_or("nothing happened yet")?;
        step.expected.push(line.to_owned());
        return Ok(());
    }
    if !line.starts_with(|first: char| first.is_ascii_digit()) {
        return setup::read(&mut scenario.setup, line);
    }
    let (date, rest) = line.split_once(' ').ok_or("a date needs something to do")?;
    let zone = &scenario.setup.zone;
    let at = instant(date, zone)?;
    let rest = rest.trim();
    let verb = VERBS.iter().find(|verb| rest.split(' ').next() == Some(verb.name));
    let verb = verb.ok_or_else(|| format!("no verb is called {rest:?}"))?;
    let tail = rest.strip_prefix(verb.name).unwrap_or_default();
    let words = Words::new(tail, zone, scenario.setup.currency);
    let action = (verb.read)(&words).map_err(|error| format!("{error}; {}", verb.usage))?;
    scenario.steps.push(Step { line: number, at, action, expected: Vec::new() });
    Ok(())
}
