//! Whose turn it is to bill a company, where several processes would: a promise for a few seconds
//! that spares them the same work. Nothing is right or wrong by it.

use records::CompanyId;

use crate::billed::Claim;
use crate::driver::statement::statements;
use crate::{Result, Tx};

statements! {
    TAKE: CompanyId = "INSERT INTO billing_turn (company_id, process, until_at)
        VALUES ($1, $2, $4)
        ON CONFLICT (company_id) DO UPDATE SET process = excluded.process,
            until_at = excluded.until_at
        WHERE billing_turn.until_at < $3 OR billing_turn.process = excluded.process
        RETURNING company_id";
}

/// Takes the turn of a company; false where another process has it.
pub fn take(tx: &mut Tx<'_>, company: &CompanyId, claim: Claim<'_>) -> Result<bool> {
    let Claim { by, wall, until } = claim;
    let values = [company.into(), by.into(), wall.into(), until.into()];
    Ok(!tx.rows(&TAKE, &values)?.is_empty())
}
