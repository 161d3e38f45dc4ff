//! What a customer's place in its tree means for what is billed: a parent may pay for it, a rollup
//! above it collects it, and it may pay for others.

mod archive;
mod payer;
mod rebill;
mod rollup;

pub(super) use archive::check_archive;
pub(crate) use payer::{checked_payer, collector, held_payer, payer_of};
pub(super) use rollup::{begin, follow, tidy};
pub(crate) use rollup::{rollup_phase, turn};

use records::Customer;
use records::customer::CustomerStatus;

use crate::{Failure, Refusal, Session};

/// Refuses to leave a parent who pays for live subscriptions, unless another one takes its place.
pub(super) fn check_parent(
    session: &mut Session<'_, '_>,
    before: &Customer,
    after: &Customer,
) -> Result<(), Failure> {
    if before.parent_customer_id == after.parent_customer_id {
        return Ok(());
    }
    let company = session.company_id().to_owned();
    let all = store::subscription::paid(session.tx, &company, &before.id)?;
    let paid = all.iter().filter(|paid| paid.parent_billed).count();
    match (&after.parent_customer_id, paid) {
        (_, 0) => Ok(()),
        (None, paid) => {
            let detail = format!("The parent pays for {paid} live subscriptions of the customer.");
            Err(Refusal::conflict("has_parent_billed_subscriptions", detail).into())
        }
        (Some(parent), _) => {
            let currency = session.company().preferred_currency.clone();
            let row = store::customer::by_id(session.tx, &company, parent)?;
            let known = row.map(|row| row.record(&currency)).transpose()?;
            if known.is_some_and(|known| known.status == CustomerStatus::Archived) {
                let detail = "An archived customer cannot pay for the customer's subscriptions.";
                let pointer = "/parent_customer_id";
                return Err(Refusal::invalid(pointer, "archived", detail).into());
            }
            Ok(())
        }
    }
}
