//! A SQLite file as a file: whose it is, and who may read it.

use std::fs::OpenOptions;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use rusqlite::Connection;

use crate::Error;

/// What the header of our files says: `PRNL`.
const APPLICATION: i32 = 0x5052_4e4c;

/// Tables that only our files have all of; those from before the header said whose they are.
const TABLES: &[&str] = &["company", "fact", "schema_version", "signing_key"];

/// Makes an empty file that only its owner may read, unless there is one.
pub(crate) fn create(path: &Path) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    let made = options.write(true).create_new(true).mode(0o600).open(path);
    match made {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Refuses a file that is not there: opening it would make an empty one.
pub(crate) fn must_exist(path: &Path) -> Result<(), Error> {
    match path.is_file() {
        true => Ok(()),
        false => {
            let path = path.display();
            Err(Error::Refused(format!("there is no database file {path}")))
        }
    }
}

/// Refuses a file of another application; says whether the header names us.
pub(crate) fn is_marked(connection: &Connection, path: &Path) -> Result<bool, Error> {
    let refuse = |why: &dyn std::fmt::Display| {
        Error::Refused(format!("cannot open the database file {}: {why}", path.display()))
    };
    let id = connection.query_row("PRAGMA application_id", [], |row| row.get::<_, i32>(0));
    let id = id.map_err(|error| refuse(&error))?;
    if id == APPLICATION {
        return Ok(true);
    }
    let mut names = connection
        .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
        .map_err(|error| refuse(&error))?;
    let names =
        names.query_map([], |row| row.get::<_, String>(0)).map_err(|error| refuse(&error))?;
    let names: Vec<String> = names.collect::<Result<_, _>>().map_err(|error| refuse(&error))?;
    let known = TABLES.iter().all(|table| names.iter().any(|name| name == table));
    // One that died before its first migration was committed left no more than this.
    let begun = names.iter().all(|name| name == "schema_version");
    match id == 0 && (begun || known) {
        true => Ok(false),
        false => Err(refuse(&"it belongs to another application")),
    }
}

/// Writes into the header that the file is ours.
pub(crate) fn mark(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "application_id", APPLICATION)
}
