//! Every file under `scenarios/`, through the whole application.

mod modes;

use std::fs;
use std::path::{Path, PathBuf};

use scenario::{Scenario, parse};

/// A file and what it says.
pub struct Story {
    pub name: String,
    pub scenario: Scenario,
}

/// All of them, sorted by their names.
pub fn stories() -> Vec<Story> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let mut found: Vec<Story> = files(&root)
        .into_iter()
        .map(|file| {
            let name = file.strip_prefix(&root).unwrap().display().to_string();
            let scenario = parse(&fs::read_to_string(&file).unwrap());
            Story { scenario: scenario.unwrap_or_else(|e| panic!("{name}: {e}")), name }
        })
        .collect();
    found.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(found.len() >= 49, "only {} files", found.len());
    found
}

/// All Markdown but the page that explains the others.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(files(&path)),
            false if path.extension().is_some_and(|end| end == "md") => found.push(path),
            false => {}
        }
    }
    found.retain(|path| path.file_name().is_some_and(|name| name != "README.md"));
    found
}
