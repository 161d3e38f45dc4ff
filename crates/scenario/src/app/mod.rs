//! The whole application as a world: every verb is a request to the API, time is its test clock or
//! a wall clock that is held, and what happened is read from the events log.

mod agree;
mod ask;
mod bodies;
mod books;
mod charge;
mod contract;
mod credit;
mod discounts;
mod entitle;
mod explain;
mod logged;
mod names;
mod perform;
mod refused;
mod show;
mod site;
mod start;
mod usage;

use std::future::Future;
use std::sync::Arc;

use calendar::{Timestamp, Zone};
use engine::Failure;
use engine::clock::HeldClock;
use records::CompanyId;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

pub use site::Site;

use crate::action::Action;
use crate::pure::PureWorld;
use crate::setup::Setup;
use crate::{Happening, World};
use ask::{Answer, Asked, Caller};
use bodies::Sold;
use names::Names;
use site::Running;

/// How time passes in a company.
#[derive(Clone)]
pub enum Time {
    /// By its test clock.
    Test,
    /// By the wall clock of a site that nobody else uses.
    Real(Arc<HeldClock>),
}

/// Where the application is dropped whole and opened again. Whatever was asked is then asked again
/// with the same key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crashes {
    Never,
    /// After that commit of everything that is asked.
    After(u32),
    /// After the first commit, then after the second of the next life, and so on until it is done.
    Always,
}

/// One company of a site.
pub struct AppWorld {
    site: Arc<Site>,
    runtime: Runtime,
    time: Time,
    crashes: Crashes,
    crashed: u32,
    caller: Caller,
    zone: Zone,
    now: Timestamp,
    customers: Vec<(String, String)>,
    sold: Vec<Sold>,
    items: Vec<usage::SoldItem>,
    names: Names,
    position: i64,
    keys: u64,
}

impl AppWorld {
    pub fn new(site: Arc<Site>, time: Time, crashes: Crashes) -> Result<AppWorld, String> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| error.to_string())?;
        Ok(AppWorld {
            site,
            runtime,
            time,
            crashes,
            crashed: 0,
            caller: Caller::default(),
            zone: Zone::UTC,
            now: Timestamp::UNIX_EPOCH,
            customers: Vec::new(),
            sold: Vec::new(),
            items: Vec::new(),
            names: Names::default(),
            position: 0,
            keys: 0,
        })
    }

    pub fn company(&self) -> &CompanyId {
        &self.caller.company
    }

    /// How often the application was dropped and opened again.
    pub fn crashed(&self) -> u32 {
        self.crashed
    }

    /// Everything that the API answers of the company, with names in place of ids.
    pub fn books(&mut self) -> Result<String, String> {
        books::books(self)
    }

    /// Holds every record that the API answers against that of the core, where the same happened.
    pub fn agrees_with(&mut self, core: &mut PureWorld) -> Result<(), String> {
        agree::agree(self, core)
    }

    /// All records of a noun, as a search finds them.
    pub fn records(&mut self, noun: &str) -> Result<Vec<Value>, String> {
        books::found(self, noun)
    }

    /// Ends the application and opens it again.
    pub fn restart(&self) -> Result<(), String> {
        self.site.crash()
    }

    /// Sends what changes something.
    fn write(&mut self, method: &'static str, tail: &str, body: &Value) -> Result<Answer, String> {
        self.ask(method, tail, Some(body.clone()))
    }

    fn ask(
        &mut self,
        method: &'static str,
        tail: &str,
        body: Option<Value>,
    ) -> Result<Answer, String> {
        let asked = Asked { method, tail: tail.to_owned(), body, key: Some(self.next_key()) };
        let caller = self.caller.clone();
        self.survive(|running| {
            let (caller, asked) = (caller.clone(), asked.clone());
            async move { ask::send(running, &caller, &asked).await }
        })?
    }

    /// Reads something.
    fn look(&mut self, tail: &str) -> Result<Value, String> {
        self.read(Asked { method: "GET", tail: tail.to_owned(), body: None, key: None })
    }

    fn search(&mut self, tail: &str, body: Value) -> Result<Value, String> {
        self.read(Asked { method: "POST", tail: tail.to_owned(), body: Some(body), key: None })
    }

    fn read(&mut self, asked: Asked) -> Result<Value, String> {
        let running = self.site.running()?;
        self.runtime.block_on(ask::send(running, &self.caller, &asked))?.done()
    }

    fn next_key(&mut self) -> String {
        self.keys += 1;
        format!("step-{}", self.keys)
    }

    /// Does something, through all the crashes that are wanted.
    fn survive<T, F>(&mut self, work: impl Fn(Running) -> F) -> Result<T, String>
    where
        F: Future<Output = T>,
    {
        for life in 1.. {
            match self.crashes {
                Crashes::After(commits) if life == 1 => self.site.fuse.blow_after(commits),
                Crashes::Always => self.site.fuse.blow_after(life),
                _ => {}
            }
            let done = self.runtime.block_on(work(self.site.running()?));
            if !self.site.fuse.is_blown() {
                self.site.fuse.mend();
                return Ok(done);
            }
            drop(done);
            self.crashed += 1;
            self.site.crash()?;
            // A new process finds clocks on their way by itself, or is asked to go on first.
            if self.crashed.is_multiple_of(2) {
                let engine = self.site.engine()?;
                let finished = self.runtime.block_on(engine.finish_clocks());
                finished.map_err(|failure| format!("{failure:?}"))?;
            }
        }
        Err("nobody lives that often".to_owned())
    }

    /// Everything due in real time, once.
    fn bill(&mut self) -> Result<(), String> {
        let billed = self.survive(|running| async move { running.engine.bill_due().await })?;
        billed.map(|_| ()).map_err(|failure| format!("{failure:?}"))
    }

    /// Real time goes from due instant to due instant.
    fn pass(&mut self, clock: &HeldClock, to: Timestamp) -> Result<(), String> {
        let failed = |failure: Failure| format!("{failure:?}");
        self.bill()?;
        loop {
            let due = self.site.engine()?.next_due(&self.caller.company, to.into());
            let Some(due) = due.wait().map_err(failed)? else { break };
            clock.set(due.max(self.site.engine()?.wall_now()));
            self.bill()?;
        }
        clock.set(to.into());
        Ok(())
    }

    /// What must hold of the company at any time.
    pub fn look_through(&mut self) -> Result<(), String> {
        let findings = self.site.engine()?.audit_company(&self.caller.company);
        let findings = findings.map_err(|failure| format!("{failure:?}"))?;
        findings.is_empty().then_some(()).ok_or_else(|| format!("the audits found: {findings:?}"))
    }

    fn customer(&self, name: &str) -> Result<String, String> {
        let found = self.customers.iter().find(|(known, _)| known == name);
        found.map(|(_, id)| id.clone()).ok_or_else(|| format!("there is no customer {name}"))
    }

    fn customer_name(&self, id: &str) -> String {
        let mut all = self.customers.iter();
        all.find(|(_, known)| known == id).map(|(name, _)| name.clone()).unwrap_or_default()
    }
}

impl World for AppWorld {
    fn set_up(&mut self, setup: &Setup, at: Timestamp) -> Result<(), String> {
        self.zone = setup.zone.clone();
        self.now = at;
        let crashes = std::mem::replace(&mut self.crashes, Crashes::Never);
        start::set_up(self, setup, at)?;
        self.crashes = crashes;
        Ok(())
    }

    fn advance(&mut self, stops: &[Timestamp]) -> Result<Vec<Happening>, String> {
        for to in stops {
            match self.time.clone() {
                Time::Test => {
                    let now = json!({ "now": bodies::instant(*to) });
                    self.write("POST", "/clock", &now)?.done()?;
                }
                Time::Real(clock) => self.pass(&clock, *to)?,
            }
            self.now = *to;
        }
        logged::happened(self)
    }

    fn catch_up(&mut self, to: Timestamp) -> Result<Vec<Happening>, String> {
        let Time::Real(clock) = self.time.clone() else {
            return Err("a test clock never stands still".to_owned());
        };
        clock.set(to.into());
        self.now = to;
        self.bill()?;
        logged::happened(self)
    }

    fn act(&mut self, action: &Action) -> Result<Vec<Happening>, String> {
        match action {
            Action::Show(name) => return show::show(self, name),
            Action::Explain(name) => return explain::explain(self, name),
            Action::Subscribe(wanted) => {
                let next = self.names.next(billing::id::Noun::Subscription).to_string();
                if wanted.name != next {
                    return Err(format!("the subscription is called {next}"));
                }
            }
            _ => {}
        }
        let answer = perform::perform(self, action)?;
        let mut happened = logged::happened(self)?;
        if let Answer::Refused(why) = answer {
            let line = self.names.plain(format!("refused: {}", refused::sentence(&why)));
            happened.push(Happening { at: self.now, lines: vec![line] });
        }
        Ok(happened)
    }

    /// One that is played again and again with later crashes is looked through at its end.
    fn audit(&mut self) -> Result<(), String> {
        match self.crashes {
            Crashes::After(2..) => Ok(()),
            _ => self.look_through(),
        }
    }
}
