//! What customers may use: computed by `billing::customer::entitlement` from the catalog, from
//! subscriptions and from values of their own, and kept with each customer by whatever changes it.
//!
//! Subscriptions are computed whenever they are read, from pricings that are rendered anyway. What
//! a customer may use is written in the transaction that changes its subscriptions or its own
//! values, so that reading it computes nothing. A change of the catalog writes no customers: it
//! counts the version of the company up. Customers of an older version are computed when they are
//! read, until the background has written them.

mod check;
mod customer;
mod follow;
mod known;
pub(crate) mod own;
mod refresh;
mod stale;
mod subscription;

pub use check::check;
pub(crate) use customer::{Owner, computed};
pub(crate) use follow::{Told, follow, follow_own, tell};
pub(crate) use known::Known;
pub(crate) use stale::freshen;
pub(crate) use subscription::{Granted, Subscribed, shown};

use crate::{Failure, Session};

/// The catalog grants something else than before.
pub(crate) fn granted_anew(session: &mut Session<'_, '_>) -> Result<(), Failure> {
    let company = session.company_id().to_owned();
    session.row.entitlements_version = store::company::grant_anew(session.tx, &company)?;
    Ok(())
}

/// The company has a definition: from now on its customers are computed.
pub(crate) fn defined(session: &mut Session<'_, '_>) -> Result<(), Failure> {
    if session.row.entitlements_version > 0 {
        return Ok(());
    }
    let company = session.company_id().to_owned();
    store::company::define_entitlements(session.tx, &company)?;
    session.row.entitlements_version = 1;
    Ok(())
}
