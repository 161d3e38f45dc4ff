//! Splits the code of a file into names, `::` and single marks, each with its line.

use crate::tidy::scan::in_name;
use crate::tidy::tree::Rust;

pub struct Token<'a> {
    pub line: usize,
    pub text: &'a str,
}

impl Token<'_> {
    pub fn is_name(&self) -> bool {
        self.text.starts_with(in_name)
    }
}

/// Tests are no part of the design, so that what they import does not count.
pub fn tokens(rust: &Rust) -> Vec<Token<'_>> {
    rust.live_code().flat_map(|(line, code)| of_line(line, code)).collect()
}

fn of_line(line: usize, code: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if in_name(first) {
            rest.find(|character| !in_name(character)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        found.push(Token { line, text: &rest[..length] });
        rest = rest[length..].trim_start();
    }
    found
}
