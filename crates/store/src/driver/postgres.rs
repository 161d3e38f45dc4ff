//! PostgreSQL: threads that each own a connection, and transactions that run again when asked to.

use std::collections::HashMap;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use postgres::{Client, NoTls, types::ToSql};

use crate::driver::dialect::{self, Lists};
use crate::driver::job::{Job, Verdict};
use crate::driver::tx::Marker;
use crate::{Error, Tx, Value};

const WRITERS: usize = 12;
const READERS: usize = 8;
/// How long a connection may have nothing to do before it is closed.
const IDLE: Duration = Duration::from_secs(10);
/// How often a transaction is run again before its error is told.
const ATTEMPTS: u32 = 12;

pub(crate) struct Postgres {
    writers: Sender<Box<dyn Job>>,
    readers: Sender<Box<dyn Job>>,
    threads: Mutex<Vec<thread::JoinHandle<()>>>,
}

impl Postgres {
    pub(crate) fn open(url: &str) -> Result<Postgres, Error> {
        let (writers, writes) = unbounded();
        let (readers, reads) = unbounded();
        let mut threads = Vec::new();
        for (count, jobs, mode) in [(WRITERS, writes, Mode::Write), (READERS, reads, Mode::Read)] {
            for _ in 0..count {
                let (mut line, jobs) = (Line::new(url, mode), jobs.clone());
                let work = move || serve(&mut line, &jobs, mode);
                let builder = thread::Builder::new().name("postgres".to_owned());
                threads.push(builder.spawn(work).map_err(|e| Error::Away(e.to_string()))?);
            }
        }
        Ok(Postgres { writers, readers, threads: Mutex::new(threads) })
    }

    pub(crate) fn write(&self, job: Box<dyn Job>) {
        if let Err(unsent) = self.writers.send(job) {
            unsent.0.finish(Err(Error::Away("the writers have stopped".to_owned())));
        }
    }

    pub(crate) fn read(&self, job: Box<dyn Job>) {
        if let Err(unsent) = self.readers.send(job) {
            unsent.0.finish(Err(Error::Away("the readers have stopped".to_owned())));
        }
    }

    pub(crate) fn stop(self) {
        let Postgres { writers, readers, threads } = self;
        drop((writers, readers));
        for thread in threads.into_inner().unwrap_or_default() {
            let _ = thread.join();
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Read,
    Write,
}

impl Mode {
    fn begin(self) -> &'static str {
        match self {
            Mode::Write => "BEGIN ISOLATION LEVEL READ COMMITTED",
            Mode::Read => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        }
    }

    /// Writers find rows by their keys. A plan is kept as long as nobody counts the rows of its
    /// tables: one that reads a table from end to end, since it is small today, would still do so
    /// when there are a million. A search may well read from one end, until it has enough.
    fn settings(self) -> &'static str {
        match self {
            Mode::Write => {
                "SET lock_timeout = '8s'; SET statement_timeout = '60s'; SET jit = off;
                 SET enable_seqscan = off"
            }
            Mode::Read => "SET lock_timeout = '8s'; SET statement_timeout = '60s'; SET jit = off",
        }
    }
}

/// A connection and the statements it has prepared.
pub(crate) struct Connection {
    client: Client,
    /// The server's process behind it.
    process: i64,
    prepared: Prepared,
}

/// By their texts as they are written, in both spellings.
#[derive(Default)]
struct Prepared {
    any: HashMap<String, postgres::Statement>,
    of_one: HashMap<String, postgres::Statement>,
}

impl Connection {
    fn open(url: &str, mode: Mode) -> Result<Connection, Error> {
        let mut config: postgres::Config = url
            .parse()
            .map_err(|e| Error::Refused(format!("the database URL cannot be read: {e}")))?;
        config
            .connect_timeout(Duration::from_secs(2))
            .tcp_user_timeout(Duration::from_secs(10))
            .keepalives_idle(Duration::from_secs(15))
            .application_name("perennial");
        let mut client = config.connect(NoTls)?;
        client.batch_execute(mode.settings())?;
        let process = client.query_one("SELECT pg_backend_pid()::bigint", &[])?.try_get(0)?;
        Ok(Connection { client, process, prepared: Prepared::default() })
    }

    pub(crate) fn prepare(
        &mut self,
        sql: &str,
        lists: Lists,
    ) -> Result<postgres::Statement, Error> {
        let prepared = match lists {
            Lists::Any => &mut self.prepared.any,
            Lists::OfOne => &mut self.prepared.of_one,
        };
        if let Some(known) = prepared.get(sql) {
            return Ok(known.clone());
        }
        let statement = self.client.prepare(&dialect::postgres(sql, lists))?;
        if prepared.len() >= 1024 {
            prepared.clear();
        }
        prepared.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }

    pub(crate) fn query<V: ToSql + Sync>(
        &mut self,
        (sql, lists): (&str, Lists),
        values: &[V],
    ) -> Result<Vec<postgres::Row>, Error> {
        let statement = self.prepare(sql, lists)?;
        Ok(self.client.query(&statement, &parameters(values))?)
    }

    pub(crate) fn execute<V: ToSql + Sync>(
        &mut self,
        (sql, lists): (&str, Lists),
        values: &[V],
    ) -> Result<u64, Error> {
        let statement = self.prepare(sql, lists)?;
        Ok(self.client.execute(&statement, &parameters(values))?)
    }

    pub(crate) fn script(&mut self, sql: &str) -> Result<(), Error> {
        Ok(self.client.batch_execute(sql)?)
    }
}

fn parameters<V: ToSql + Sync>(values: &[V]) -> Vec<&(dyn ToSql + Sync)> {
    values.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

/// A connection that is opened when needed and again when it broke.
struct Line {
    url: String,
    mode: Mode,
    connection: Option<Connection>,
}

impl Line {
    fn new(url: &str, mode: Mode) -> Line {
        Line { url: url.to_owned(), mode, connection: None }
    }

    fn get(&mut self) -> Result<&mut Connection, Error> {
        let stale = self.connection.as_ref().is_some_and(|c| c.client.is_closed());
        if stale {
            self.connection = None;
        }
        match &mut self.connection {
            Some(connection) => Ok(connection),
            empty => Ok(empty.insert(Connection::open(&self.url, self.mode)?)),
        }
    }
}

fn serve(line: &mut Line, jobs: &Receiver<Box<dyn Job>>, mode: Mode) {
    loop {
        match jobs.recv_timeout(IDLE) {
            Ok(mut job) => {
                let end = attempt(line, job.as_mut(), mode);
                job.finish(end);
            }
            // A quiet service gives its connections back.
            Err(RecvTimeoutError::Timeout) => line.connection = None,
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

/// Runs a job until it commits, is refused, or has been tried often enough.
fn attempt(line: &mut Line, job: &mut dyn Job, mode: Mode) -> Result<(), Error> {
    let mut tries = 0;
    loop {
        tries += 1;
        let error = match once(line, job, mode) {
            Ok(()) => return Ok(()),
            Err(Failure::Commit(error, sent)) => match committed(line, sent) {
                Some(true) => return Ok(()),
                Some(false) => error,
                None => return Err(Error::Unknown(error.to_string())),
            },
            Err(Failure::Before(error)) => error,
        };
        // Whoever waits is told soon that the database is away; a collision is worth more tries.
        let most = match error {
            Error::Again(_) => ATTEMPTS,
            Error::Away(_) => 4,
            _ => 0,
        };
        if tries >= most {
            return Err(error);
        }
        thread::sleep(pause(tries));
    }
}

enum Failure {
    /// Nothing was committed.
    Before(Error),
    /// The commit failed or its answer was lost.
    Commit(Error, Sent),
}

/// A commit on its way: which process had it, and what proves it.
struct Sent {
    process: i64,
    marker: Option<Marker>,
}

fn once(line: &mut Line, job: &mut dyn Job, mode: Mode) -> Result<(), Failure> {
    let connection = line.get().map_err(Failure::Before)?;
    connection.script(mode.begin()).map_err(Failure::Before)?;
    let mut tx = Tx::postgres(connection);
    let verdict = job.run(&mut tx);
    let sent = Sent { marker: tx.marker.take(), process: connection.process };
    match verdict {
        Verdict::Keep => connection.script("COMMIT").map_err(|e| Failure::Commit(e, sent)),
        Verdict::Undo => {
            // A connection that cannot even roll back is replaced before the next job.
            if connection.script("ROLLBACK").is_err() {
                line.connection = None;
            }
            Ok(())
        }
        Verdict::Again(error) => {
            if connection.script("ROLLBACK").is_err() {
                line.connection = None;
            }
            Err(Failure::Before(error))
        }
    }
}

/// Whether a commit whose answer was lost took place: once the process that had it is gone, its
/// first fact is there or is not.
fn committed(line: &mut Line, sent: Sent) -> Option<bool> {
    let (company, fact) = sent.marker?;
    for tries in 1..=ATTEMPTS {
        thread::sleep(pause(tries));
        let Ok(connection) = line.get() else { continue };
        let running = connection.query((RUNNING_SQL, Lists::Any), &[Value::Int(sent.process)]);
        let found = running.and_then(|running| match running.is_empty() {
            false => Ok(None),
            true => {
                let values = [Value::Text(company.clone()), Value::Text(fact.clone())];
                connection.query((crate::fact::EXISTS_SQL, Lists::Any), &values).map(Some)
            }
        });
        match found {
            Ok(Some(rows)) => return Some(!rows.is_empty()),
            Ok(None) => {}
            Err(_) => line.connection = None,
        }
    }
    None
}

const RUNNING_SQL: &str = "SELECT 1 FROM pg_stat_activity WHERE pid::bigint = $1";

/// Growing pauses with jitter, so that those who collided do not collide again: 5 ms to about 1 s.
fn pause(tries: u32) -> Duration {
    let base = 5_u64 << tries.min(7);
    Duration::from_millis(base + rand::random_range(0..base))
}
