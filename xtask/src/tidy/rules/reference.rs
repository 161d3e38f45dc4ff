//! What a document names of this repository is there: files and folders in backticks, and links.
//!
//! In backticks a path has a slash and no capital, or ends like a file of ours; in a command it
//! has a slash. It may leave out where it begins, and `src`: `decision/fact.rs` is any path that
//! ends so. `*` and `<noun>` stand for any part of a name. Blocks of code are not looked at.

use std::collections::BTreeSet;

use crate::tidy::{
    Finding,
    tree::{File, Tree},
};

const ENDINGS: &[&str] = &[".rs", ".md", ".json", ".toml", ".sql"];

/// Where that begins which looks like a path and is none of the tree: builds and media types.
const ELSEWHERE: &[&str] = &["target", "application"];

pub fn check(tree: &Tree) -> Vec<Finding> {
    let paths = paths(tree);
    let documents = tree.files.iter().filter(|file| is_document(file));
    documents.flat_map(|file| dead(file, &paths)).collect()
}

fn is_document(file: &File) -> bool {
    let path = file.path.as_str();
    let known = !path.contains('/') || path.starts_with("docs/") || path.ends_with("/README.md");
    known && path.ends_with(".md")
}

/// Every file and every folder, by the names on the way to it.
fn paths(tree: &Tree) -> BTreeSet<Vec<&str>> {
    let mut found = BTreeSet::from([Vec::new()]);
    for file in &tree.files {
        let names: Vec<&str> = file.path.split('/').collect();
        found.extend((1..=names.len()).map(|count| names[..count].to_vec()));
    }
    found
}

fn dead(file: &File, paths: &BTreeSet<Vec<&str>>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (line, paragraph) in paragraphs(&file.text) {
        let parts: Vec<(usize, &str)> = lined(line, &paragraph, "`").collect();
        let spans = parts.iter().skip(1).step_by(2);
        let named = spans.flat_map(|(line, span)| words(*line, span));
        let missing = named.filter(|(_, name)| is_path(name) && !is_suffix(name, paths));
        let links = lined(line, &paragraph, "](").skip(1);
        let links = links.filter_map(|(line, rest)| Some((line, rest.split_once(')')?.0)));
        let broken = links.filter(|(_, link)| !leads(file, link, paths));
        findings.extend(missing.chain(broken).map(|(line, name)| {
            let sentence = format!("`{name}` is not in this repository: name what there is");
            Finding::new(&file.path, line, sentence)
        }));
    }
    findings
}

/// What stands between blank lines, with its first line; blocks of code are blank.
fn paragraphs(text: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let (mut fenced, mut open) = (false, false);
    for (number, line) in (1..).zip(text.lines()) {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        if fence || fenced || line.trim().is_empty() {
            open = false;
            continue;
        }
        if !open {
            found.push((number, String::new()));
            open = true;
        }
        if let Some((_, paragraph)) = found.last_mut() {
            paragraph.push_str(line);
            paragraph.push('\n');
        }
    }
    found
}

/// The parts between marks, each with the line that it begins in.
fn lined<'a>(first: usize, text: &'a str, mark: &'a str) -> impl Iterator<Item = (usize, &'a str)> {
    let mut line = first;
    text.split(mark).map(move |part| {
        let begins = line;
        line += part.matches('\n').count();
        (begins, part)
    })
}

/// The span itself, or of a command the words that have a slash.
fn words(first: usize, span: &str) -> Vec<(usize, &str)> {
    let lines = (first..).zip(span.lines());
    let words =
        lines.flat_map(|(line, text)| text.split_whitespace().map(move |word| (line, word)));
    let command = span.split_whitespace().count() > 1;
    words.filter(|(_, word)| !command || word.contains('/')).collect()
}

fn is_path(name: &str) -> bool {
    let written =
        |character: char| character.is_ascii_alphanumeric() || "_-./*<>".contains(character);
    let ending = ENDINGS.iter().any(|ending| name.len() > ending.len() && name.ends_with(ending));
    let folder = name.contains('/') && !name.contains(|letter: char| letter.is_ascii_uppercase());
    let elsewhere = name.split('/').next().is_some_and(|first| ELSEWHERE.contains(&first));
    (ending || folder) && name.chars().all(written) && !name.starts_with('/') && !elsewhere
}

fn is_suffix(name: &str, paths: &BTreeSet<Vec<&str>>) -> bool {
    let mut wanted: Vec<&str> = name.trim_end_matches('/').split('/').collect();
    wanted.retain(|part| *part != "src");
    paths.iter().any(|path| {
        let mut behind = path.iter().rev().filter(|part| **part != "src");
        wanted.iter().rev().all(|want| behind.next().is_some_and(|part| fits(part, want)))
    })
}

/// With one place at most where anything may stand.
fn fits(part: &str, want: &str) -> bool {
    let star = want.split_once('*');
    let noun =
        want.split_once('<').and_then(|(before, rest)| Some((before, rest.split_once('>')?.1)));
    match star.or(noun) {
        None => part == want,
        Some((before, after)) => {
            part.len() > before.len() + after.len()
                && part.starts_with(before)
                && part.ends_with(after)
        }
    }
}

/// A link is read from the folder of its document; addresses elsewhere are not followed.
fn leads(file: &File, link: &str, paths: &BTreeSet<Vec<&str>>) -> bool {
    let target = link.split(['#', ' ']).next().unwrap_or_default();
    if target.is_empty() || target.contains(':') {
        return true;
    }
    let mut names: Vec<&str> = file.path.split('/').collect();
    names.pop();
    for name in target.trim_end_matches('/').split('/') {
        match name {
            "." => {}
            ".." if names.pop().is_none() => return false,
            ".." => {}
            name => names.push(name),
        }
    }
    paths.contains(&names)
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::rules::complaints;

    const TREE: &[(&str, &str)] = &[
        ("crates/billing/src/decision/fact.rs", ""),
        ("crates/store/src/schema/0001_spine.sql", ""),
        ("docs/guide.md", ""),
        ("CONTRIBUTING.md", ""),
        ("xtask/src/main.rs", ""),
    ];

    fn said(path: &str, text: &str) -> Vec<String> {
        complaints(check, &[TREE, &[(path, text)]].concat())
    }

    #[test]
    fn names_of_what_there_is_are_good() {
        let good = "`crates/billing/src/decision/fact.rs`, `billing/decision`, `fact.rs`,\n\
                    `decision/`, `store/schema/*.sql`, `crates/<crate>/src/decision/<fact>.rs`,\n\
                    `cargo run -p xtask docs/guide.md`\n";
        assert!(said("README.md", good).is_empty());
    }

    #[test]
    fn names_of_what_is_gone_are_found() {
        let gone = "a `decision/back.rs`\nb `act.rs` `billing/act` `store/*.md`\n\n`cargo run\n\
                    docs/old.md`\n";
        assert_eq!(
            said("docs/decisions/a.md", gone),
            [1, 2, 2, 2, 5].map(|line| format!("docs/decisions/a.md:{line}"))
        );
        assert!(said("crates/billing/checks/a.md", gone).is_empty());
        assert_eq!(said("scenarios/README.md", "`x/y`\n"), ["scenarios/README.md:1"]);
    }

    #[test]
    fn what_is_no_path_is_left_alone() {
        let other = "`/invoices/next`, `GET /a/{b}`, `Europe/Berlin`, `a::b`, `price FILE.json`,\n\
                     `application/json`, `target/release/x`, `postgres://a/b`, `.rs`\n\n\
                     ```sh\ncat `a/b.rs`\n```\n";
        assert!(said("README.md", other).is_empty());
    }

    #[test]
    fn links_lead_somewhere() {
        let good = "[a](../CONTRIBUTING.md#b) [c](guide.md) [d](https://a.b/c) [e](#f) [g](.)\n\
                    [h](../crates/store/)\n";
        assert!(said("docs/a.md", good).is_empty());
        assert_eq!(said("docs/a.md", "x\n[a](docs/guide.md)\n"), ["docs/a.md:2"]);
        assert_eq!(said("docs/a.md", "[a](../../docs)\n"), ["docs/a.md:1"]);
        assert!(said("README.md", "[a](docs/guide.md), [b](docs)\n").is_empty());
    }
}
