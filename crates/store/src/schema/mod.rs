//! The tables, brought up to date by migrations that run once, whole, in one transaction.

mod component_labels;
mod given_back;

use crate::driver::dialect;
use crate::{Error, Result, Tx};

/// In order; what has been released is never edited.
const MIGRATIONS: &[Migration] = &[
    Migration::Script(include_str!("core/0001_spine.sql")),
    Migration::Script(include_str!("core/0002_catalog.sql")),
    Migration::Script(include_str!("core/0003_billing.sql")),
    Migration::Script(include_str!("core/0004_search.sql")),
    Migration::Script(include_str!("core/0005_progress.sql")),
    Migration::Script(include_str!("core/0006_number_end.sql")),
    Migration::Lift(given_back::lift),
    Migration::Script(include_str!("core/0008_event_types.sql")),
    Migration::Lift(component_labels::lift),
    Migration::Script(include_str!("core/0010_due.sql")),
    Migration::Script(include_str!("core/0011_real_time.sql")),
    Migration::Script(include_str!("beyond/0012_one_time.sql")),
    Migration::Script(include_str!("beyond/0013_entitlements.sql")),
    Migration::Script(include_str!("beyond/0014_payers.sql")),
    Migration::Script(include_str!("beyond/0015_following.sql")),
    Migration::Script(include_str!("beyond/0016_credits.sql")),
    Migration::Script(include_str!("beyond/0017_usage.sql")),
    Migration::Script(include_str!("beyond/0018_objects.sql")),
    Migration::Script(include_str!("beyond/0019_credit_thresholds.sql")),
    Migration::Script(include_str!("beyond/0020_jobs.sql")),
    Migration::Script(include_str!("beyond/0021_emails.sql")),
    Migration::Script(include_str!("beyond/0022_documents.sql")),
    Migration::Script(include_str!("beyond/0023_contracts.sql")),
    Migration::Addition(include_str!("beyond/0024_processes.sql")),
];

/// A step from one version to the next.
enum Migration {
    /// Statements.
    Script(&'static str),
    /// Statements that only add what a program that does not know of it leaves alone: processes of
    /// the version before may go on serving, and start.
    Addition(&'static str),
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
        false => not_newer(tx, current),
        true => Err(Error::Refused(format!(
            "the database is at schema version {current} and this program knows {known}: \
             serve it once, which brings it up to date"
        ))),
    }
}

/// Refuses a database of a later version, unless what was added to it leaves this program alone.
fn not_newer(tx: &mut Tx<'_>, current: usize) -> Result<(), Error> {
    let known = MIGRATIONS.len();
    if current <= known {
        return Ok(());
    }
    let sql = "SELECT coalesce(max(oldest), max(version)) FROM schema_version";
    let oldest: i64 = tx.rows_text(sql, &[])?.into_iter().next().unwrap_or(i64::MAX);
    match usize::try_from(oldest) {
        Ok(oldest) if oldest <= known => {
            tracing::info!(current, known, "the database is newer, by nothing but additions");
            Ok(())
        }
        _ => Err(Error::Refused(format!(
            "the database is at schema version {current} and this program knows {known}: \
             use a newer program"
        ))),
    }
}

/// The version of the oldest program that can serve what this one makes.
fn oldest() -> usize {
    let numbered = MIGRATIONS.iter().zip(1..);
    let changes = numbered.filter(|(one, _)| !matches!(one, Migration::Addition(_)));
    changes.map(|(_, version)| version).last().unwrap_or(0)
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
    not_newer(tx, current)?;
    if current < known {
        tx.take_time()?;
    }
    for (index, migration) in MIGRATIONS.iter().enumerate().skip(current) {
        if current > 0 {
            let (from, to) = (index, index + 1);
            tracing::info!(from, to, of = known, "bringing the database up to date");
        }
        match migration {
            Migration::Script(script) | Migration::Addition(script) => {
                tx.script(&dialect::schema(engine, script))?;
            }
            Migration::Lift(lift) => lift(tx)?,
        }
        let version = i64::try_from(index + 1).unwrap_or(i64::MAX);
        put_number(tx, version)?;
    }
    if current < known { put_oldest(tx) } else { Ok(()) }
}

/// Makes the tables in an empty database and marks it as not complete. What a copy that was cut off
/// left is thrown away; `tables` says what it may have made.
pub(crate) fn make_anew(tx: &mut Tx<'_>, tables: &[String], mark: i64) -> Result<()> {
    let there = match tx.engine() {
        dialect::Engine::Sqlite => {
            "SELECT name FROM pragma_table_list WHERE schema = 'main'
                AND type IN ('table', 'virtual') AND substr(name, 1, 7) <> 'sqlite_'"
        }
        dialect::Engine::Postgres => {
            "SELECT t.relname::text FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace
                WHERE n.nspname = current_schema() AND t.relkind IN ('r', 'p')"
        }
    };
    let there = tx.rows_text::<String>(there, &[])?;
    if there.iter().any(|name| name == "schema_version") {
        if tx.engine() == dialect::Engine::Postgres {
            tx.script("LOCK TABLE schema_version IN EXCLUSIVE MODE")?;
        }
        match number(tx)? {
            0 if there.len() == 1 => {}
            found if found < 0 => {
                let known = |name: &&String| tables.contains(name) || OURS.contains(&name.as_str());
                for table in there.iter().filter(known) {
                    tx.script(&format!("DROP TABLE {table}"))?;
                }
            }
            _ => return Err(Error::Refused(FULL.to_owned())),
        }
    } else if !there.is_empty() {
        return Err(Error::Refused(FULL.to_owned()));
    }
    migrate(tx)?;
    put_number(tx, mark)
}

/// What a copy makes besides the tables that it fills.
const OURS: [&str; 2] = ["schema_version", "search_grams"];

const FULL: &str = "the database that is to be filled has tables already: \
                    a copy goes into an empty one";

/// Whether a database still has the mark of this copy: it is held until the transaction ends.
pub(crate) fn is_marked(tx: &mut Tx<'_>, mark: i64) -> Result<()> {
    let found = tx.rows_text::<i64>("SELECT version FROM schema_version FOR UPDATE", &[])?;
    match found.as_slice() {
        [found] if *found == mark => Ok(()),
        _ => Err(Error::Refused("another copy into the same database has begun".to_owned())),
    }
}

/// Everything is there.
pub(crate) fn take_mark_away(tx: &mut Tx<'_>) -> Result<()> {
    put_number(tx, i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX))?;
    put_oldest(tx)
}

fn put_oldest(tx: &mut Tx<'_>) -> Result<()> {
    tx.script(&format!("UPDATE schema_version SET oldest = {}", oldest()))
}

fn put_number(tx: &mut Tx<'_>, version: i64) -> Result<()> {
    tx.script(&format!(
        "DELETE FROM schema_version; INSERT INTO schema_version (version) VALUES ({version})"
    ))
}

/// Writes what is there already, to see whether a write goes through.
pub(crate) fn touch(tx: &mut Tx<'_>) -> Result<(), Error> {
    tx.run_text("UPDATE schema_version SET version = version", &[]).map(|_| ())
}

fn version(tx: &mut Tx<'_>) -> Result<usize, Error> {
    usize::try_from(number(tx)?).map_err(|_| {
        let sentence = "this database is a copy that was not completed: \
                        run `perennial copy` into it again, which starts over";
        Error::Refused(sentence.to_owned())
    })
}

/// The version as it is written: a negative one is the mark of a copy that is not complete.
fn number(tx: &mut Tx<'_>) -> Result<i64, Error> {
    let sql = "SELECT coalesce(max(version), 0) FROM schema_version";
    Ok(tx.rows_text(sql, &[])?.into_iter().next().unwrap_or(0))
}

/// Two processes that create the first table at once: the loser looks again.
fn collided(error: Error) -> Error {
    match error {
        Error::Taken(text) => Error::Again(text),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::{MIGRATIONS, Migration, oldest};

    /// Whether a program that knows nothing of it can work with what a script leaves.
    fn only_adds(script: &str) -> bool {
        let lines = script.lines().filter(|line| !line.trim_start().starts_with("--"));
        let text = lines.collect::<Vec<_>>().join(" ");
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut statements = words.split(';').map(str::trim).filter(|one| !one.is_empty());
        statements.all(|one| {
            let column = one.starts_with("ALTER TABLE ")
                && one.contains(" ADD COLUMN ")
                && (!one.contains("NOT NULL") || one.contains(" DEFAULT "));
            one.starts_with("CREATE TABLE ") || one.starts_with("CREATE INDEX ") || column
        })
    }

    #[test]
    fn additions_only_add() {
        let scripts = MIGRATIONS.iter().filter_map(|one| match one {
            Migration::Addition(script) => Some(*script),
            _ => None,
        });
        for script in scripts {
            assert!(only_adds(script), "not in one step: {script}");
        }
        assert!(only_adds("CREATE TABLE a (b BIGINT NOT NULL);\n-- why\nCREATE INDEX c ON a (b);"));
        assert!(only_adds("ALTER TABLE a ADD COLUMN b BIGINT;"));
        assert!(only_adds("ALTER TABLE a ADD COLUMN b BIGINT NOT NULL DEFAULT 0;"));
        for changes in [
            "ALTER TABLE a ADD COLUMN b BIGINT NOT NULL;",
            "CREATE UNIQUE INDEX c ON a (b);",
            "ALTER TABLE a DROP COLUMN b;",
            "UPDATE a SET b = 1;",
            "CREATE TABLE a (b BIGINT); DELETE FROM c;",
        ] {
            assert!(!only_adds(changes), "{changes}");
        }
        assert!((1..=MIGRATIONS.len()).contains(&oldest()));
    }
}
