//! Time is injected: the ambient clocks are read in files called `clock.rs` and in tests only.

use crate::tidy::scan::has_name;
use crate::tidy::{Finding, tree::Tree};

const AMBIENT: &[&str] =
    &["SystemTime::now", "Timestamp::now", "Zoned::now", "Instant::now", "Utc::now"];

pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (file, rust) in tree.rust() {
        if file.names().last() == Some("clock") || file.is_test() {
            continue;
        }
        for (line, code) in rust.live_code() {
            if let Some(clock) = AMBIENT.iter().find(|clock| has_name(code, clock)) {
                let sentence =
                    format!("`{clock}` is read in clock.rs only: take the time as a parameter");
                findings.push(Finding::new(&file.path, line, sentence));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::rules::complaints;

    #[test]
    fn ambient_clocks_are_found() {
        let text = "fn f() {\n    jiff::Timestamp::now();\n}\n";
        let test = format!("#[cfg(test)]\nmod tests {{\n{text}}}\n");
        let good = [
            ("crates/engine/src/clock.rs", text),
            ("crates/bench/src/main.rs", text),
            ("crates/engine/src/a.rs", test.as_str()),
            ("crates/engine/src/b.rs", "// Instant::now is banned.\nfn b() { clock.now() }\n"),
        ];
        assert!(complaints(check, &good).is_empty());
        assert_eq!(complaints(check, &[("a.rs", text)]), ["a.rs:2"]);
    }
}
