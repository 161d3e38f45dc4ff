//! Facts that have no position yet. Only PostgreSQL knows such facts; SQLite gives a position to
//! each as it is written, and nobody there would place them later.

use records::CompanyId;

use super::target::Target;
use crate::driver::dialect::Engine;
use crate::{Result, Tx, fact};

/// In the order in which they would have been placed.
const WAITING: &str = "SELECT company_id, id FROM fact WHERE position IS NULL
    ORDER BY company_id, written_at, id";

/// Places what waits in the source, where the target is one that never does it.
pub(super) fn place(tx: &mut Tx<'_>, target: &Target) -> Result<()> {
    if tx.engine() == Engine::Sqlite || target.engine() == Engine::Postgres {
        return Ok(());
    }
    let waiting = tx.rows_text::<(CompanyId, String)>(WAITING, &[])?;
    for company in waiting.chunk_by(|(one, _), (two, _)| one == two) {
        let company: Vec<(CompanyId, String)> = company.to_vec();
        target.write(move |tx| {
            let Some((of, _)) = company.first() else { return Ok(()) };
            let ids: Vec<String> = company.iter().map(|(_, id)| id.clone()).collect();
            fact::place(tx, of, &ids)
        })?;
    }
    Ok(())
}
