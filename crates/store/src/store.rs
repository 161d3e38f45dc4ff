//! A database that is open: where it is, and how work gets to it.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use crate::driver::fuse::{Fuse, Fused};
use crate::driver::health::{Health, Noted};
use crate::driver::job::{Pending, job};
use crate::driver::room::{self, Room};
use crate::driver::{file, postgres::Postgres, sqlite::Sqlite};
use crate::{Error, Fallible, Tx, schema};

/// Where a database is, by its URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    Sqlite(PathBuf),
    Postgres(String),
}

impl Location {
    pub fn parse(url: &str) -> Result<Location, Error> {
        if let Some(path) = url.strip_prefix("sqlite:") {
            let path = path.strip_prefix("//").unwrap_or(path);
            if path.is_empty() {
                return Err(Error::Refused("a sqlite: URL needs the path of a file".to_owned()));
            }
            return Ok(Location::Sqlite(PathBuf::from(path)));
        }
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            return Ok(Location::Postgres(url.to_owned()));
        }
        Err(Error::Refused("the database URL must begin with sqlite: or postgres://".to_owned()))
    }
}

pub struct Store {
    driver: Driver,
    /// Held while this process is the one server of a SQLite file.
    _lock: Option<File>,
    /// Ends it in the middle, in tests of crashes.
    fuse: Option<Fuse>,
    health: Health,
}

enum Driver {
    Sqlite(Sqlite),
    Postgres(Postgres),
}

impl Store {
    /// Opens a database beside others, creating and migrating it where needed.
    pub fn open(location: &Location) -> Result<Store, Error> {
        Store::start(location, None)
    }

    /// The same for one that must be there already.
    pub fn open_known(location: &Location) -> Result<Store, Error> {
        if let Location::Sqlite(path) = location {
            file::must_exist(path)?;
        }
        Store::start(location, None)
    }

    /// Opens a database that is there and of this version, and never writes to it.
    pub fn open_to_read(location: &Location) -> Result<Store, Error> {
        let driver = match location {
            Location::Sqlite(path) => Driver::Sqlite(Sqlite::open_to_read(path)?),
            Location::Postgres(url) => Driver::Postgres(Postgres::open_to_read(url)?),
        };
        let store = Store { driver, _lock: None, fuse: None, health: Health::default() };
        store.read(|tx: &mut Tx<'_>| schema::check(tx)).wait()?;
        Ok(store)
    }

    /// Opens a database as it is, as the only one that writes to it, to be filled by a copy.
    pub(crate) fn open_to_fill(location: &Location) -> Result<Store, Error> {
        let (driver, lock) = match location {
            Location::Sqlite(path) => {
                let lock = lock(path)?;
                (Driver::Sqlite(Sqlite::open(path)?), Some(lock))
            }
            Location::Postgres(url) => (Driver::Postgres(Postgres::open(url)?), None),
        };
        Ok(Store { driver, _lock: lock, fuse: None, health: Health::default() })
    }

    /// Opens a database as its one server: a SQLite file that another server has is refused.
    pub fn open_alone(location: &Location) -> Result<Store, Error> {
        let lock = match location {
            Location::Sqlite(path) => Some(lock(path)?),
            Location::Postgres(_) => None,
        };
        Store::start(location, lock)
    }

    /// The same, for tests that end it in the middle.
    pub fn open_fused(location: &Location, fuse: Fuse) -> Result<Store, Error> {
        Ok(Store { fuse: Some(fuse), ..Store::open_alone(location)? })
    }

    fn start(location: &Location, lock: Option<File>) -> Result<Store, Error> {
        let driver = match location {
            Location::Sqlite(path) => Driver::Sqlite(Sqlite::open(path)?),
            Location::Postgres(url) => Driver::Postgres(Postgres::open(url)?),
        };
        let store = Store { driver, _lock: lock, fuse: None, health: Health::default() };
        store.write(|tx: &mut Tx<'_>| schema::migrate(tx)).wait()?;
        Ok(store)
    }

    /// Runs a function in a write transaction; it may be run again, so it must be repeatable.
    pub fn write<T, E, F>(&self, function: F) -> Pending<T, E>
    where
        T: Send + 'static,
        E: Fallible,
        F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    {
        let (job, pending) = job(function);
        let job = match &self.fuse {
            None => job,
            Some(fuse) => Box::new(Fused { job, fuse: fuse.clone(), keeps: false }),
        };
        let job = Box::new(Noted { job, health: self.health.clone() });
        match &self.driver {
            Driver::Sqlite(sqlite) => sqlite.write(job),
            Driver::Postgres(postgres) => postgres.write(job),
        }
        pending
    }

    /// Runs a function over one consistent snapshot.
    pub fn read<T, E, F>(&self, function: F) -> Pending<T, E>
    where
        T: Send + 'static,
        E: Fallible,
        F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    {
        let (job, pending) = job(function);
        match &self.driver {
            Driver::Sqlite(sqlite) => sqlite.read(job),
            Driver::Postgres(postgres) => postgres.read(job),
        }
        pending
    }

    /// The same for a read of a few rows by their keys: on SQLite it runs where the caller stands.
    pub fn read_briefly<T, E, F>(&self, function: F) -> Pending<T, E>
    where
        T: Send + 'static,
        E: Fallible,
        F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    {
        match &self.driver {
            Driver::Sqlite(sqlite) => Pending::here(sqlite.read_here(function)),
            Driver::Postgres(postgres) => {
                let (job, pending) = job(function);
                postgres.read(job);
                pending
            }
        }
    }

    /// Why writes fail, if the last one did: it is tried whether they still do.
    pub fn write_trouble(&self) -> Pending<(), Error> {
        match self.health.trouble() {
            None => Pending::here(Ok(())),
            Some(_) => self.write(schema::touch),
        }
    }

    /// How much the database takes, and how much room is left.
    pub fn room(&self) -> Pending<Room, Error> {
        match &self.driver {
            Driver::Sqlite(sqlite) => Pending::here(sqlite.room()),
            Driver::Postgres(_) => self.read(room::of_server),
        }
    }

    /// Whether other processes may serve the same database.
    pub fn is_shared(&self) -> bool {
        matches!(self.driver, Driver::Postgres(_))
    }

    /// Finishes what was begun and closes the database.
    pub fn stop(self) {
        match self.driver {
            Driver::Sqlite(sqlite) => sqlite.stop(),
            Driver::Postgres(postgres) => postgres.stop(),
        }
    }
}

fn lock(path: &Path) -> Result<File, Error> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let refuse = |why: String| {
        Error::Refused(format!("cannot lock the database file {}: {why}", path.display()))
    };
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .mode(0o600)
        .open(&name)
        .map_err(|e| refuse(e.to_string()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => {
            Err(refuse("another server is using it".to_owned()))
        }
        Err(std::fs::TryLockError::Error(e)) => Err(refuse(e.to_string())),
    }
}
