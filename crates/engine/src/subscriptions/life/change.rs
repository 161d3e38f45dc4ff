//! Changes what is bought, and drops a change that waits.

use billing::command::{AskChange, Command};
use billing::fact::Fact;
use billing::subscription::Timing;
use records::subscription::change::{ChangeConfig, ChangeRequest, ChangeTiming};
use records::subscription::discount::DiscountState;
use records::{Object, OneTimeId, ProductPricing, Subscription, SubscriptionId};
use store::catalog::Stored;
use store::subscription::SubscriptionRow;

use super::{made, simply};
use crate::bill::stored::ChangeDetails;
use crate::bill::{self, Asked, RequestDetails};
use crate::catalog::bundles;
use crate::refusal::Faults;
use crate::subscriptions::body::scopes::Holder;
use crate::subscriptions::body::{self, Changed, Had};
use crate::subscriptions::get::get;
use crate::subscriptions::{held, imports, named};
use crate::{Failure, Session, one_times};

/// The subscription as it is afterwards.
pub fn change(session: &mut Session<'_, '_>, key: &str, sent: &Object) -> Result<String, Failure> {
    let id = named(session, key)?.columns.id;
    changed(session, &id, sent)?;
    get(session, &id)
}

/// The same; answers the charges that came with it and were made at once.
pub(crate) fn changed(
    session: &mut Session<'_, '_>,
    key: &SubscriptionId,
    sent: &Object,
) -> Result<Vec<OneTimeId>, Failure> {
    let row = held(session, key)?;
    let mut faults = Faults::default();
    let changed = read(session, &row, body::parsed(sent.clone())?, &mut faults)?;
    faults.refuse_any()?;
    imports::take_again(session, &row, changed.discounts())?;
    let command = changed.command(session, &row.columns.id)?;
    let note = note(session, &row, &changed, &command)?;
    let asked = Asked {
        details: RequestDetails { changes: vec![note], ..RequestDetails::default() },
        ..Asked::new(Command::Change(Box::new(command)))
    };
    let facts = made(session, &row, asked).map_err(|failure| changed.pointed(failure))?;
    let charges = facts.iter().filter_map(Fact::one_time_created);
    Ok(charges.map(|one_time| one_time.id.to_string().into()).collect())
}

pub fn undo_change(session: &mut Session<'_, '_>, key: &str) -> Result<String, Failure> {
    simply(session, key, Command::UndoChange)
}

/// A change as its body has it, beside what the subscription has.
pub(crate) fn read(
    session: &mut Session<'_, '_>,
    row: &SubscriptionRow,
    body: ChangeRequest,
    faults: &mut Faults,
) -> Result<Changed, Failure> {
    let had = had(session, row)?;
    let holder = holder(session, row, &body)?;
    Changed::read(session, body, (&had, &holder), faults)
}

/// Whose discounts come with a change.
fn holder(
    session: &mut Session<'_, '_>,
    row: &SubscriptionRow,
    body: &ChangeRequest,
) -> Result<Holder, Failure> {
    let columns = &row.columns;
    let state = match columns.status == "PENDING" {
        true => DiscountState::Pending,
        false => DiscountState::Active,
    };
    let at_once = matches!(body.timing, None | Some(ChangeTiming::Immediate));
    let named = body.discounts.iter().flatten();
    let named: Vec<OneTimeId> =
        named.filter_map(|each| each.onetime_billable_id.clone()).map(OneTimeId::from).collect();
    Ok(Holder {
        customer: columns.customer_id.clone(),
        subscription: Some(columns.id.clone()),
        charges: one_times::waiting_with(session, &columns.id, named)?,
        state: at_once.then_some(state),
    })
}

fn had(session: &mut Session<'_, '_>, row: &SubscriptionRow) -> Result<Had, Failure> {
    let broken = |error: serde_json::Error| store::Error::Broken(error.to_string());
    let doc: Subscription = serde_json::from_str(&row.doc).map_err(broken)?;
    let company = session.company_id().to_owned();
    let ids = doc.product_pricing_ids;
    let stored: Vec<Stored<ProductPricing>> =
        store::catalog::by_ids(session.tx, &company, ids.clone())?;
    let find =
        |id: &String| stored.iter().map(|stored| &stored.record).find(|pricing| pricing.id == *id);
    Ok(Had {
        pricings: ids.iter().filter_map(find).cloned().collect(),
        whole: true,
        bundle: row.columns.bundle_pricing_id.clone(),
        currency: row.columns.currency.parse().ok(),
        overrides: doc.override_entitlements,
    })
}

/// The same for one that is only looked at: the name that its invoice would have.
pub(crate) fn glance(
    session: &mut Session<'_, '_>,
    changed: &Changed,
) -> Result<ChangeDetails, Failure> {
    let bought = &changed.ordered.bought;
    let name = match bought.same {
        true => None,
        false => Some(bundles::name_sold(session, bought.sold())?),
    };
    Ok(ChangeDetails { config: changed.config(), name })
}

/// What only the interface knows of a change: how it was asked for, the bundle and the value
/// afterwards, and the name that invoices have then, where that is another.
fn note(
    session: &mut Session<'_, '_>,
    row: &SubscriptionRow,
    changed: &Changed,
    command: &AskChange,
) -> Result<ChangeDetails, Failure> {
    let bought = &changed.ordered.bought;
    let (bundle, name) = match bought.same {
        true => (row.columns.bundle_pricing_id.clone(), None),
        false => {
            let (bundle, name) = bundles::sold(session, bought.sold())?;
            (Some(bundle), Some(name))
        }
    };
    // What is made at once is valued when it is.
    let revenue = match command.timing {
        Timing::Immediate => None,
        _ => bill::worth_after(session, &row.columns.billed_customer_id, command)?,
    };
    let arr = revenue.map(|revenue| revenue.arr);
    let config = ChangeConfig { bundle_pricing_id: bundle, arr, ..changed.config() };
    Ok(ChangeDetails { config, name })
}
