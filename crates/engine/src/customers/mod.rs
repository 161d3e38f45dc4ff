//! Customers: accounts that are billed.

mod brief;
mod check;
mod create;
pub mod entitlements;
mod family;
mod find;
mod follow;
mod get;
mod hierarchy;
mod start_managing;
mod update;

pub(crate) use brief::briefs;
pub use create::create;
pub(crate) use family::{checked_payer, collector, held_payer, payer_of, rollup_phase, turn};
pub use find::find;
pub use get::get;
pub use start_managing::start_managing;
pub use store::customer::FIND;
pub use update::update;

use std::collections::{BTreeSet, HashMap};

use crate::ids::is_id;
use crate::{Failure, Refusal, Session};
use records::CustomerId;
use store::customer::CustomerRow;

pub(crate) const PREFIX: &str = "cus_";

/// A path names a customer by id, else by identifier.
pub(crate) fn named(session: &mut Session<'_, '_>, key: &str) -> Result<CustomerRow, Failure> {
    let company = &session.row.company.id;
    let found = if is_id(PREFIX, key) {
        store::customer::by_id(session.tx, company, &key.into())?
    } else {
        store::customer::by_identifier(session.tx, company, key)?
    };
    let mut row = found.ok_or_else(|| Failure::from(Refusal::not_found("customer", key)))?;
    entitlements::freshen(session, std::iter::once(&mut row))?;
    Ok(row)
}

/// Customers as JSON by their ids, by one statement.
pub(crate) fn answers(
    session: &mut Session<'_, '_>,
    ids: BTreeSet<CustomerId>,
) -> Result<HashMap<CustomerId, String>, Failure> {
    let company = session.company_id().to_owned();
    let mut rows = store::customer::by_ids(session.tx, &company, ids.into_iter().collect())?;
    entitlements::freshen(session, rows.iter_mut().map(|(_, row)| row))?;
    let currency = &session.company().preferred_currency;
    Ok(rows.into_iter().map(|(id, row)| (id, row.answer(currency))).collect())
}

/// Which of our unique keys refused a row, in words.
fn taken(failure: store::Error) -> Failure {
    match &failure {
        store::Error::Taken(key) if key.contains("identifier") => Refusal::conflict(
            "identifier_taken",
            "Another customer of this company has this identifier.",
        )
        .into(),
        store::Error::Taken(key) if key.contains("integration_reference") => Refusal::conflict(
            "integration_reference_taken",
            "Another customer has this remote record of this integration.",
        )
        .into(),
        _ => failure.into(),
    }
}
