//! Playing a scenario: step by step in a world, and holding what it prints against the file.

use calendar::{Timestamp, Zone};

use crate::action::Action;
use crate::parse::{Scenario, Step};
use crate::render::Printer;
use crate::{Happening, World};

/// How the clock gets from one step to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    OneStep,
    Daily,
    Hourly,
}

/// What a scenario printed, step by step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    printed: Vec<Vec<String>>,
}

/// Plays all steps. An error is a mistake in the file or in the world, not a refusal.
pub fn play(scenario: &Scenario, world: &mut dyn World, mode: Mode) -> Result<Played, String> {
    let first = scenario.steps.first().ok_or("no steps")?.at;
    world.set_up(&scenario.setup, first)?;
    let mut now = first;
    let mut printed = Vec::new();
    for step in &scenario.steps {
        let place = |error: String| format!("line {}: {error}", step.line + 1);
        let lines = play_step(world, step, now, mode, &scenario.setup.zone).map_err(place)?;
        printed.push(lines);
        now = step.at;
    }
    Ok(Played { printed })
}

fn play_step(
    world: &mut dyn World,
    step: &Step,
    from: Timestamp,
    mode: Mode,
    zone: &Zone,
) -> Result<Vec<String>, String> {
    if step.at < from {
        return Err("time runs forward".to_owned());
    }
    let mut happened = Vec::new();
    match &step.action {
        Action::CatchUp => happened.extend(world.catch_up(step.at)?),
        action => {
            happened.extend(world.advance(&stops(from, step.at, mode)?)?);
            if !matches!(action, Action::Advance) {
                happened.extend(world.act(action)?);
            }
        }
    }
    world.audit()?;
    Ok(happened.into_iter().flat_map(|happening| print(happening, step.at, zone)).collect())
}

/// The lines of a fact, dated where they are not of the step's own date.
fn print(happening: Happening, at: Timestamp, zone: &Zone) -> Vec<String> {
    let date = match happening.at == at {
        true => String::new(),
        false => format!("{} ", Printer::instant(zone, happening.at)),
    };
    let mut lines = happening.lines.into_iter();
    let first = lines.next().map(|line| format!("    {date}{line}"));
    first.into_iter().chain(lines.map(|line| format!("        {line}"))).collect()
}

/// Where the clock stops on its way, the end included.
fn stops(from: Timestamp, to: Timestamp, mode: Mode) -> Result<Vec<Timestamp>, String> {
    let seconds = match mode {
        Mode::OneStep => return Ok(vec![to]),
        Mode::Daily => 86_400,
        Mode::Hourly => 3_600,
    };
    let count = (to.as_second() - from.as_second()) / seconds;
    let stop = |n: i64| Timestamp::from_second(from.as_second() + n * seconds);
    let stops = (1..=count).map(stop).collect::<Result<Vec<_>, _>>();
    let mut stops = stops.map_err(|error| error.to_string())?;
    stops.retain(|stop| *stop < to);
    stops.push(to);
    Ok(stops)
}

impl Played {
    /// Whether the step at a place asked for something that was refused.
    pub fn is_refused(&self, step: usize) -> bool {
        let lines = self.printed.get(step).into_iter().flatten();
        lines.into_iter().any(|line| line.trim_start().starts_with("refused: "))
    }

    /// The first step that printed something else than the file says.
    pub fn difference(&self, scenario: &Scenario) -> Option<String> {
        let squeezed = |lines: &[String]| -> Vec<String> {
            let words = |line: &String| line.split_whitespace().collect::<Vec<_>>().join(" ");
            lines.iter().map(words).collect()
        };
        let pairs = scenario.steps.iter().zip(&self.printed);
        let wrong =
            pairs.into_iter().find(|(step, lines)| squeezed(&step.expected) != squeezed(lines));
        wrong.map(|(step, lines)| {
            let (expected, found) = (step.expected.join("\n"), lines.join("\n"));
            format!("line {}\nexpected:\n{expected}\nfound:\n{found}", step.line + 1)
        })
    }

    /// The first step in which another world printed something else. The API may refuse in words of
    /// its own, and with every fault that it finds.
    pub fn departs(&self, other: &Played) -> Option<String> {
        let shown = |lines: &[String]| -> Vec<String> {
            let words = lines.iter().map(|line| line.split_whitespace().collect::<Vec<_>>());
            let words = words.map(|words| match words.first() {
                Some(&"refused:") => "refused".to_owned(),
                _ => words.join(" "),
            });
            words.collect()
        };
        let mut pairs = self.printed.iter().zip(&other.printed).enumerate();
        let (step, (one, other)) = pairs.find(|(_, (one, other))| shown(one) != shown(other))?;
        let (step, one, other) = (step + 1, one.join("\n"), other.join("\n"));
        Some(format!("step {step}: the core tells\n{one}\nand the application\n{other}"))
    }

    /// The file with what was printed in place of what was expected.
    pub fn rewrite(&self, text: &str, scenario: &Scenario) -> String {
        let mut out = String::new();
        let mut inside = false;
        for (number, line) in text.lines().enumerate() {
            if line.starts_with("```") {
                inside = line.trim_end() == "```timeline";
            }
            if inside && line.starts_with(' ') {
                continue;
            }
            out.push_str(line);
            out.push('\n');
            let step = scenario.steps.iter().position(|step| step.line == number);
            for line in step.and_then(|step| self.printed.get(step)).into_iter().flatten() {
                out.push_str(line);
                out.push('\n');
            }
        }
        out
    }
}
