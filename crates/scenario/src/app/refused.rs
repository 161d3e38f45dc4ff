//! Problems of the API in the words of the core.

use serde_json::Value;

/// What the API finds wrong by itself, before the core looks, and how the core says it.
const WORDS: &[(&str, &str)] = &[
    ("archived", "is archived and takes no new use"),
    ("before_start", "must lie after the start"),
    ("currency_mismatch", "has another currency than the first"),
    ("duplicate", "is listed twice"),
    ("maximum", "lies between 0 and 1"),
];

/// `the invoice is void`, or every fault with its place, in the order of the places.
pub(super) fn sentence(problem: &Value) -> String {
    let faults = problem["errors"].as_array().map(Vec::as_slice).unwrap_or_default();
    if faults.is_empty() {
        return lower(text(problem, "detail"));
    }
    let mut all: Vec<String> = faults.iter().map(fault).collect();
    all.sort();
    all.join("; ")
}

fn fault(value: &Value) -> String {
    let (code, detail) = (text(value, "code"), text(value, "detail"));
    let pointer = text(value, "pointer").trim_start_matches('/');
    // What the core said begins with the field it is about, or is about no field at all.
    if let Some((_, rest)) = detail.strip_prefix('`').and_then(|rest| rest.split_once("` ")) {
        return format!("{pointer}: {}", rest.trim_end_matches('.'));
    }
    match WORDS.iter().find(|(known, _)| *known == code) {
        Some((_, words)) => format!("{pointer}: {words}"),
        None => lower(detail),
    }
}

/// A sentence as the core says it: without its capital and its stop.
fn lower(sentence: &str) -> String {
    let mut letters = sentence.trim_end_matches('.').chars();
    let first = letters.next().map(|first| first.to_lowercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}
