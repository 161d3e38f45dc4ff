//! Folders of source hold at most 20 entries.

use std::collections::{BTreeMap, BTreeSet};

use crate::tidy::{Finding, tree::Tree};

const MOST: usize = 20;

pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut entries: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut source = BTreeSet::from(["crates"]);
    for file in &tree.files {
        for (at, _) in file.path.match_indices('/') {
            let entry = file.path[at + 1..].split('/').next().unwrap_or_default();
            entries.entry(&file.path[..at]).or_default().insert(entry);
        }
        if let Some((folder, _)) = file.path.rsplit_once('/').filter(|_| file.rust.is_some()) {
            source.insert(folder);
        }
    }
    let full =
        entries.iter().filter(|(folder, entries)| source.contains(*folder) && entries.len() > MOST);
    full.map(|(folder, entries)| {
        let count = entries.len();
        let sentence = format!(
            "a folder of source holds at most {MOST} entries, this one {count}: group them"
        );
        Finding::new(folder, 1, sentence)
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::rules::complaints;

    fn folder(count: usize, extension: &str) -> Vec<String> {
        (0..count).map(|number| format!("crates/a/src/n{number}.{extension}")).collect()
    }

    fn check_paths(paths: &[String]) -> Vec<String> {
        let samples: Vec<_> = paths.iter().map(|path| (path.as_str(), "")).collect();
        complaints(check, &samples)
    }

    #[test]
    fn full_folders_are_found() {
        assert!(check_paths(&folder(20, "rs")).is_empty());
        assert!(check_paths(&folder(21, "json")).is_empty());
        assert_eq!(check_paths(&folder(21, "rs")), ["crates/a/src:1"]);
        let mut mixed = folder(20, "rs");
        mixed.push("crates/a/src/deep/er.rs".to_owned());
        assert_eq!(check_paths(&mixed), ["crates/a/src:1"]);
    }
}
