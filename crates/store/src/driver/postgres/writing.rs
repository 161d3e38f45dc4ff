//! Writing to PostgreSQL: transactions that are undone where they collide, and whose commit is
//! known to have taken place or not.

use std::thread;

use crate::driver::dialect::Lists;
use crate::driver::job::{Job, Verdict};
use crate::driver::postgres::connection::{Connection, Line};
use crate::driver::postgres::{ATTEMPTS, Server, Worker, pause};
use crate::driver::tx::Marker;
use crate::{Error, Result, Tx, Value};

/// Writers find rows by their keys. A plan is kept as long as nobody counts the rows of its tables:
/// one that reads a table from end to end, since it is small today, would still do so when there
/// are a million.
const SETTINGS: &str = "SET lock_timeout = '8s'; SET statement_timeout = '60s'; SET jit = off;
    SET default_transaction_isolation = 'read committed'; SET enable_seqscan = off";

pub(super) struct Writer {
    connection: Connection,
    /// The server's process behind it.
    process: i64,
}

/// A commit whose answer was lost: which process had it, and what proves it.
struct Sent {
    process: i64,
    marker: Option<Marker>,
}

impl Worker for Writer {
    fn open(server: &Server) -> Result<Writer, Error> {
        let mut connection = Connection::open(server, SETTINGS)?;
        let process = connection.say("SELECT pg_backend_pid()")?;
        let process = process.parse().map_err(|_| Error::Broken(format!("process {process}")))?;
        Ok(Writer { connection, process })
    }

    fn is_closed(&self) -> bool {
        self.connection.is_closed()
    }

    fn once(line: &mut Line<Writer>, job: &mut dyn Job) -> Result<()> {
        let Writer { connection, process } = line.get()?;
        connection.be_patient(false);
        connection.script("BEGIN")?;
        let mut tx = Tx::postgres(connection);
        let verdict = job.run(&mut tx);
        let sent = Sent { marker: tx.marker.take(), process: *process };
        let asked = match verdict {
            Verdict::Keep => match connection.script("COMMIT") {
                Ok(()) => return Ok(()),
                Err(error) => match committed(line, sent) {
                    Some(true) => return Ok(()),
                    Some(false) => return Err(error),
                    None => return Err(Error::Unknown(error.to_string())),
                },
            },
            Verdict::Undo => Ok(()),
            Verdict::Again(error) => Err(error),
        };
        // A connection that cannot even roll back is replaced before the next job, and so is one to
        // a server that takes no writes: another one may have taken its place.
        let away = matches!(asked, Err(Error::Away(_)));
        if away || connection.script("ROLLBACK").is_err() {
            line.close();
        }
        asked
    }

    fn settle(&mut self) -> Result<()> {
        Ok(())
    }
}

/// Whether a commit whose answer was lost took place: once the process that had it is gone, its
/// first fact is there or is not.
fn committed(line: &mut Line<Writer>, sent: Sent) -> Option<bool> {
    let (company, fact) = sent.marker?;
    for tries in 1..=ATTEMPTS {
        thread::sleep(pause(tries));
        if line.is_in_a_hurry() {
            break;
        }
        let Ok(Writer { connection, .. }) = line.get() else { continue };
        let running = connection.query((RUNNING_SQL, Lists::Any), &[Value::Int(sent.process)]);
        let found = running.and_then(|running| match running.is_empty() {
            false => Ok(None),
            true => {
                let values = [Value::from(&company), Value::from(&fact)];
                connection.query((crate::fact::EXISTS_SQL, Lists::Any), &values).map(Some)
            }
        });
        match found {
            Ok(Some(rows)) => return Some(!rows.is_empty()),
            Ok(None) => {}
            Err(_) => line.close(),
        }
    }
    None
}

const RUNNING_SQL: &str = "SELECT 1 FROM pg_stat_activity WHERE pid::bigint = $1";
