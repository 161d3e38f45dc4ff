//! From a story that fails to a short one that fails for the same reason.

use crate::check::{Failure, Plant, check_planted};
use crate::story::{Step, Story};

/// So many shorter stories are tried.
const MOST: usize = 3_000;

/// The shortest story that was found, with what it fails by.
pub fn shrink(story: Story, failure: Failure, plant: Plant) -> (Story, Failure) {
    shrink_by(story, failure, MOST, &|story| check_planted(story, plant).err())
}

/// The same by another judge, who is asked so often at most.
pub fn shrink_by(
    mut story: Story,
    mut failure: Failure,
    most: usize,
    judge: &dyn Fn(&Story) -> Option<Failure>,
) -> (Story, Failure) {
    let mut left = most;
    loop {
        let found = shorter(&story).into_iter().find_map(|candidate| {
            left = left.checked_sub(1)?;
            let found = judge(&candidate).filter(|found| found.is_like(&failure))?;
            Some((candidate, found))
        });
        match found {
            Some((candidate, found)) => (story, failure) = (candidate, found),
            None => return (story, failure),
        }
    }
}

/// Every story that is one thing shorter: many steps, one step, one line before, one option.
fn shorter(story: &Story) -> Vec<Story> {
    let mut all = Vec::new();
    let mut size = story.steps.len() / 2;
    while size > 0 {
        let starts = (0..story.steps.len()).step_by(size);
        all.extend(starts.map(|start| without(story, start, size)));
        size /= 2;
    }
    for place in 1..story.setup.len() {
        let mut shorter = story.clone();
        shorter.setup.remove(place);
        all.push(shorter);
    }
    for (place, line) in story.setup.iter().enumerate() {
        all.extend(fewer_options(line).into_iter().map(|line| {
            let mut shorter = story.clone();
            shorter.setup.iter_mut().skip(place).take(1).for_each(|text| text.clone_from(&line));
            shorter
        }));
    }
    for (place, step) in story.steps.iter().enumerate() {
        all.extend(fewer_options(&step.words).into_iter().map(|words| {
            let mut shorter = story.clone();
            let steps = shorter.steps.iter_mut().skip(place).take(1);
            steps.for_each(|step| step.words.clone_from(&words));
            shorter
        }));
    }
    all
}

/// Without some steps. A subscription that is not made leaves its name to the next one.
fn without(story: &Story, start: usize, count: usize) -> Story {
    let mut kept = story.clone();
    let end = (start + count).min(kept.steps.len());
    let gone: Vec<Step> = kept.steps.drain(start..end).collect();
    for step in gone.iter().rev() {
        let name = step.words.split(" as S").nth(1).filter(|_| step.words.starts_with("subscribe"));
        let number = name.and_then(|rest| rest.split(',').next()?.trim().parse::<u32>().ok());
        if let Some(number) = number {
            kept.steps
                .retain(|step| !step.words.split([' ', ',']).any(|w| w == format!("S{number}")));
            kept.steps.iter_mut().for_each(|step| step.words = renumbered(&step.words, number));
        }
    }
    kept
}

/// Names behind a number move up by one.
fn renumbered(words: &str, gone: u32) -> String {
    let moved = |word: &str| {
        let (name, comma) = word.strip_suffix(',').map_or((word, ""), |name| (name, ","));
        let number = name.strip_prefix('S').and_then(|number| number.parse::<u32>().ok());
        match number {
            Some(number) if number > gone => format!("S{}{comma}", number - 1),
            _ => word.to_owned(),
        }
    };
    words.split(' ').map(moved).collect::<Vec<_>>().join(" ")
}

/// The same line less one of its options, or less one order.
fn fewer_options(line: &str) -> Vec<String> {
    let parts: Vec<&str> = line.split(", ").collect();
    let mut all: Vec<String> = (1..parts.len())
        .map(|gone| {
            let kept = parts.iter().enumerate().filter(|(place, _)| *place != gone);
            kept.map(|(_, part)| *part).collect::<Vec<_>>().join(", ")
        })
        .collect();
    if let Some((head, tail)) = line.split_once(" + ") {
        let rest = tail.split_once(" as ").map_or(tail, |(_, rest)| rest);
        if line.contains(" as ") {
            all.push(format!("{head} as {rest}"));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn story(words: &[&str]) -> Story {
        let step =
            |words: &&str| Step { date: "2026-01-01".to_owned(), words: (*words).to_owned() };
        Story { setup: vec!["company EUR UTC".to_owned()], steps: words.iter().map(step).collect() }
    }

    #[test]
    fn names_close_up_behind_what_is_gone() {
        let long =
            story(&["subscribe a to p as S1", "subscribe a to p as S2, x", "pause S2, void"]);
        let short = without(&long, 0, 1);
        let words: Vec<&str> = short.steps.iter().map(|step| step.words.as_str()).collect();
        assert_eq!(words, ["subscribe a to p as S1, x", "pause S1, void"]);
    }

    #[test]
    fn what_does_not_matter_goes() {
        let long = story(&["advance", "void I1", "subscribe a to p + q as S1, x, y", "advance"]);
        let judge = |story: &Story| {
            let bad = story.steps.iter().any(|step| step.words.starts_with("void"));
            bad.then(|| Failure { kind: "test", detail: String::new() })
        };
        let first = Failure { kind: "test", detail: String::new() };
        let (short, _) = shrink_by(long, first, MOST, &judge);
        assert_eq!(short, story(&["void I1"]));
    }
}
