//! The tables, brought up to date by migrations that run once, whole, in one transaction.

mod component_labels;
mod given_back;

use crate::driver::dialect;
use crate::{Error, Result, Tx};

/// In order; what has been released is never edited.
const MIGRATIONS: &[Migration] = &[
    Migration::Script(include_str!("0001_spine.sql")),
    Migration::Script(include_str!("0002_catalog.sql")),
    Migration::Script(include_str!("0003_billing.sql")),
    Migration::Script(include_str!("0004_search.sql")),
    Migration::Script(include_str!("0005_progress.sql")),
    Migration::Script(include_str!("0006_number_end.sql")),
    Migration::Lift(given_back::lift),
    Migration::Script(include_str!("0008_event_types.sql")),
    Migration::Lift(component_labels::lift),
    Migration::Script(include_str!("0010_due.sql")),
    Migration::Script(include_str!("0011_real_time.sql")),
    Migration::Script(include_str!("0012_one_time.sql")),
    Migration::Script(include_str!("0013_entitlements.sql")),
    Migration::Script(include_str!("0014_payers.sql")),
    Migration::Script(include_str!("0015_following.sql")),
    Migration::Script(include_str!("0016_credits.sql")),
    Migration::Script(include_str!("0017_usage.sql")),
    Migration::Script(include_str!("0018_objects.sql")),
];

/// A step from one version to the next.
enum Migration {
    /// Statements.
    Script(&'static str),
    /// Documents, read and written again.
    Lift(fn(&mut Tx<'_>) -> Result<()>),
}

/// Refuses a database that is not ours, or not of this program's version.
pub(crate) fn check(tx: &mut Tx<'_>) -> Result<(), Error> {
    let tables = match tx.engine() {
        dialect::Engine::Sqlite => "SELECT name FROM sqlite_master WHERE name = 'schema_version'",
        dialect::Engine::Postgres => {
            "SELECT relname::text FROM pg_class WHERE oid = to_regclass('schema_version')"
        }
    };
    if tx.rows_text::<String>(tables, &[])?.is_empty() {
        let sentence = "this database has no tables of ours: nothing was ever served from it";
        return Err(Error::Refused(sentence.to_owned()));
    }
    let (current, known) = (version(tx)?, MIGRATIONS.len());
    match current < known {
        false => not_newer(current),
        true => Err(Error::Refused(format!(
            "the database is at schema version {current} and this program knows {known}: \
             serve it once, which brings it up to date"
        ))),
    }
}

fn not_newer(current: usize) -> Result<(), Error> {
    let known = MIGRATIONS.len();
    if current > known {
        return Err(Error::Refused(format!(
            "the database is at schema version {current} and this program knows {known}: \
             use a newer program"
        )));
    }
    Ok(())
}

/// Runs what this database does not have yet; a database from a later version is refused.
pub(crate) fn migrate(tx: &mut Tx<'_>) -> Result<()> {
    let engine = tx.engine();
    tx.script("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")
        .map_err(collided)?;
    if engine == dialect::Engine::Postgres {
        tx.script("LOCK TABLE schema_version IN EXCLUSIVE MODE")?;
    }
    let current = version(tx)?;
    let known = MIGRATIONS.len();
    not_newer(current)?;
    if current < known {
        tx.take_time()?;
    }
    for (index, migration) in MIGRATIONS.iter().enumerate().skip(current) {
        if current > 0 {
            let (from, to) = (index, index + 1);
            tracing::info!(from, to, of = known, "bringing the database up to date");
        }
        match migration {
            Migration::Script(script) => tx.script(&dialect::schema(engine, script))?,
            Migration::Lift(lift) => lift(tx)?,
        }
        let version = index + 1;
        tx.script(&format!(
            "DELETE FROM schema_version; INSERT INTO schema_version VALUES ({version})"
        ))?;
    }
    Ok(())
}

/// Writes what is there already, to see whether a write goes through.
pub(crate) fn touch(tx: &mut Tx<'_>) -> Result<(), Error> {
    tx.run_text("UPDATE schema_version SET version = version", &[]).map(|_| ())
}

fn version(tx: &mut Tx<'_>) -> Result<usize, Error> {
    let sql = "SELECT coalesce(max(version), 0) FROM schema_version";
    let version: i64 = tx.rows_text(sql, &[])?.into_iter().next().unwrap_or(0);
    usize::try_from(version).map_err(|e| Error::Refused(format!("schema version: {e}")))
}

/// Two processes that create the first table at once: the loser looks again.
fn collided(error: Error) -> Error {
    match error {
        Error::Taken(text) => Error::Again(text),
        other => other,
    }
}
