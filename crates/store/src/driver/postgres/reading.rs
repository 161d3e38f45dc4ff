//! Reading from PostgreSQL: one snapshot a job, and no more journeys to the server than it takes.

use crate::driver::job::{Job, Verdict};
use crate::driver::memory::Memory;
use crate::driver::postgres::connection::{Connection, Line};
use crate::driver::postgres::{Server, Worker};
use crate::{Result, Tx};

/// The snapshot is that of the first statement and lasts until the transaction ends.
const SETTINGS: &str = "SET lock_timeout = '8s'; SET statement_timeout = '60s'; SET jit = off;
    SET default_transaction_isolation = 'repeatable read'; SET default_transaction_read_only = on";

/// Which transactions a snapshot sees: two that say the same see the same rows.
const BEGIN: &str = "BEGIN; SELECT pg_current_snapshot()";
const BEGIN_ANEW: &str = "COMMIT; BEGIN; SELECT pg_current_snapshot()";

/// A connection with what it has read before.
pub(super) struct Reader {
    connection: Connection,
    memory: Memory,
    /// Whether the last transaction has not been ended yet: that goes along with the next.
    open: bool,
}

impl Reader {
    /// Runs a job over one snapshot.
    fn look(&mut self, job: &mut dyn Job) -> Result<Verdict> {
        let begin = if self.open { BEGIN_ANEW } else { BEGIN };
        self.open = true;
        self.connection.be_patient(false);
        let seen = self.connection.say(begin)?;
        self.memory.at(seen.as_bytes());
        Ok(job.run(&mut Tx::postgres(&mut self.connection).remembering(&mut self.memory)))
    }
}

impl Worker for Reader {
    fn open(server: &Server) -> Result<Reader> {
        let connection = Connection::open(server, SETTINGS)?;
        Ok(Reader { connection, memory: Memory::default(), open: false })
    }

    fn is_closed(&self) -> bool {
        self.connection.is_closed()
    }

    fn once(line: &mut Line<Reader>, job: &mut dyn Job) -> Result<()> {
        match line.get()?.look(job) {
            Ok(Verdict::Keep | Verdict::Undo) => Ok(()),
            Ok(Verdict::Again(error)) => Err(error),
            Err(error) => {
                line.close();
                Err(error)
            }
        }
    }

    fn settle(&mut self) -> Result<()> {
        match std::mem::take(&mut self.open) {
            true => self.connection.script("COMMIT"),
            false => Ok(()),
        }
    }
}
