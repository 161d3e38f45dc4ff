//! A story through the whole application on a database: every verb a request, with crashes, held
//! against what the core says.

use std::sync::Arc;

use engine::clock::SystemClock;
use scenario::{AppWorld, Crashes, Mode, PureWorld, Site, Time, play};

use crate::check::Failure;
use crate::dice::Dice;
use crate::generate::generate;
use crate::shrink::shrink_by;
use crate::story::Story;

/// So many shorter stories are tried; each of them makes a company.
const MOST: usize = 200;

/// An application on a database that nobody else uses meanwhile.
pub struct Ground {
    site: Arc<Site>,
    crashes: bool,
}

impl Ground {
    /// Opens a database by its URL.
    pub fn open(url: &str, crashes: bool) -> Result<Ground, String> {
        Ok(Ground { site: Arc::new(Site::open(url, Arc::new(SystemClock))?), crashes })
    }

    /// Plays a seed; a failure is answered as the file that shows it. Else how often the
    /// application was dropped and opened again.
    pub fn try_seed(&self, seed: u64) -> Result<u32, String> {
        let mut story = generate(seed)?;
        // A test clock stands still for nobody.
        let late = story.steps.iter_mut().filter(|step| step.words == "catch-up");
        late.for_each(|step| "advance".clone_into(&mut step.words));
        let crashes = self.crashes(seed);
        let failure = match self.check(&story, crashes) {
            Ok(crashed) => return Ok(crashed),
            Err(failure) => failure,
        };
        let judge = |story: &Story| self.check(story, crashes).err();
        let (story, failure) = shrink_by(story, failure, MOST, &judge);
        let Failure { kind, detail } = failure;
        let title = format!("Seed {seed} with {crashes:?}: {kind}");
        Err(format!("{}\n{detail}\n", story.text(&title)))
    }

    /// Each seed crashes in its own way.
    fn crashes(&self, seed: u64) -> Crashes {
        match Dice::new(seed).between(0, 4) {
            _ if !self.crashes => Crashes::Never,
            0 => Crashes::Always,
            commits => Crashes::After(u32::try_from(commits).unwrap_or(1)),
        }
    }

    fn check(&self, story: &Story, crashes: Crashes) -> Result<u32, Failure> {
        let fail = |kind| move |detail| Failure { kind, detail };
        let scenario = story.scenario().map_err(fail("unreadable"))?;
        let mut core = PureWorld::default();
        let wanted = play(&scenario, &mut core, Mode::OneStep).map_err(fail("core"))?;
        let app = AppWorld::new(Arc::clone(&self.site), Time::Test, crashes);
        let mut app = app.map_err(fail("unplayable"))?;
        let found = play(&scenario, &mut app, Mode::OneStep).map_err(troubled)?;
        if let Some(detail) = wanted.departs(&found) {
            return Err(Failure { kind: "tells something else", detail });
        }
        app.agrees_with(&mut core).map_err(fail("answers something else"))?;
        app.look_through().map_err(troubled)?;
        Ok(app.crashed())
    }
}

/// What a story names and has not is its own mistake.
fn troubled(detail: String) -> Failure {
    let kinds = ["the audits found", "there is no", "nobody decided"];
    let kind = kinds.into_iter().find(|kind| detail.contains(kind)).unwrap_or("application");
    Failure { kind, detail }
}
