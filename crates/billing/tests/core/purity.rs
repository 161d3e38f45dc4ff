//! The pure crates depend on nothing that could read a clock, a file or the network. The lints of
//! each crate forbid the ways that the standard library itself offers. What describes their shapes
//! for the interface is optional, and the core goes without it.

use std::path::Path;

const ALLOWED: [(&str, &[&str]); 3] = [
    ("money", &["num-bigint", "num-integer", "num-traits", "serde", "serde_json", "thiserror"]),
    ("calendar", &["jiff", "money", "serde", "thiserror"]),
    ("billing", &["calendar", "money", "serde", "serde_json", "thiserror"]),
];

#[test]
fn the_core_depends_on_arithmetic_only() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (name, allowed) in ALLOWED {
        let manifest = std::fs::read_to_string(crates.join(name).join("Cargo.toml")).unwrap();
        let section = manifest.split("[dependencies]\n").nth(1).unwrap();
        let dependencies: Vec<&str> = section
            .lines()
            .take_while(|line| !line.starts_with('['))
            .filter(|line| !line.ends_with("optional = true }"))
            .filter_map(|line| line.split(['.', ' ', '=']).next())
            .filter(|name| !name.is_empty())
            .collect();
        assert_eq!(dependencies, allowed, "{name}");
        let optional = section.lines().filter(|line| line.ends_with("optional = true }"));
        assert!(optional.into_iter().all(|line| line.starts_with("utoipa = ")), "{name}");
        assert!(manifest.contains("float_arithmetic = \"deny\""), "{name}");
    }
}
