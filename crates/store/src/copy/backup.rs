//! A copy of a whole SQLite database beside whoever is using it: one consistent state, complete or
//! not there at all. PostgreSQL has a program of its own for that.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::driver::file;
use crate::{Error, Location, Progress, Result};

/// How often the copy is looked at while it is made.
const LOOK: Duration = Duration::from_millis(20);

/// Writes the copy and says how many bytes it has. What is there already is never overwritten.
pub fn backup(from: &Location, to: &Path, progress: &Progress) -> Result<u64> {
    let path = match from {
        Location::Sqlite(path) => path,
        Location::Postgres(_) => {
            let sentence = "PostgreSQL is backed up by its own pg_dump, beside a running server";
            return Err(Error::Refused(sentence.to_owned()));
        }
    };
    let refuse = |why: String| {
        let (path, to) = (path.display(), to.display());
        Error::Refused(format!("cannot back up {path} to {to}: {why}"))
    };
    if to.exists() {
        return Err(refuse("this file exists".to_owned()));
    }
    let partial = beside(to);
    file::must_exist(path)?;
    let done = watched(path, &partial, progress)
        .and_then(|bytes| fs::rename(&partial, to).map(|()| bytes).map_err(|e| e.to_string()))
        .and_then(|bytes| flushed(to).map(|()| bytes).map_err(|e| e.to_string()));
    if done.is_err() {
        let _ = fs::remove_file(&partial);
    }
    done.map_err(refuse)
}

/// The name under which it is written until it is complete.
fn beside(to: &Path) -> PathBuf {
    let mut name = to.as_os_str().to_owned();
    name.push(format!(".partial-{}", std::process::id()));
    PathBuf::from(name)
}

/// Copies, and tells how much of it is there.
fn watched(from: &Path, to: &Path, progress: &Progress) -> Result<u64, String> {
    let bytes = |path: &Path| fs::metadata(path).map_or(0, |about| about.len());
    let all = bytes(from);
    thread::scope(|scope| {
        let copying = scope.spawn(|| copied(from, to));
        while !copying.is_finished() {
            thread::sleep(LOOK);
            progress.at("copying the database", bytes(to).min(all), all);
        }
        let copied = copying.join().unwrap_or_else(|_| Err("copying it failed".to_owned()))?;
        progress.at("copying the database", all, all);
        Ok(copied)
    })
}

/// One long read: writers go on meanwhile, and what they write is not in it.
fn copied(from: &Path, to: &Path) -> Result<u64, String> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(from, flags).map_err(|e| e.to_string())?;
    file::is_marked(&connection, from).map_err(|error| error.to_string())?;
    file::create(to).map_err(|error| error.to_string())?;
    let name = to.to_str().ok_or("the name of the file is no text")?;
    connection.execute("VACUUM INTO ?1", [name]).map_err(|e| e.to_string())?;
    let file = File::open(to).map_err(|e| e.to_string())?;
    file.sync_all().map_err(|e| e.to_string())?;
    file.metadata().map(|about| about.len()).map_err(|e| e.to_string())
}

/// The name of a file is on the disk only when its folder is.
fn flushed(to: &Path) -> std::io::Result<()> {
    match to.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => File::open(folder)?.sync_all(),
        None => File::open(".")?.sync_all(),
    }
}
