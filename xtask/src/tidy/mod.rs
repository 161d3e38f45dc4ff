//! The house rules, checked on every file that git tracks. There is no list of exceptions: where
//! a rule is wrong, the rule changes for everyone.

mod head;
mod imports;
mod outline;
mod rules;
mod scan;
mod tree;

use std::fmt;
use std::path::Path;

use crate::failure::{Failure, Outcome};
use rules::RULES;
use tree::Tree;

/// One broken rule, in one place, with its mend.
pub struct Finding {
    path: String,
    line: usize,
    sentence: String,
}

impl Finding {
    fn new(path: &str, line: usize, sentence: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, sentence: sentence.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}: {}", self.path, self.line, self.sentence)
    }
}

pub fn run(root: &Path) -> Outcome<()> {
    let findings = check(root)?;
    for finding in &findings {
        println!("{finding}");
    }
    match findings.len() {
        0 => Ok(()),
        count => Err(Failure::new(format!("tidy: {count} places break the house rules"))),
    }
}

fn check(root: &Path) -> Outcome<Vec<Finding>> {
    let tree = Tree::read(root)?;
    let mut findings: Vec<_> = RULES.iter().flat_map(|rule| rule(&tree)).collect();
    findings.sort_by(|a, b| (&a.path, a.line).cmp(&(&b.path, b.line)));
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_is_tidy() {
        let root = crate::root().unwrap();
        let findings = check(&root).unwrap();
        let lines: Vec<_> = findings.iter().map(Finding::to_string).collect();
        assert!(lines.is_empty(), "the house rules are broken:\n{}", lines.join("\n"));
    }
}
