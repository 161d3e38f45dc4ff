//! What is committed is finished: no placeholders, no notes to do it later, no ignored tests.

use crate::tidy::scan::has_name;
use crate::tidy::{
    Finding,
    tree::{File, Rust, Tree},
};

/// In code.
const UNFINISHED: &[&str] = &["todo!", "unimplemented!"];

/// In code, comments and prose; put together here so that the list does not find itself.
const NOTES: &[&str] = &[concat!("TO", "DO"), concat!("FIX", "ME"), concat!("X", "XX")];

/// Data may say anything.
const PROSE: &[&str] = &[".md", ".toml", ".sql", ".sh", ".html", ".css", ".js", ".ci/run"];

pub fn check(tree: &Tree) -> Vec<Finding> {
    tree.files
        .iter()
        .flat_map(|file| match &file.rust {
            Some(rust) => in_rust(file, rust),
            None if PROSE.iter().any(|end| file.path.ends_with(end)) => in_prose(file),
            None => Vec::new(),
        })
        .collect()
}

fn in_rust(file: &File, rust: &Rust) -> Vec<Finding> {
    let lines = rust.scan.code.iter().zip(&rust.scan.comments);
    let found = (1..).zip(lines).filter_map(|(number, (code, comment))| {
        let unfinished = UNFINISHED.iter().find(|name| has_name(code, name));
        let note = unfinished.or_else(|| find_note(code)).or_else(|| find_note(comment));
        let sentence = if code.contains("#[ignore") {
            "a test that is ignored tests nothing: mend it or remove it".to_owned()
        } else {
            later(note?)
        };
        Some(Finding::new(&file.path, number, sentence))
    });
    found.collect()
}

fn in_prose(file: &File) -> Vec<Finding> {
    let found = (1..).zip(file.text.lines()).filter_map(|(number, line)| {
        Some(Finding::new(&file.path, number, later(find_note(line)?)))
    });
    found.collect()
}

fn find_note(text: &str) -> Option<&'static &'static str> {
    NOTES.iter().find(|note| has_name(text, note))
}

fn later(note: &str) -> String {
    format!("`{note}` puts off what a commit should hold: do it now or file an issue")
}

#[cfg(test)]
mod tests {
    use super::{NOTES, check};
    use crate::tidy::rules::complaints;

    #[test]
    fn what_is_unfinished_is_found() {
        let good = "// No todo list.\nlet a = \"todo!()\";\nlet currency = \"XXX\";\n";
        assert!(complaints(check, &[("a.rs", good)]).is_empty());
        let bad = format!("todo!();\n// {}: later\n#[ignore = \"slow\"]\nfn f() {{}}\n", NOTES[0]);
        assert_eq!(complaints(check, &[("a.rs", &bad)]), ["a.rs:1", "a.rs:2", "a.rs:3"]);
        let note = format!("\n{}\n", NOTES[1]);
        assert_eq!(complaints(check, &[("a.md", &note), ("a.json", &note)]), ["a.md:2"]);
    }
}
