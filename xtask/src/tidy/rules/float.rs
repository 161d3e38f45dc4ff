//! The pure crates compute exactly: no floating-point number, not even in their tests.

use crate::tidy::scan::in_name;
use crate::tidy::{Finding, tree::Tree};

const EXACT: &[&str] = &["crates/money/src/", "crates/calendar/src/", "crates/billing/src/"];

pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (file, rust) in tree.rust() {
        if !EXACT.iter().any(|folder| file.path.starts_with(folder)) {
            continue;
        }
        for (number, code) in (1..).zip(&rust.scan.code) {
            if ["f32", "f64"].iter().any(|float| has_float(code, float)) {
                let sentence = "money, calendar and billing are exact: use a Ratio, not a float";
                findings.push(Finding::new(&file.path, number, sentence));
            }
        }
    }
    findings
}

/// Also as a suffix: `1f64`, `to_f64`.
fn has_float(code: &str, float: &str) -> bool {
    code.match_indices(float).any(|(at, _)| {
        !code[..at].ends_with(char::is_alphabetic) && !code[at + float.len()..].starts_with(in_name)
    })
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::rules::complaints;

    #[test]
    fn floats_in_pure_crates_are_found() {
        let text = "// f64 rounds.\nlet buf32 = 1;\n";
        assert!(complaints(check, &[("crates/money/src/a.rs", text)]).is_empty());
        assert!(complaints(check, &[("crates/api/src/a.rs", "let a: f64 = b;")]).is_empty());
        let text = "let a: f64 = b;\nlet c = 1_f32;\n\nd.to_f64();\n";
        let found = complaints(check, &[("crates/money/src/a.rs", text)]);
        let lines =
            ["crates/money/src/a.rs:1", "crates/money/src/a.rs:2", "crates/money/src/a.rs:4"];
        assert_eq!(found, lines);
    }
}
