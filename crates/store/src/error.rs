//! What can go wrong with a database, sorted by what the caller may do about it.

use thiserror::Error;

#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Error {
    /// A unique key refused the row; the name tells which.
    #[error("a unique key refused the row ({0})")]
    Taken(String),
    /// The same transaction may succeed when it is run again.
    #[error("the transaction has to be run again: {0}")]
    Again(String),
    /// Another transaction holds what this one needs for too long.
    #[error("another transaction holds the record: {0}")]
    Locked(String),
    /// The database is away or full: nothing was written.
    #[error("the database is not available: {0}")]
    Away(String),
    /// The database takes no more connections.
    #[error("the database takes no more connections: {0}")]
    Full(String),
    /// The commit was sent and its answer was lost.
    #[error("the answer to a commit was lost: {0}")]
    Unknown(String),
    /// The configuration or the file is wrong: starting is refused.
    #[error("{0}")]
    Refused(String),
    /// A fault of ours.
    #[error("the database refused a statement: {0}")]
    Broken(String),
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The error of a job: it can carry a database error and tell whether it does.
pub trait Fallible: From<Error> + Send + 'static {
    fn database(&self) -> Option<&Error>;
}

impl Fallible for Error {
    fn database(&self) -> Option<&Error> {
        Some(self)
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Error {
        use rusqlite::ErrorCode as Code;
        let text = error.to_string();
        let Some(cause) = error.sqlite_error() else {
            return Error::Broken(text);
        };
        match cause.code {
            Code::ConstraintViolation if unique(cause.extended_code) => Error::Taken(text),
            Code::DiskFull
            | Code::DatabaseBusy
            | Code::DatabaseLocked
            | Code::SystemIoFailure
            | Code::OutOfMemory
            | Code::CannotOpen
            | Code::ReadOnly => Error::Away(text),
            _ => Error::Broken(text),
        }
    }
}

/// SQLITE_CONSTRAINT_UNIQUE, _PRIMARYKEY and _ROWID.
fn unique(extended: i32) -> bool {
    matches!(extended, 2067 | 1555 | 2579)
}

impl From<tokio_postgres::Error> for Error {
    fn from(error: tokio_postgres::Error) -> Error {
        let Some(cause) = error.as_db_error() else {
            let text = describe(&error);
            return if error.is_closed() || is_io(&error) {
                Error::Away(text)
            } else {
                Error::Broken(text)
            };
        };
        let text = format!("{} ({})", cause.message(), cause.code().code());
        match cause.code().code() {
            "23505" => Error::Taken(cause.constraint().unwrap_or("a unique key").to_owned()),
            "40001" | "40P01" => Error::Again(text),
            "55P03" => Error::Locked(text),
            code if passes(code) => Error::Away(text),
            _ => Error::Broken(text),
        }
    }
}

/// What a server says that cannot serve at the moment, or not on this connection: it is read-only
/// (25006), closed a connection that was idle for too long (25P03, 25P04, 57P05), takes nobody in
/// (28, 3D000, 53), is stopping or starting (57), or its disk fails (58).
fn passes(code: &str) -> bool {
    let classes = ["08", "28", "53", "57", "58"];
    let codes = ["25006", "25P03", "25P04", "3D000"];
    codes.contains(&code) || classes.iter().any(|class| code.starts_with(class))
}

fn is_io(error: &tokio_postgres::Error) -> bool {
    let mut cause: Option<&dyn std::error::Error> = Some(error);
    while let Some(this) = cause {
        if this.is::<std::io::Error>() {
            return true;
        }
        cause = this.source();
    }
    false
}

/// The library's own text says only the kind; the sources say what happened.
pub(crate) fn describe(error: &tokio_postgres::Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(this) = cause {
        text = format!("{text}: {this}");
        cause = this.source();
    }
    text
}
