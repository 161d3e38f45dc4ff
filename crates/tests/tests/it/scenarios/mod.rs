//! Every file under `scenarios/` through the whole application: on both databases, at all steps of
//! the clock, by the test clock and in real time, and with a crash after each commit. All of them
//! print what the file says, and all leave the same records behind.

mod clock;
mod crashes;
mod documents;
mod modes;
mod simulated;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use engine::clock::{HeldClock, SystemClock};
use records::Moment;
use scenario::{Action, AppWorld, Crashes, Mode, Scenario, Site, Time, parse, play};

use crate::harness::Kind;
use crate::harness::database::Fleeting;

/// A file and what it says.
pub struct Story {
    pub name: String,
    pub scenario: Scenario,
}

impl Story {
    /// Only real time can stand still: a test clock goes through everything.
    pub fn stands_still(&self) -> bool {
        self.scenario.steps.iter().any(|step| matches!(step.action, Action::CatchUp))
    }

    /// How long it takes.
    pub fn days(&self) -> i64 {
        let at = |step: Option<&scenario::Step>| step.map_or(0, |step| step.at.as_second());
        (at(self.scenario.steps.last()) - at(self.scenario.steps.first())) / 86_400
    }

    /// Plays it and holds what it prints against the file.
    pub fn hold(&self, world: &mut AppWorld, mode: Mode) -> Result<(), String> {
        let played = play(&self.scenario, world, mode)?;
        played.difference(&self.scenario).map_or(Ok(()), Err)
    }
}

/// All of them, the longest first, or those whose names contain what `SCENARIO` says.
pub fn stories() -> Vec<Story> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let found = files(&root).into_iter().map(|file| {
        let name = file.strip_prefix(&root).unwrap().display().to_string();
        let scenario = parse(&fs::read_to_string(&file).unwrap());
        Story { scenario: scenario.unwrap_or_else(|e| panic!("{name}: {e}")), name }
    });
    let mut found: Vec<Story> = found.collect();
    assert!(found.len() >= 49, "only {} files", found.len());
    if let Ok(wanted) = std::env::var("SCENARIO") {
        found.retain(|story| story.name.contains(&wanted));
    }
    found.sort_by_key(|story| std::cmp::Reverse(story.days()));
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
    found.sort();
    found
}

/// An application with its database.
pub struct Grounds {
    site: Arc<Site>,
    time: Time,
    _database: Fleeting,
}

impl Grounds {
    /// With the machine's clock: stories share it, each with a company of its own.
    pub fn shared(kind: Kind) -> Grounds {
        let database = Fleeting::new(kind);
        let site = Site::open(&database.url, Arc::new(SystemClock)).unwrap();
        Grounds { site: Arc::new(site), time: Time::Test, _database: database }
    }

    /// With a wall clock that is held, for one story alone.
    pub fn held(kind: Kind) -> Grounds {
        let database = Fleeting::new(kind);
        let clock = Arc::new(HeldClock::at(Moment::default()));
        let site = Site::open(&database.url, Arc::<HeldClock>::clone(&clock)).unwrap();
        Grounds { site: Arc::new(site), time: Time::Real(clock), _database: database }
    }

    pub fn world(&self, crashes: Crashes) -> AppWorld {
        AppWorld::new(Arc::clone(&self.site), self.time.clone(), crashes).unwrap()
    }
}

/// Does something with every story, several at a time, and tells of all that failed.
pub fn every(
    stories: &[Story],
    at_once: usize,
    check: impl Fn(&Story) -> Result<(), String> + Sync,
) {
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| {
                while let Some(story) = stories.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(error) = check(story) {
                        failures.lock().unwrap().push(format!("{}: {error}", story.name));
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    assert!(failures.is_empty(), "{} stories:\n{}", failures.len(), failures.join("\n\n"));
}

/// The first lines that two books do not share.
pub fn same(one: &str, other: &str) -> Result<(), String> {
    if one == other {
        return Ok(());
    }
    let (mut ours, mut theirs) = (one.lines(), other.lines());
    let mut before = Vec::new();
    loop {
        match (ours.next(), theirs.next()) {
            (Some(one), Some(other)) if one == other => before.push(one),
            (one, other) => {
                let context = before.len().saturating_sub(12);
                let context = before[context..].join("\n");
                return Err(format!("other records:\n{context}\n- {one:?}\n+ {other:?}"));
            }
        }
    }
}
