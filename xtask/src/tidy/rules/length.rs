//! Files hold at most 300 lines, whatever stands in them.

use crate::tidy::{Finding, tree::Tree};

const MOST: usize = 300;

pub fn check(tree: &Tree) -> Vec<Finding> {
    let lengths = tree.rust().map(|(file, _)| (file, file.text.lines().count()));
    let long = lengths.filter(|(_, length)| *length > MOST);
    long.map(|(file, length)| {
        let sentence =
            format!("a file holds at most {MOST} lines, this one {length}: split it by meaning");
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
        let documented = format!("{most}/// Why.\n");
        let tested = format!("#[cfg(test)]\nmod tests {{\n{most}}}\n");
        assert!(complaints(check, &[("a.rs", &most)]).is_empty());
        let long = [("a.rs", documented.as_str()), ("crates/a/tests/b.rs", &tested)];
        assert_eq!(complaints(check, &long), ["a.rs:1", "crates/a/tests/b.rs:1"]);
    }
}
