//! The engine's own checks of what it keeps: pages, rows and indexes.

use crate::driver::dialect::Engine;
use crate::{Error, Tx};

/// One thing that the engine can check, and how.
#[derive(Clone, Debug)]
pub struct EngineCheck {
    /// What it is about.
    pub about: String,
    sql: String,
}

/// So many complaints say enough.
const MOST: usize = 100;

const INDEXES: &str = "SELECT format('%I.%I', n.nspname, c.relname) FROM pg_index i
    JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE a.amname = 'btree' AND c.relkind = 'i' AND c.relpersistence = 'p'
        AND i.indisready AND i.indisvalid AND n.nspname = ANY (current_schemas(false))
    ORDER BY 1";
const TABLES: &str = "SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND c.relpersistence = 'p' AND n.nspname = ANY (current_schemas(false))
    ORDER BY 1";
/// Where the extension's functions are, if it is there.
const EXTENSION: &str = "SELECT format('%I', n.nspname) FROM pg_extension e
    JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'amcheck'";

/// Everything that the engine can check here; none where PostgreSQL lacks its extension.
pub fn engine_checks(tx: &mut Tx<'_>) -> Result<Vec<EngineCheck>, Error> {
    if tx.engine() == Engine::Sqlite {
        return Ok(vec![
            EngineCheck {
                about: "pages and indexes of the file".to_owned(),
                sql: format!("PRAGMA integrity_check({MOST})"),
            },
            EngineCheck {
                about: "references between tables".to_owned(),
                sql: "SELECT \"table\" || ' refers to ' || parent || ', where nothing is'
                    FROM pragma_foreign_key_check LIMIT 100"
                    .to_owned(),
            },
        ]);
    }
    let Some(schema) = tx.rows_text::<String>(EXTENSION, &[])?.into_iter().next() else {
        return Ok(Vec::new());
    };
    let mut all = Vec::new();
    for table in tx.rows_text::<String>(TABLES, &[])? {
        let sql = format!("SELECT msg FROM {schema}.verify_heapam('{table}') LIMIT {MOST}");
        all.push(EngineCheck { about: format!("table {table}"), sql });
    }
    for index in tx.rows_text::<String>(INDEXES, &[])? {
        let sql = format!("SELECT {schema}.bt_index_check('{index}', true)::text");
        all.push(EngineCheck { about: format!("index {index}"), sql });
    }
    Ok(all)
}

/// What a check complains of. What the engine cannot even read it says by an error, which is a
/// complaint as well.
pub fn engine_complaints(tx: &mut Tx<'_>, check: &EngineCheck) -> Result<Vec<String>, Error> {
    tx.take_time()?;
    let said = match tx.rows_text::<Option<String>>(&check.sql, &[]) {
        Ok(said) => said.into_iter().flatten().collect(),
        Err(Error::Broken(why)) => vec![why],
        Err(other) => return Err(other),
    };
    let fine = |line: &String| line.is_empty() || line == "ok";
    Ok(said.into_iter().filter(|line| !fine(line)).collect())
}
