//! The application as a value: opened on a database, asked without a socket, and dropped whole in
//! the middle when a crash is wanted.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use api::{App, Settings};
use axum::Router;
use billing::fact::Fact;
use engine::bill::WatchedFact;
use engine::clock::WallClock;
use engine::{Engine, Fuse, Location};

/// A fact with the customer who is billed.
pub(super) struct LoggedFact {
    pub customer: String,
    pub fact: Fact,
}

type Facts = Arc<Mutex<HashMap<String, LoggedFact>>>;

/// A database with the application over it. Many worlds may share one, each with a company of its
/// own; one in which crashes are wanted belongs to a single world.
pub struct Site {
    location: Location,
    wall: Arc<dyn WallClock>,
    /// All that was told and may have been committed, by the id of its fact.
    facts: Facts,
    pub(super) fuse: Fuse,
    running: RwLock<Option<Running>>,
}

/// The application while it runs.
#[derive(Clone)]
pub(super) struct Running {
    pub engine: Arc<Engine>,
    pub router: Router,
}

impl Site {
    /// Opens a database by its URL.
    pub fn open(url: &str, wall: Arc<dyn WallClock>) -> Result<Site, String> {
        let location = Location::parse(url).map_err(|error| error.to_string())?;
        let site = Site {
            location,
            wall,
            facts: Facts::default(),
            fuse: Fuse::default(),
            running: RwLock::new(None),
        };
        site.start()?;
        Ok(site)
    }

    /// The engine, for audits.
    pub fn engine(&self) -> Result<Arc<Engine>, String> {
        Ok(self.running()?.engine)
    }

    pub(super) fn running(&self) -> Result<Running, String> {
        let running = self.running.read().unwrap_or_else(PoisonError::into_inner);
        running.clone().ok_or_else(|| "the application is down".to_owned())
    }

    /// Drops the application without a word to it, and opens it again as a new process would.
    pub(super) fn crash(&self) -> Result<(), String> {
        *self.running.write().unwrap_or_else(PoisonError::into_inner) = None;
        self.fuse.mend();
        self.start()
    }

    fn start(&self) -> Result<(), String> {
        let facts = Arc::clone(&self.facts);
        let watch = move |watched: WatchedFact<'_>| {
            let logged =
                LoggedFact { customer: watched.customer.to_string(), fact: watched.fact.clone() };
            locked(&facts).insert(watched.id.to_owned(), logged);
        };
        let (wall, fuse) = (Arc::clone(&self.wall), self.fuse.clone());
        let engine = Engine::open_watched(&self.location, wall, Arc::new(watch), fuse);
        let engine = Arc::new(engine.map_err(|failure| format!("{failure:?}"))?);
        let settings = Settings { rate_limit: 0, pages: Router::new(), access_log: None };
        let router = Arc::new(App::new(Arc::clone(&engine), &settings)?).router();
        let running = Some(Running { engine, router });
        *self.running.write().unwrap_or_else(PoisonError::into_inner) = running;
        Ok(())
    }

    /// What was told under this id, once.
    pub(super) fn take(&self, id: &str) -> Option<LoggedFact> {
        locked(&self.facts).remove(id)
    }
}

fn locked(facts: &Facts) -> MutexGuard<'_, HashMap<String, LoggedFact>> {
    facts.lock().unwrap_or_else(PoisonError::into_inner)
}
