//! Applying a fact to a snapshot in memory. A store does the same to its rows; scenarios, previews
//! and `decide` itself use this. It decides nothing, and refuses
//! nothing but sums that no amount can hold.

#![deny(clippy::wildcard_enum_match_arm)]

mod credit;
mod discounts;
mod invoice;
mod known;
mod one_time;
mod subscription;
pub(crate) mod work;

use money::AmountError;

use crate::fact::Fact;
use crate::snapshot::Snapshot;

/// Makes the snapshot what it is after the fact.
pub fn project(snapshot: &mut Snapshot, fact: &Fact) -> Result<(), AmountError> {
    match fact {
        Fact::Subscription { subscription: id, at, fact } => {
            subscription::project(snapshot, (id, *at), fact);
            Ok(())
        }
        Fact::Invoice { invoice: id, at, fact } => invoice::project(snapshot, (id, *at), fact),
        Fact::Credit { credit: id, fact, .. } => credit::project(snapshot, id, fact),
        Fact::OneTime { one_time: id, fact, .. } => {
            one_time::project(snapshot, id, fact);
            Ok(())
        }
    }
}
