//! Files, folders and modules are never named after the fact that nobody knew their meaning.

use crate::tidy::scan::has_name;
use crate::tidy::{Finding, tree::Tree};

const EMPTY: &[&str] = &["utils", "helpers", "common", "manager", "service", "types", "misc"];

pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (file, rust) in tree.rust() {
        let named = file.names().find(|name| EMPTY.contains(name)).map(|name| (1, name));
        let lines = (1..).zip(&rust.scan.code);
        let inline = lines.filter_map(|(number, code)| {
            let name = EMPTY.iter().find(|name| has_name(code, &format!("mod {name}")))?;
            Some((number, *name))
        });
        findings.extend(named.into_iter().chain(inline).map(|(line, name)| {
            let sentence = format!("`{name}` says nothing: name it by the noun or verb it holds");
            Finding::new(&file.path, line, sentence)
        }));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::rules::complaints;

    #[test]
    fn empty_names_are_found() {
        assert!(complaints(check, &[("crates/a/src/period.rs", "mod typesetting;")]).is_empty());
        let samples = [("a/helpers/b.rs", ""), ("a/utils.rs", ""), ("a/b.rs", "\nmod types;")];
        let found = ["a/helpers/b.rs:1", "a/utils.rs:1", "a/b.rs:2"];
        assert_eq!(complaints(check, &samples), found);
    }
}
