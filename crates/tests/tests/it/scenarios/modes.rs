//! In one step of the clock.

use std::sync::Arc;

use engine::clock::SystemClock;
use scenario::{Action, AppWorld, Crashes, Mode, Site, Time, play};

use super::stories;
use crate::harness::Kind;
use crate::harness::database::fresh;

both! {
    fn one_step(kind: Kind) {
        let site = Arc::new(Site::open(&fresh(kind), Arc::new(SystemClock)).unwrap());
        let mut failures = Vec::new();
        for story in stories() {
            if story.scenario.steps.iter().any(|s| matches!(s.action, Action::CatchUp)) { continue }
            let mut world = AppWorld::new(Arc::clone(&site), Time::Test, Crashes::Never).unwrap();
            let watch = engine::clock::Stopwatch::start();
            match play(&story.scenario, &mut world, Mode::OneStep) {
                Err(e) => failures.push(format!("{}: {e}", story.name)),
                Ok(played) => if let Some(d) = played.difference(&story.scenario) {
                    failures.push(format!("{}: {d}", story.name));
                }
            }
            println!("{} {:?}", story.name, watch.elapsed());
        }
        assert!(failures.is_empty(), "{}\n{}", failures.len(), failures.join("\n\n"));
    }
}
