//! Files hold at most 300 lines of code, tests, declarations, tables and comments not counted.

use crate::tidy::{Finding, tree::Tree};

const MOST: usize = 300;

pub fn check(tree: &Tree) -> Vec<Finding> {
    let files = tree.rust().filter(|(file, _)| !file.is_test());
    let long = files.filter(|(_, rust)| rust.outline.length() > MOST);
    long.map(|(file, rust)| {
        let length = rust.outline.length();
        let sentence = format!(
            "a file holds at most {MOST} lines of code, this one {length}: split it by meaning"
        );
        Finding::new(&file.path, 1, sentence)
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::rules::complaints;

    #[test]
    fn long_files_are_found() {
        let most = "fn f() {}\n".repeat(300);
        let long = "fn f() {}\n".repeat(301);
        let documented = format!("{most}/// Why.\n\npub struct A {{\n    b: u8,\n}}\n");
        let tested = format!("{most}#[cfg(test)]\nmod tests {{\n{long}}}\n");
        assert!(complaints(check, &[("a.rs", &documented), ("b.rs", &tested)]).is_empty());
        assert!(complaints(check, &[("crates/a/tests/b.rs", &long)]).is_empty());
        assert_eq!(complaints(check, &[("a.rs", &long)]), ["a.rs:1"]);
    }
}
