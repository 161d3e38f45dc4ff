//! Every module begins with `//!`: what it is for and what it never does.

use crate::tidy::{
    Finding,
    tree::{File, Rust, Tree},
};

pub fn check(tree: &Tree) -> Vec<Finding> {
    let bare = tree.rust().filter(|(file, rust)| {
        !file.text.starts_with("//!") && !file.is_test() && needs_header(file, rust)
    });
    bare.map(|(file, _)| {
        let sentence = "a module begins with `//!`: say what it is for and what it never does";
        Finding::new(&file.path, 1, sentence)
    })
    .collect()
}

/// Build scripts explain themselves, and so does a file that only lists modules.
fn needs_header(file: &File, rust: &Rust) -> bool {
    let mut code = rust.scan.code.iter().map(|line| line.trim()).filter(|line| !line.is_empty());
    let lists_modules =
        |line: &str| line.trim_start_matches("pub ").starts_with("mod ") && line.ends_with(';');
    !file.path.ends_with("build.rs") && !code.all(lists_modules)
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::rules::complaints;

    #[test]
    fn bare_modules_are_found() {
        let good = [
            ("crates/a/src/b.rs", "//! Adds.\nfn b() {}\n"),
            ("crates/a/src/c/mod.rs", "mod d;\npub mod e;\n"),
            ("crates/a/tests/f.rs", "fn f() {}\n"),
            ("crates/a/build.rs", "fn main() {}\n"),
        ];
        assert!(complaints(check, &good).is_empty());
        assert_eq!(complaints(check, &[("a.rs", "// Adds.\nfn a() {}\n")]), ["a.rs:1"]);
    }
}
