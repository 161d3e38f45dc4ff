//! Reading from SQLite: connections of their own, one snapshot a job.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use rusqlite::{Connection, OpenFlags};

use crate::driver::job::{Job, Verdict};
use crate::driver::memory::Memory;
use crate::driver::sqlite::tune;
use crate::{Error, Result, Tx};

/// So much of the file is mapped rather than copied page by page; SQLite is built to allow it.
const MAPPED: i64 = 16 << 30;

/// Read-only connections that nobody uses at the moment, and which thread had them last: what a
/// connection holds is in the cache of that thread's processor.
pub(super) struct Idle {
    path: PathBuf,
    readers: Mutex<Vec<(u64, Box<Reader>)>>,
}

thread_local! {
    /// Which of the threads that read this is.
    static NUMBER: u64 = {
        static LAST: AtomicU64 = AtomicU64::new(0);
        LAST.fetch_add(1, Ordering::Relaxed)
    };
}

impl Idle {
    pub(super) fn at(path: &Path) -> Idle {
        Idle { path: path.to_owned(), readers: Mutex::default() }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn take(&self) -> Result<Box<Reader>, Error> {
        let known = NUMBER.with(|number| *number);
        let taken = self.readers.lock().ok().and_then(|mut idle| {
            let place = idle.iter().rposition(|(thread, _)| *thread == known);
            place.map(|place| idle.swap_remove(place)).or_else(|| idle.pop())
        });
        taken.map_or_else(|| Reader::open(&self.path).map(Box::new), |(_, reader)| Ok(reader))
    }

    pub(super) fn give_back(&self, reader: Box<Reader>) {
        if let Ok(mut idle) = self.readers.lock() {
            idle.push((NUMBER.with(|number| *number), reader));
        }
    }

    pub(super) fn run(&self, mut job: Box<dyn Job>) {
        let end = self.take().and_then(|mut reader| {
            match reader.look(|tx| job.run(tx))? {
                Verdict::Again(error) => return Err(error),
                Verdict::Keep | Verdict::Undo => self.give_back(reader),
            }
            Ok(())
        });
        job.finish(end);
    }
}

/// A read-only connection with what it has read before.
pub(super) struct Reader {
    connection: Connection,
    memory: Memory,
}

impl Reader {
    fn open(path: &Path) -> Result<Reader> {
        Ok(Reader { connection: open_reader(path)?, memory: Memory::default() })
    }

    /// Runs a function over one snapshot.
    ///
    /// The first statement is not ended until the function is done: as long as one is open, SQLite
    /// keeps the snapshot that it began with, which spares a BEGIN and a COMMIT. What it says is
    /// another number whenever another connection has committed something in between.
    pub(super) fn look<T>(&mut self, function: impl FnOnce(&mut Tx<'_>) -> T) -> Result<T> {
        let mut first = self.connection.prepare_cached("PRAGMA data_version")?;
        let mut rows = first.query([])?;
        let version: i64 = match rows.next()? {
            Some(row) => row.get(0)?,
            None => return Err(Error::Broken("the database has no version".to_owned())),
        };
        self.memory.at(&version.to_le_bytes());
        Ok(function(&mut Tx::sqlite(&self.connection).remembering(&mut self.memory)))
    }
}

pub(super) fn open_reader(path: &Path) -> Result<Connection, Error> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    tune(&connection)?;
    connection.execute_batch("PRAGMA cache_size = -16384;")?;
    connection.pragma_update(None, "mmap_size", MAPPED)?;
    Ok(connection)
}

#[cfg(test)]
mod tests {
    use super::{MAPPED, Reader};
    use crate::driver::sqlite::open_writer;
    use rusqlite::Connection;

    fn count(connection: &Connection) -> i64 {
        let sql = "SELECT count(*) FROM t";
        connection.query_row(sql, [], |row| row.get(0)).unwrap()
    }

    /// SQLite takes a larger limit than it was built with for that one, and says nothing.
    #[test]
    fn a_reader_maps_as_much_as_it_wants() {
        let path = std::env::temp_dir().join(format!("mapped-{}.db", std::process::id()));
        drop(open_writer(&path).unwrap());
        let reader = Reader::open(&path).unwrap();
        let mapped = |row: &rusqlite::Row<'_>| row.get::<_, i64>(0);
        let mapped = reader.connection.query_row("PRAGMA mmap_size", [], mapped).unwrap();
        assert_eq!(mapped, MAPPED);
        let _ = std::fs::remove_file(&path);
    }

    /// What a reader sees is one state, and it knows when there is another.
    #[test]
    fn a_look_is_one_snapshot_and_notices_commits() {
        let path = std::env::temp_dir().join(format!("look-{}.db", std::process::id()));
        let writer = open_writer(&path).unwrap();
        writer.execute_batch("CREATE TABLE t (a INTEGER)").unwrap();
        let mut reader = Reader::open(&path).unwrap();
        let reading = Connection::open(&path).unwrap();
        let mut versions = Vec::new();
        for round in 0..3_i64 {
            reader
                .look(|tx| {
                    let seen = |tx: &mut crate::Tx<'_>| {
                        tx.rows_text::<i64>("SELECT count(*) FROM t", &[]).unwrap()
                    };
                    assert_eq!(seen(tx), [round]);
                    writer.execute_batch("INSERT INTO t VALUES (1)").unwrap();
                    assert_eq!(count(&reading), round + 1);
                    assert_eq!(seen(tx), [round]);
                })
                .unwrap();
            reader.look(|_| ()).unwrap();
            versions.push(reader.memory.version().to_owned());
            reader.look(|_| ()).unwrap();
            assert_eq!(versions.last().unwrap(), reader.memory.version());
        }
        versions.dedup();
        assert_eq!(versions.len(), 3);
        for end in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{end}", path.display()));
        }
    }
}
