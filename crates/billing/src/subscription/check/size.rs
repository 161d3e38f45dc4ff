//! How much one decision may have to do: every product of sizes that a request can make, or several
//! requests one after the other, has its bound here, and costs a fraction of a second at most.

use std::sync::Arc;

use calendar::Timestamp;

use crate::command::Wanted;
use crate::definition::Faults;
use crate::id::SubscriptionHandle;
use crate::period::{ComponentState, charge};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::state::{Status, Subscription};

/// So many components all pricings of a subscription have together, and so many tiers.
pub const MOST_COMPONENTS: usize = 2_000;
const MOST_TIERS: usize = 1_000;
/// So many discounts a subscription ever had.
const MOST_DISCOUNTS_EVER: usize = 1_000;
/// So many components the pricings of all changes that are agreed beforehand have together.
const MOST_AGREED: usize = 2_000;
/// So many subscriptions that are not over a customer pays for, and so many components these have
/// together.
const MOST_OF_A_CUSTOMER: usize = 200;
const MOST_COMPONENTS_OF_A_CUSTOMER: usize = 10_000;
/// So many lines, each tier of a line another, are billed at once: for the past, or until a
/// renewal.
const MOST_AT_ONCE: usize = 1_200;
/// So many invoices bill periods that still run.
const MOST_RUNNING: usize = 200;

/// The pricings of a subscription, or of a change.
pub(crate) fn check_pricings(wanted: &[Wanted], faults: &mut Faults) {
    let components = || wanted.iter().flat_map(|wanted| &wanted.pricing.components);
    if components().count() > MOST_COMPONENTS {
        let detail = format!("have at most {MOST_COMPONENTS} components together");
        faults.add("product_pricing_ids", "too_many_components", detail);
    }
    if components().map(|component| component.pricing.tiers()).sum::<usize>() > MOST_TIERS {
        let detail = format!("have at most {MOST_TIERS} tiers together");
        faults.add("product_pricing_ids", "too_many_tiers", detail);
    }
}

/// The pricings of changes that are agreed beforehand, given how many components each has.
pub(crate) fn check_agreed(components: usize, faults: &mut Faults) {
    if components > MOST_AGREED {
        let detail = format!("have pricings of at most {MOST_AGREED} components together");
        faults.add("scheduled_changes", "too_many_components", detail);
    }
}

/// Discounts are kept when they are over.
pub(crate) fn check_discounts_ever(count: usize, faults: &mut Faults) {
    if count > MOST_DISCOUNTS_EVER {
        let detail = format!("are at most {MOST_DISCOUNTS_EVER} over all the time");
        faults.add("discounts", "too_many", detail);
    }
}

/// Whoever decides about a customer looks at every subscription that it pays for, and all of them
/// may be due at one instant. One who pays for others may have so many for each of them.
pub(crate) fn check_customer(
    snapshot: &Snapshot,
    customer: &Arc<str>,
    wanted: &[Wanted],
    but: Option<&SubscriptionHandle>,
    faults: &mut Faults,
) {
    let running = |known: &&Arc<Subscription>| {
        let runs = known.is_live() || known.status == Status::Pending;
        runs && known.customer == *customer && Some(&known.id) != but
    };
    let others = || snapshot.subscriptions.iter().filter(running);
    if others().count() >= MOST_OF_A_CUSTOMER {
        let detail = format!("pays for at most {MOST_OF_A_CUSTOMER} running subscriptions");
        faults.add("customer_id", "too_many_subscriptions", detail);
    }
    let there: usize = others().map(|known| known.state.components().count()).sum();
    let new: usize = wanted.iter().map(|wanted| wanted.pricing.components.len()).sum();
    if there > 0 && there.saturating_add(new) > MOST_COMPONENTS_OF_A_CUSTOMER {
        let detail = format!(
            "have at most {MOST_COMPONENTS_OF_A_CUSTOMER} components with those of all other \
             subscriptions that the customer pays for"
        );
        faults.add("product_pricing_ids", "too_many_components", detail);
    }
}

/// Refuses a past, or a rest of a term, of too many lines before any of them is computed.
pub(crate) fn check_at_once(
    subscription: &Subscription,
    (from, until): (Timestamp, Timestamp),
    field: &str,
) -> Result<(), Refusal> {
    let mut lines = 0_usize;
    for (_, ComponentState { component, .. }) in subscription.state.components() {
        let grid = subscription.grid(component.term)?;
        let periods = charge::periods_since(grid.index_at(from)?, grid.index_at(until)?)?;
        let rows = component.pricing.tiers().max(1);
        lines = lines.saturating_add(periods.saturating_add(1).saturating_mul(rows));
    }
    let mut faults = Faults::default();
    if lines > MOST_AT_ONCE.max(most_of_one_date(subscription)) {
        let detail = format!("would bill more than {MOST_AT_ONCE} lines at once");
        faults.add(field, "too_many_lines", detail);
    }
    faults.or(Some(())).map_err(Refusal::Invalid)
}

/// What two billing dates come to: a subscription that may be had can begin and end.
fn most_of_one_date(subscription: &Subscription) -> usize {
    let rows = |(_, state): (_, &ComponentState)| state.component.pricing.tiers().max(1);
    subscription.state.components().map(rows).sum::<usize>().saturating_mul(2)
}

/// A change looks at every invoice of the periods that run.
pub(crate) fn check_running(subscription: &Subscription) -> Result<(), Refusal> {
    let mut faults = Faults::default();
    if subscription.state.advance_invoices.len() >= MOST_RUNNING {
        let detail = format!("would make more than {MOST_RUNNING} invoices of periods that run");
        faults.add("proration_type", "too_many_invoices", detail);
    }
    faults.or(Some(())).map_err(Refusal::Invalid)
}
