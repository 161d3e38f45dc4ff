//! Subscriptions: what customers buy again and again.

mod ahead;
mod answer;
pub(crate) mod body;
mod check;
mod config;
mod create;
mod expand;
mod find;
mod get;
pub(crate) mod imports;
mod life;
pub mod parked;
mod rendered;
mod update;

pub(crate) use body::parsed;
pub(crate) use config::held_by;
pub use create::create;
pub(crate) use create::labels_of;
pub(crate) use create::{Agreed, agreed};
pub(crate) use find::by_ids;
pub use find::{find, found};
pub use get::get;
pub use life::{
    cancel, change, extend, generate_next_invoice, pause, resume, undo_cancel, undo_change,
};
pub(crate) use life::{changed, glance, read_cancel, read_change};
pub(crate) use rendered::{RenderedPricing, rendered};
pub use store::subscription::FIND;
pub use update::update;

use records::{Moment, SubscriptionId};
use store::subscription::SubscriptionRow;

use crate::bill::stored;
use crate::ids::is_id;
use crate::{Failure, Refusal, Session, bill};

const PREFIX: &str = "subs_";

/// A path names a subscription by id, else by identifier.
pub(crate) fn named(session: &mut Session<'_, '_>, key: &str) -> Result<SubscriptionRow, Failure> {
    let company = session.company_id().to_owned();
    let row = if is_id(PREFIX, key) {
        store::subscription::by_id(session.tx, &company, &key.into())?
    } else {
        store::subscription::by_identifier(session.tx, &company, key)?
    };
    row.ok_or_else(|| Refusal::not_found("subscription", key).into())
}

/// A subscription with the end of the trial that runs.
pub(crate) fn with_trial_end(
    session: &mut Session<'_, '_>,
    id: &SubscriptionId,
) -> Result<(SubscriptionRow, Option<Moment>), Failure> {
    let row = named(session, id)?;
    let end = stored::shown(&row)?.trial_end;
    Ok((row, end))
}

/// One named by a path, after whoever pays for it is locked and what is due has happened: nobody
/// else changes it until the transaction ends.
fn held(session: &mut Session<'_, '_>, key: &str) -> Result<SubscriptionRow, Failure> {
    let found = named(session, key)?.columns;
    bill::catch_up(session, &found.billed_customer_id)?;
    let row = named(session, &found.id)?;
    match row.columns.billed_customer_id == found.billed_customer_id {
        true => Ok(row),
        false => Err(Failure::Store(store::Error::Again("another customer pays".to_owned()))),
    }
}
