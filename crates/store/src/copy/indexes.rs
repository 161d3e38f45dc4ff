//! Indexes that PostgreSQL makes at once, when the rows are there, rather than row by row. SQLite
//! would sort in memory for that, so there they stay.

use crate::driver::dialect::Engine;
use crate::{Result, Tx};

#[derive(Clone)]
pub(super) struct Index {
    pub(super) table: String,
    /// What makes it.
    pub(super) text: String,
}

const ALL: &str = "SELECT quote_ident(c.relname), t.relname::text, pg_get_indexdef(i.indexrelid)
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    JOIN pg_class t ON t.oid = i.indrelid JOIN pg_namespace n ON n.oid = t.relnamespace
    WHERE n.nspname = current_schema() AND t.relkind = 'r'
        AND NOT EXISTS (SELECT 1 FROM pg_constraint o WHERE o.conindid = i.indexrelid)
    ORDER BY 2, 1";

/// Takes away all but the keys, and says how they are made again.
pub(super) fn take_away(tx: &mut Tx<'_>) -> Result<Vec<Index>> {
    if tx.engine() == Engine::Sqlite {
        return Ok(Vec::new());
    }
    let mut all = Vec::new();
    for (name, table, text) in tx.rows_text::<(String, String, String)>(ALL, &[])? {
        tx.script(&format!("DROP INDEX {name}"))?;
        all.push(Index { table, text });
    }
    Ok(all)
}
