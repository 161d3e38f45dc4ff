//! Dependencies between the crates point one way, and the pure crates depend on nothing impure.

use crate::tidy::{
    Finding,
    tree::{File, Tree},
};

/// The crates from the core outwards: each may depend on those of the lines above its own.
const ORDER: &[&[&str]] = &[
    &["money"],
    &["calendar"],
    &["billing"],
    &["records"],
    &["documents"],
    &["mails"],
    &["store"],
    &["engine"],
    &["gateways", "api", "pages", "pdf"],
    &["perennial"],
    &["scenario"],
    &["simulator", "bench"],
    &["tests"],
];

/// What a crate never depends on, whatever the order says.
const NEVER: &[(&[&str], &[&str])] = &[
    (&["gateways", "api", "pages", "pdf"], &["store"]),
    (
        &["money", "calendar", "billing"],
        &["tokio", "rusqlite", "postgres", "tokio-postgres", "axum", "rand"],
    ),
];

pub fn check(tree: &Tree) -> Vec<Finding> {
    tree.files.iter().filter_map(|file| Some((file, crate_of(file)?))).flat_map(manifest).collect()
}

fn crate_of(file: &File) -> Option<&str> {
    let name = file.path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml")?;
    (!name.contains('/')).then_some(name)
}

fn manifest((file, name): (&File, &str)) -> Vec<Finding> {
    let finding = |line, sentence| Finding::new(&file.path, line, sentence);
    let Some(number) = place(name) else {
        return vec![finding(
            1,
            format!("`{name}` has no place in the order of the crates: give it one in xtask"),
        )];
    };
    let wrong = dependencies(&file.text).into_iter().filter(|(_, other)| {
        place(other).is_some_and(|other| other >= number) || is_never(name, other)
    });
    wrong
        .map(|(line, other)| {
            finding(line, format!("`{name}` never depends on `{other}`: turn the dependency round"))
        })
        .collect()
}

fn place(name: &str) -> Option<usize> {
    ORDER.iter().position(|crates| crates.contains(&name))
}

fn is_never(name: &str, other: &str) -> bool {
    NEVER.iter().any(|(crates, others)| crates.contains(&name) && others.contains(&other))
}

/// Every name in a section of dependencies, for building, testing or running, with its line.
fn dependencies(manifest: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut within = false;
    for (number, line) in (1..).zip(manifest.lines()) {
        let line = line.trim();
        if let Some(section) = line.strip_prefix('[') {
            let section = section.trim_end_matches(']');
            within = section.ends_with("dependencies");
            let single = section.rsplit_once("dependencies.").map(|(_, name)| (number, name));
            found.extend(single);
        } else if within && !line.starts_with('#') {
            let name = line.split(['=', '.', ' ']).next().unwrap_or_default().trim_matches('"');
            found.extend((!name.is_empty()).then_some((number, name)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::rules::complaints;

    #[test]
    fn dependencies_outwards_are_found() {
        let good = "[dependencies]\nmoney.workspace = true\nserde = \"1\"\n";
        assert!(complaints(check, &[("crates/billing/Cargo.toml", good)]).is_empty());
        let bad = "[dependencies]\nserde = \"1\"\nengine = { path = \"..\" }\n\
                   [dev-dependencies.rand]\nversion = \"1\"\n";
        let found = complaints(check, &[("crates/billing/Cargo.toml", bad)]);
        assert_eq!(found, ["crates/billing/Cargo.toml:3", "crates/billing/Cargo.toml:4"]);
    }

    #[test]
    fn handlers_never_see_the_store() {
        let store = "[dependencies]\nstore.workspace = true\n";
        assert!(complaints(check, &[("crates/engine/Cargo.toml", store)]).is_empty());
        let found = complaints(check, &[("crates/api/Cargo.toml", store)]);
        assert_eq!(found, ["crates/api/Cargo.toml:2"]);
    }

    #[test]
    fn pages_use_the_engine_and_not_the_interface() {
        let engine = "[dependencies]\nengine.workspace = true\n";
        assert!(complaints(check, &[("crates/pages/Cargo.toml", engine)]).is_empty());
        for other in ["api", "store"] {
            let manifest = format!("[dependencies]\n{other}.workspace = true\n");
            let found = complaints(check, &[("crates/pages/Cargo.toml", &manifest)]);
            assert_eq!(found, ["crates/pages/Cargo.toml:2"], "{other}");
        }
    }

    #[test]
    fn a_crate_without_a_place_is_found() {
        assert_eq!(
            complaints(check, &[("crates/stuff/Cargo.toml", "")]),
            ["crates/stuff/Cargo.toml:1"]
        );
    }
}
