//! The list of the house rules: a rule is one file and one line here.

mod circle;
mod clock;
mod dependency;
mod float;
mod folder;
mod function;
mod header;
mod length;
mod machine;
mod name;
mod placeholder;
mod reference;
mod sql;
mod swap;
mod width;

use super::Finding;
use super::tree::Tree;

pub type Rule = fn(&Tree) -> Vec<Finding>;

pub const RULES: &[Rule] = &[
    length::check,
    function::check,
    width::check,
    folder::check,
    name::check,
    header::check,
    sql::check,
    swap::check,
    clock::check,
    float::check,
    dependency::check,
    circle::check,
    placeholder::check,
    reference::check,
    machine::check,
];

/// Runs a rule over samples given as path and text, and returns the lines it complains about.
#[cfg(test)]
fn complaints(rule: Rule, samples: &[(&str, &str)]) -> Vec<String> {
    use super::tree::File;

    let file = |(path, text): &(&str, &str)| File::new(path, (*text).to_owned());
    let findings = rule(&Tree { files: samples.iter().map(file).collect() });
    findings.iter().map(|finding| format!("{}:{}", finding.path, finding.line)).collect()
}
