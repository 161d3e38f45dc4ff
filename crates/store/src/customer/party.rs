//! What was printed of a company or a customer before it was changed. Only changes are kept, so
//! that issuing an invoice writes nothing more.

use records::{CompanyId, Moment};

use crate::driver::statement::statements;
use crate::{Result, Tx};

statements! {
    KEEP = "INSERT INTO former_party (company_id, party_id, until_at, noted_at, doc)
        VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (company_id, party_id, until_at, noted_at) DO NOTHING";
    AT: String = "SELECT doc FROM former_party
        WHERE company_id = $1 AND party_id = $2
            AND (until_at > $3 OR (until_at = $3 AND noted_at > $4))
        ORDER BY until_at, noted_at LIMIT 1";
}

/// When something was, by company time, and by wall time where that is the same.
#[derive(Clone, Copy, Debug)]
pub struct Instant {
    pub at: Moment,
    pub wall: Moment,
}

/// Keeps what was printed of a party until now.
pub fn keep(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    (party, doc): (&str, &str),
    until: Instant,
) -> Result<()> {
    let values = [company.into(), party.into(), until.at.into(), until.wall.into(), doc.into()];
    tx.run(&KEEP, &values).map(|_| ())
}

/// What was printed of a party at an instant; nothing where it was never changed since.
pub fn at(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    party: &str,
    instant: Instant,
) -> Result<Option<String>> {
    tx.row(&AT, &[company.into(), party.into(), instant.at.into(), instant.wall.into()])
}
