//! The way in: opens a database, finds out who asks, and runs use cases over sessions.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use records::problem::Fault;
use records::{CompanyId, Moment};
use store::{Error as StoreError, Fuse, Location, Pending, Room, Store, Tx};

use crate::background::{BillingHealth, Rounds};
use crate::bill::Watch;
use crate::clock::WallClock;
use crate::find::Signer;
use crate::idempotency::Running;
use crate::ports::Outside;
use crate::tokens::{Caller, Grant, Seen};
use crate::{Actor, Failure, Ids, Refusal, Session, tokens};

pub struct Engine {
    pub(crate) store: Store,
    pub(crate) tools: Arc<Tools>,
    pub(crate) running: Running,
}

/// What use cases are handed: clocks, ids, secrets.
pub(crate) struct Tools {
    pub(crate) wall: Arc<dyn WallClock>,
    pub(crate) ids: Ids,
    pub(crate) signer: Signer,
    /// Where customers find their documents, and what prints them.
    pub(crate) outlet: crate::documents::Outlet,
    /// Companies and tokens that were read before.
    pub(crate) known: store::company::Known,
    pub(crate) presented: store::token::Known,
    /// Pricings as they are billed.
    pub(crate) plans: crate::bill::pricings::Compiled,
    /// Who this process is among those that bill.
    pub(crate) process: String,
    /// Long work ends at the next good moment.
    pub(crate) stopping: std::sync::atomic::AtomicBool,
    /// Hears of facts as they are written.
    pub(crate) watch: Option<Watch>,
    /// Which tokens were used and not yet written down.
    pub(crate) seen: Seen,
    pub(crate) billing: BillingHealth,
    /// How the outside is reached, where it is.
    pub(crate) outside: OnceLock<Arc<Outside>>,
    /// The latest stamp of each company: its time never runs backwards.
    floors: Mutex<HashMap<CompanyId, Moment>>,
}

impl Tools {
    /// Wall time, but never before the last record that the company stamped.
    pub(crate) fn real_time(
        &self,
        tx: &mut Tx<'_>,
        company: &CompanyId,
    ) -> Result<Moment, Failure> {
        let known = self.floors().get(company).copied();
        let floor = match known {
            Some(floor) => floor,
            None => {
                let floor = store::fact::last_stamp(tx, company)?;
                self.stamped(company, floor);
                floor
            }
        };
        Ok(self.wall.now().max(floor))
    }

    pub(crate) fn stamped(&self, company: &CompanyId, at: Moment) {
        let mut floors = self.floors();
        match floors.get_mut(company) {
            Some(floor) => *floor = at.max(*floor),
            None => {
                floors.insert(company.to_owned(), at);
            }
        }
    }

    fn floors(&self) -> std::sync::MutexGuard<'_, HashMap<CompanyId, Moment>> {
        self.floors.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Engine {
    /// Opens a database beside others, as one-shot commands do.
    pub fn open(location: &Location, wall: Arc<dyn WallClock>) -> Result<Engine, Failure> {
        Engine::start(Store::open(location)?, wall, None)
    }

    /// The same for a database that must be there already.
    pub fn open_known(location: &Location, wall: Arc<dyn WallClock>) -> Result<Engine, Failure> {
        Engine::start(Store::open_known(location)?, wall, None)
    }

    /// Opens a database that is there, and never writes to it.
    pub fn open_to_read(location: &Location, wall: Arc<dyn WallClock>) -> Result<Engine, Failure> {
        let store = Store::open_to_read(location)?;
        Ok(Engine::with(store, wall, Signer::none(), None))
    }

    /// Opens a database as its one server.
    pub fn open_alone(location: &Location, wall: Arc<dyn WallClock>) -> Result<Engine, Failure> {
        Engine::start(Store::open_alone(location)?, wall, None)
    }

    /// The same for tests: somebody hears of every fact as it is written, and a fuse may end it in
    /// the middle.
    pub fn open_watched(
        location: &Location,
        wall: Arc<dyn WallClock>,
        watch: Watch,
        fuse: Fuse,
    ) -> Result<Engine, Failure> {
        Engine::start(Store::open_fused(location, fuse)?, wall, Some(watch))
    }

    fn start(
        store: Store,
        wall: Arc<dyn WallClock>,
        watch: Option<Watch>,
    ) -> Result<Engine, Failure> {
        let signer = Signer::load(&store, wall.now())?;
        Ok(Engine::with(store, wall, signer, watch))
    }

    fn with(
        store: Store,
        wall: Arc<dyn WallClock>,
        signer: Signer,
        watch: Option<Watch>,
    ) -> Engine {
        let wall_now = wall.now();
        let tools = Tools {
            wall,
            ids: Ids::default(),
            signer,
            outlet: crate::documents::Outlet::default(),
            known: store::company::Known::default(),
            presented: store::token::Known::default(),
            plans: crate::bill::pricings::Compiled::default(),
            process: Ids::default().next("proc_", wall_now),
            stopping: std::sync::atomic::AtomicBool::new(false),
            watch,
            seen: Seen::default(),
            billing: BillingHealth::default(),
            outside: OnceLock::new(),
            floors: Mutex::default(),
        };
        Engine { store, tools: Arc::new(tools), running: Running::default() }
    }

    /// Finds out who asks and whether they may; nothing is written.
    pub fn authorize(&self, caller: Caller, grant: Grant) -> Pending<Actor, Failure> {
        let tools = Arc::clone(&self.tools);
        self.store.read_briefly(move |tx| tokens::authorize(tx, &tools, &caller, grant))
    }

    /// Runs a read over one snapshot for somebody who was authorized.
    pub fn look<T, F>(&self, company: &CompanyId, actor: Actor, mut case: F) -> Pending<T, Failure>
    where
        T: Send + 'static,
        F: FnMut(&mut Session<'_, '_>) -> Result<T, Failure> + Send + 'static,
    {
        let (tools, company) = (Arc::clone(&self.tools), company.to_owned());
        self.store.read(move |tx| case(&mut Session::open(tx, &tools, &company, actor.clone())?))
    }

    /// Authorizes and reads a few rows by key.
    pub fn read_briefly<T, F>(
        &self,
        caller: Caller,
        grant: Grant,
        mut case: F,
    ) -> Pending<T, Failure>
    where
        T: Send + 'static,
        F: FnMut(&mut Session<'_, '_>) -> Result<T, Failure> + Send + 'static,
    {
        let tools = Arc::clone(&self.tools);
        self.store.read_briefly(move |tx| {
            let actor = tokens::authorize(tx, &tools, &caller, grant)?;
            case(&mut Session::open(tx, &tools, &caller.company, actor)?)
        })
    }

    /// Runs a write for somebody who was authorized; it may be run again before it commits.
    pub fn write<T, F>(&self, company: &CompanyId, actor: Actor, mut case: F) -> Pending<T, Failure>
    where
        T: Send + 'static,
        F: FnMut(&mut Session<'_, '_>) -> Result<T, Failure> + Send + 'static,
    {
        let (tools, company) = (Arc::clone(&self.tools), company.to_owned());
        self.store.write(move |tx| {
            let mut session = Session::open(tx, &tools, &company, actor.clone())?;
            session.hold_clock()?;
            case(&mut session)
        })
    }

    /// Tries a write and undoes it, to learn what else is wrong with a body.
    pub async fn rehearse<T, F>(&self, company: &CompanyId, actor: Actor, mut case: F) -> Vec<Fault>
    where
        T: Send + 'static,
        F: FnMut(&mut Session<'_, '_>) -> Result<T, Failure> + Send + 'static,
    {
        let tried: Pending<(), Failure> = self.write(company, actor, move |session| {
            Err(case(session).err().unwrap_or(Refusal::Invalid(Vec::new()).into()))
        });
        match tried.await {
            Err(Failure::Refused(Refusal::Invalid(faults))) => faults,
            _ => Vec::new(),
        }
    }

    /// Runs a write of the service itself: no token, and a moving clock does not stop it.
    pub(crate) fn internally<T, F>(&self, company: &CompanyId, case: F) -> Pending<T, Failure>
    where
        T: Send + 'static,
        F: FnMut(&mut Session<'_, '_>) -> Result<T, Failure> + Send + 'static,
    {
        self.internally_as(Actor::default(), company, case)
    }

    /// The same by somebody.
    pub(crate) fn internally_as<T, F>(
        &self,
        actor: Actor,
        company: &CompanyId,
        mut case: F,
    ) -> Pending<T, Failure>
    where
        T: Send + 'static,
        F: FnMut(&mut Session<'_, '_>) -> Result<T, Failure> + Send + 'static,
    {
        let (tools, company) = (Arc::clone(&self.tools), company.to_owned());
        self.store.write(move |tx| case(&mut Session::open(tx, &tools, &company, actor.clone())?))
    }

    /// Whether the database answers, and takes writes.
    pub async fn ready(&self) -> Result<(), Failure> {
        let read = self.store.read(|tx| store::company::demo(tx).map(|_| ()));
        read.await?;
        Ok(self.store.write_trouble().await?)
    }

    /// From now on jobs are done: this is how the outside is reached. Only the first one counts.
    pub fn connect(&self, outside: Outside) {
        let _ = self.tools.outside.set(Arc::new(outside));
    }

    pub(crate) fn outside(&self) -> Option<Arc<Outside>> {
        self.tools.outside.get().cloned()
    }

    /// How billing goes.
    pub fn billing_rounds(&self) -> Rounds {
        self.tools.billing.rounds(self.wall_now())
    }

    /// How much the database takes, and how much room is left.
    pub fn room(&self) -> Pending<Room, StoreError> {
        self.store.room()
    }

    pub fn wall_now(&self) -> Moment {
        self.tools.wall.now()
    }

    /// Asks long work to end at the next good moment: what is left is done after the next start.
    pub fn wind_down(&self) {
        self.tools.stopping.store(true, std::sync::atomic::Ordering::Relaxed);
    }

    pub(crate) fn is_winding_down(&self) -> bool {
        self.tools.stopping.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// Finishes what was begun and closes the database.
    pub fn stop(self) {
        self.store.stop();
    }
}

/// Refuses a record that is not there.
pub(crate) fn found<T>(record: Option<T>, noun: &str, key: &str) -> Result<T, Refusal> {
    record.ok_or_else(|| Refusal::not_found(noun, key))
}
