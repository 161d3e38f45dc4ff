//! Lines of Rust are at most 100 columns wide, but for a string or an address that cannot break.

use crate::tidy::{Finding, tree::Tree};

const MOST: usize = 100;

pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (file, rust) in tree.rust() {
        let lines = file.text.lines().zip(&rust.scan.code);
        for (number, (text, code)) in (1..).zip(lines) {
            let width = text.chars().count();
            if width > MOST && !is_literal(code) && !is_address(text) {
                let sentence =
                    format!("a line is at most {MOST} columns wide, this one {width}: break it");
                findings.push(Finding::new(&file.path, number, sentence));
            }
        }
    }
    findings
}

/// One string literal, or a part of one, and nothing else.
fn is_literal(code: &str) -> bool {
    let code = code.trim().trim_end_matches([',', ';', ')']);
    !code.is_empty() && code.chars().all(|character| character == '"' || character == ' ')
}

fn is_address(text: &str) -> bool {
    let comment = text.trim().trim_start_matches(['/', '!']).trim();
    text.trim().starts_with("//") && comment.contains("://") && !comment.contains(' ')
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::rules::complaints;

    #[test]
    fn wide_lines_are_found() {
        let long = "x".repeat(101);
        let text = format!("    \"{long}\",\n// https://{long}\nlet a = 1;\n");
        assert!(complaints(check, &[("a.rs", &text), ("b.md", &long)]).is_empty());
        let text = format!("let a = 1;\nlet b = \"{long}\";\n// {long}\n");
        assert_eq!(complaints(check, &[("a.rs", &text)]), ["a.rs:2", "a.rs:3"]);
    }
}
