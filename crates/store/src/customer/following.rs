//! How far what is billed to a customer has followed a change of it: a row for each kind of which
//! some are left. Nothing here knows what they copy.

use records::{CompanyId, CustomerId};

use crate::driver::statement::statements;
use crate::{Result, Tx};

statements! {
    NOTE = "INSERT INTO following (company_id, customer_id, kind, after_id)
        VALUES ($1, $2, $3, $4)
        ON CONFLICT (company_id, customer_id, kind) DO UPDATE SET after_id = excluded.after_id";
    FORGET = "DELETE FROM following WHERE company_id = $1 AND customer_id = $2 AND kind = $3";
    FIRST: (CustomerId, String) = "SELECT customer_id, kind FROM following
        WHERE company_id = $1 ORDER BY customer_id, kind LIMIT 1";
    AFTER: String = "SELECT after_id FROM following
        WHERE company_id = $1 AND customer_id = $2 AND kind = $3";
}

/// What of a customer follows, and how far it has come; none where all of it has.
pub fn note(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    (customer, kind): (&CustomerId, &str),
    after: Option<&str>,
) -> Result<()> {
    let of = [company.into(), customer.into(), kind.into()];
    match after {
        Some(after) => {
            let [company, customer, kind] = of;
            tx.run(&NOTE, &[company, customer, kind, after.into()]).map(|_| ())
        }
        None => tx.run(&FORGET, &of).map(|_| ()),
    }
}

/// Some customer of which something is left to follow.
pub fn first(tx: &mut Tx<'_>, company: &CompanyId) -> Result<Option<(CustomerId, String)>> {
    tx.row(&FIRST, &[company.into()])
}

/// The last that has followed.
pub fn after(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    (customer, kind): (&CustomerId, &str),
) -> Result<Option<String>> {
    tx.row(&AFTER, &[company.into(), customer.into(), kind.into()])
}
