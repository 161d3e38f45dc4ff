//! Every file under `scenarios/`, in every mode of the clock. `REWRITE_SCENARIOS=1` writes what
//! happens into the files; whoever does that reads the difference.

use std::fs;
use std::path::{Path, PathBuf};

use scenario::{Mode, PureWorld, parse, play};

#[test]
fn all_scenarios_hold() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let files = files(&root);
    assert!(!files.is_empty(), "no scenarios");
    let rewrite = std::env::var("REWRITE_SCENARIOS").is_ok();
    let failures: Vec<String> = files
        .iter()
        .filter_map(|file| {
            let name = file.strip_prefix(&root).unwrap_or(file).display().to_string();
            check(file, rewrite).err().map(|error| format!("{name}: {error}"))
        })
        .collect();
    assert!(failures.is_empty(), "{} files:\n{}", failures.len(), failures.join("\n\n"));
}

/// Preview equals bill: in every file, every invoice is what its preview said.
#[test]
fn what_is_foreseen_is_billed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let mut held = 0;
    for file in files(&root) {
        let name = file.strip_prefix(&root).unwrap_or(&file).display().to_string();
        let scenario = fs::read_to_string(&file).map_err(|error| error.to_string());
        let scenario = scenario.and_then(|text| parse(&text));
        let mut world = PureWorld::foreseeing();
        let played = scenario.and_then(|scenario| play(&scenario, &mut world, Mode::OneStep));
        assert!(played.is_ok(), "{name}: {}", played.err().unwrap_or_default());
        held += world.foreseen();
    }
    assert!(held > 300, "only {held} invoices were foreseen");
}

fn check(file: &Path, rewrite: bool) -> Result<(), String> {
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    let scenario = parse(&text)?;
    let played = play(&scenario, &mut PureWorld::default(), Mode::OneStep)?;
    if rewrite {
        let new = played.rewrite(&text, &scenario);
        fs::write(file, new).map_err(|error| error.to_string())?;
    } else if let Some(difference) = played.difference(&scenario) {
        return Err(difference);
    }
    let mut modes = vec![Mode::Daily];
    modes.extend(scenario.setup.hourly.then_some(Mode::Hourly));
    for mode in modes {
        if play(&scenario, &mut PureWorld::default(), mode)? != played {
            return Err(format!("{mode:?} prints something else than one step"));
        }
    }
    Ok(())
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut found = Vec::new();
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        match path.is_dir() {
            true => found.extend(files(&path)),
            false if is_scenario(&path) => found.push(path),
            false => {}
        }
    }
    found.sort();
    found
}

/// All Markdown but the page that explains the others.
fn is_scenario(path: &Path) -> bool {
    let markdown = path.extension().is_some_and(|end| end == "md");
    markdown && path.file_name().is_some_and(|name| name != "README.md")
}
