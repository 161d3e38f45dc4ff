//! SQLite: one writer thread that commits in groups, and readers that never wait for it.
//!
//! The writer takes one job, then every further job that already waits, and commits them
//! together: one `fsync` pays for all. Nobody is answered before the commit. When one of them has
//! to be undone, the group is rolled back and run again, each job in a savepoint; jobs are
//! repeatable by contract.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, unbounded};
use rusqlite::Connection;
use rusqlite::config::DbConfig;

use crate::driver::file;
use crate::driver::job::{Job, Verdict, attempt};
use crate::driver::reader::{Idle, open_reader};
use crate::driver::room::{self, Room};
use crate::{Error, Fallible, Tx};

/// How many jobs one commit may carry.
const GROUP: usize = 512;

pub(crate) struct Sqlite {
    writer: Sender<Box<dyn Job>>,
    readers: Sender<Box<dyn Job>>,
    idle: Arc<Idle>,
    threads: Mutex<Vec<thread::JoinHandle<()>>>,
    /// The thread that writes; none where nothing is written.
    writing: Option<thread::JoinHandle<()>>,
}

impl Sqlite {
    pub(crate) fn open(path: &Path) -> Result<Sqlite, Error> {
        let connection = open_writer(path)?;
        let (writer, jobs) = unbounded();
        let writing = spawn("sqlite-writer", move || {
            write_jobs(&connection, &jobs);
            fold_in_log(&connection);
        })?;
        Sqlite::reading(path, writer, Some(writing))
    }

    /// One that writes nothing, whatever it is asked to.
    pub(crate) fn open_to_read(path: &Path) -> Result<Sqlite, Error> {
        file::must_exist(path)?;
        file::is_marked(&open_reader(path)?, path)?;
        let (writer, _) = unbounded();
        Sqlite::reading(path, writer, None)
    }

    fn reading(
        path: &Path,
        writer: Sender<Box<dyn Job>>,
        writing: Option<thread::JoinHandle<()>>,
    ) -> Result<Sqlite, Error> {
        let mut threads = Vec::new();
        let idle = Arc::new(Idle::at(path));
        let (readers, jobs) = unbounded::<Box<dyn Job>>();
        for _ in 0..thread::available_parallelism().map_or(2, usize::from).max(2) {
            let (jobs, idle) = (jobs.clone(), Arc::clone(&idle));
            threads.push(spawn("sqlite-reader", move || {
                for job in jobs {
                    idle.run(job);
                }
            })?);
        }
        Ok(Sqlite { writer, readers, idle, threads: Mutex::new(threads), writing })
    }

    pub(crate) fn write(&self, job: Box<dyn Job>) {
        if let Err(unsent) = self.writer.send(job) {
            unsent.0.finish(Err(Error::Away("the writer has stopped".to_owned())));
        }
    }

    pub(crate) fn read(&self, job: Box<dyn Job>) {
        if let Err(unsent) = self.readers.send(job) {
            unsent.0.finish(Err(Error::Away("the readers have stopped".to_owned())));
        }
    }

    /// Runs a short read where the caller stands: cheaper than a hand-over to another thread.
    pub(crate) fn read_here<T, E: Fallible>(
        &self,
        mut function: impl FnMut(&mut Tx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut reader = self.idle.take()?;
        let (outcome, verdict) = reader.look(|tx| attempt(&mut function, tx))?;
        if !matches!(verdict, Verdict::Again(_)) {
            self.idle.give_back(reader);
        }
        outcome
    }

    pub(crate) fn room(&self) -> Result<Room, Error> {
        Ok(room::of_file(self.idle.path()))
    }

    /// Takes no more work and waits until what was taken is done.
    pub(crate) fn stop(self) {
        let Sqlite { writer, readers, threads, idle, writing } = self;
        drop(readers);
        for thread in threads.into_inner().unwrap_or_default() {
            let _ = thread.join();
        }
        // The writer is the last to close the file, so that no log is left beside it.
        drop((idle, writer));
        if let Some(thread) = writing {
            let _ = thread.join();
        }
    }
}

fn spawn(
    name: &str,
    work: impl FnOnce() + Send + 'static,
) -> Result<thread::JoinHandle<()>, Error> {
    let builder = thread::Builder::new().name(name.to_owned());
    builder.spawn(work).map_err(|e| Error::Away(e.to_string()))
}

pub(super) fn open_writer(path: &Path) -> Result<Connection, Error> {
    let refuse = |e: rusqlite::Error| {
        Error::Refused(format!("cannot open the database file {}: {e}", path.display()))
    };
    let io = |e: std::io::Error| {
        Error::Refused(format!("cannot open the database file {}: {e}", path.display()))
    };
    file::create(path).map_err(io)?;
    let connection = Connection::open(path).map_err(refuse)?;
    tune(&connection).map_err(refuse)?;
    let marked = file::is_marked(&connection, path)?;
    connection
        .execute_batch(
            // A new file's pages hold three or four invoices; half of a smaller one would be empty.
            "PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
             PRAGMA foreign_keys = ON; PRAGMA cache_size = -65536;
             PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 67108864;
             PRAGMA temp_store = MEMORY;",
        )
        .map_err(refuse)?;
    if !marked {
        file::mark(&connection).map_err(refuse)?;
    }
    Ok(connection)
}

/// Whoever copies the file of a server that has stopped has everything in one file.
fn fold_in_log(connection: &Connection) {
    let folded = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
    if let Err(error) = folded {
        tracing::warn!(%error, "the log of the database file was not folded in");
    }
}

pub(super) fn tune(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_prepared_statement_cache_capacity(512);
    // No ANALYZE either: averages over companies of all sizes mislead the planner, and every index
    // here begins with what its statement names.
    // Plans do not depend on bound values: a cached statement is planned once, not at every run.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.busy_timeout(Duration::from_secs(20))
}

fn write_jobs(connection: &Connection, jobs: &Receiver<Box<dyn Job>>) {
    while let Ok(first) = jobs.recv() {
        let mut group = vec![first];
        let mut end = write_group(connection, &mut group, Some(jobs));
        if let Ok(Written::Mixed) = end {
            // One of them has to be undone: again, each in a savepoint of its own.
            end = roll_back(connection).and_then(|()| write_group(connection, &mut group, None));
        }
        match end {
            Ok(_) => group.into_iter().for_each(|job| job.finish(Ok(()))),
            Err(error) => {
                tracing::warn!(%error, jobs = group.len(), "a group of writes was not committed");
                let _ = roll_back(connection);
                group.into_iter().for_each(|job| job.finish(Err(error.clone())));
            }
        }
    }
}

/// What became of a group.
enum Written {
    Committed,
    /// A job that is to be undone has written something: nothing is committed.
    Mixed,
}

/// Runs a group and commits it. The first attempt takes in what arrives meanwhile and has no
/// savepoints, which cost more than most jobs; `None` is the second, with savepoints.
fn write_group(
    connection: &Connection,
    group: &mut Vec<Box<dyn Job>>,
    arriving: Option<&Receiver<Box<dyn Job>>>,
) -> Result<Written, Error> {
    connection.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
    let mut next = 0;
    while let Some(job) = group.get_mut(next) {
        match arriving {
            Some(_) => {
                if let Written::Mixed = write_plainly(connection, job.as_mut())? {
                    return Ok(Written::Mixed);
                }
            }
            None => write_carefully(connection, job.as_mut())?,
        }
        next += 1;
        if group.len() < GROUP
            && let Some(Ok(job)) = arriving.map(Receiver::try_recv)
        {
            group.push(job);
        }
    }
    connection.prepare_cached("COMMIT")?.execute([])?;
    Ok(Written::Committed)
}

/// One job as it is; a refusal that wrote nothing leaves nothing to undo.
fn write_plainly(connection: &Connection, job: &mut dyn Job) -> Result<Written, Error> {
    let before = connection.total_changes();
    match job.run(&mut Tx::sqlite(connection)) {
        Verdict::Undo if connection.total_changes() != before => Ok(Written::Mixed),
        Verdict::Keep | Verdict::Undo => Ok(Written::Committed),
        Verdict::Again(error) => Err(error),
    }
}

/// One job in a savepoint. An error here means that the whole group is lost.
fn write_carefully(connection: &Connection, job: &mut dyn Job) -> Result<(), Error> {
    connection.prepare_cached("SAVEPOINT job")?.execute([])?;
    match job.run(&mut Tx::sqlite(connection)) {
        Verdict::Keep => {}
        Verdict::Undo => {
            connection.prepare_cached("ROLLBACK TO job")?.execute([])?;
        }
        Verdict::Again(error) => return Err(error),
    }
    connection.prepare_cached("RELEASE job")?.execute([])?;
    Ok(())
}

fn roll_back(connection: &Connection) -> Result<(), Error> {
    if connection.is_autocommit() {
        return Ok(());
    }
    Ok(connection.execute_batch("ROLLBACK")?)
}
