//! SQL is written in the crate `store` only.

use crate::tidy::{Finding, tree::Tree};

const STATEMENTS: &[&[&str]] =
    &[&["SELECT"], &["INSERT", "INTO"], &["UPDATE"], &["DELETE", "FROM"], &["CREATE", "TABLE"]];

pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (file, rust) in tree.rust() {
        let exempt = ["crates/store/", "xtask/"].iter().any(|root| file.path.starts_with(root));
        if exempt || file.is_test() {
            continue;
        }
        let live = rust.scan.literals.iter().filter(|one| !rust.is_test_line(one.line));
        let found = live.filter(|literal| is_statement(&literal.text));
        findings.extend(found.map(|literal| {
            let sentence = "SQL stands only in crates/store: put the statement behind a function";
            Finding::new(&file.path, literal.line, sentence)
        }));
    }
    findings
}

fn is_statement(text: &str) -> bool {
    let words: Vec<_> = text.split_whitespace().filter(|word| *word != "\\").take(3).collect();
    STATEMENTS.iter().any(|start| words.len() > start.len() && words.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::rules::complaints;

    #[test]
    fn statements_elsewhere_are_found() {
        let text = "fn f() {\n    a(\"SELECT\");\n    b(\"\\\n    UPDATE a SET b = 1\");\n}\n";
        let test = format!("#[cfg(test)]\nmod tests {{\n{text}}}\n");
        let good = [
            ("crates/store/src/a.rs", text),
            ("crates/tests/src/a.rs", text),
            ("crates/api/src/a.rs", test.as_str()),
            ("crates/api/src/b.rs", "const A: &str = \"Updates a row, CREATE TABLE\";"),
        ];
        assert!(complaints(check, &good).is_empty());
        assert_eq!(complaints(check, &[("crates/api/src/a.rs", text)]), ["crates/api/src/a.rs:3"]);
    }
}
