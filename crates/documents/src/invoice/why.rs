//! The sum that led to an amount, from an explanation: sentences in English, the same arithmetic
//! with the words that a language has in others.

use records::invoice::explanation::{ExplainedOperation, ExplainedPart, ExplainedStep};

use super::view::Why;
use crate::format;
use crate::locale::{Language, Locale, filled};

/// The rows that compute something; `digits` are those of the currency.
pub(super) fn rows(locale: Locale, part: &ExplainedPart, digits: u8) -> Vec<Why> {
    part.steps.iter().filter_map(|step| row(locale, step, digits)).collect()
}

fn row(locale: Locale, step: &ExplainedStep, digits: u8) -> Option<Why> {
    let operation = step.operation?;
    let (words, formula) = step.text.split_once(": ").unwrap_or(("", &step.text));
    if locale.language == Language::English {
        let formula = formula.replace('-', "\u{2212}");
        return Some(Why { words: words.to_owned(), sum: formula });
    }
    let sum = sum(locale, step, operation, digits)?;
    Some(Why { words: translated(locale, words), sum })
}

/// What the language has for the words of a sum: nothing for those it has not.
fn translated(locale: Locale, words: &str) -> String {
    let phrases = locale.phrases();
    if let Some((_, known)) = phrases.sums.iter().find(|(english, _)| *english == words) {
        return (*known).to_owned();
    }
    let days = words.strip_suffix(" days").and_then(|known| known.split_once(" of "));
    days.map(|(count, of)| filled(phrases.days_of, &[("count", count), ("of", of)]))
        .unwrap_or_default()
}

fn sum(
    locale: Locale,
    step: &ExplainedStep,
    operation: ExplainedOperation,
    digits: u8,
) -> Option<String> {
    let words = locale.phrases();
    let result = shown(locale, step.result.as_deref()?, digits);
    let terms: Vec<String> = step.terms.iter().map(|term| term_shown(locale, term)).collect();
    let listed = || terms.join(&format!(" {} ", words.and));
    Some(match operation {
        ExplainedOperation::Sum if terms.len() == 1 => result,
        ExplainedOperation::Sum => format!("{} = {result}", added(&terms)),
        ExplainedOperation::Product => format!("{} = {result}", terms.join(" × ")),
        ExplainedOperation::Smallest => {
            filled(words.smaller_of, &[("terms", &listed()), ("result", &result)])
        }
        ExplainedOperation::Largest => {
            filled(words.larger_of, &[("terms", &listed()), ("result", &result)])
        }
        ExplainedOperation::Rounded => {
            filled(words.is_rounded_to, &[("exact", &listed()), ("amount", &result)])
        }
    })
}

fn added(terms: &[String]) -> String {
    let mut text = String::new();
    for (place, term) in terms.iter().enumerate() {
        match (place, term.strip_prefix('\u{2212}')) {
            (0, _) => text.push_str(term),
            (_, Some(positive)) => text.push_str(&format!(" \u{2212} {positive}")),
            (_, None) => text.push_str(&format!(" + {term}")),
        }
    }
    text
}

/// A fraction stays one: `14/28`.
fn term_shown(locale: Locale, term: &str) -> String {
    match term.split_once('/') {
        Some(_) => term.to_owned(),
        None => format::number(locale, term),
    }
}

fn shown(locale: Locale, value: &str, digits: u8) -> String {
    let least = if value.contains('.') { digits } else { 0 };
    format::decimal(locale, value, least)
}
