//! Changes what is bought, and drops a change that waits.

use billing::decision::Command;
use records::subscription::change::ChangeRequest;
use records::{Object, ProductPricing, Subscription};
use store::catalog::Stored;
use store::subscription::SubscriptionRow;

use super::{decided, simply};
use crate::bill::Asked;
use crate::catalog::bundles;
use crate::refusal::Faults;
use crate::subscriptions::body::{self, Changed, Had, Ordered};
use crate::subscriptions::held;
use crate::{Failure, Refusal, Session};

/// The subscription as it is afterwards.
pub fn change(session: &mut Session<'_, '_>, key: &str, sent: &Object) -> Result<String, Failure> {
    let row = held(session, key)?;
    let mut faults = Faults::default();
    let changed = read(session, &row, body::parsed(sent.clone())?, &mut faults)?;
    faults.refuse_any()?;
    let command = changed.command(session, &row.columns.id)?;
    let (bundle, name) = sold(session, &row, &changed.ordered)?;
    let asked = Asked {
        ..Asked::new(Command::Change(Box::new(command)))
    };
    decided(session, &row, asked).map_err(|failure| changed.pointed(failure))
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
    Changed::read(session, body, (&had, row.columns.trial), faults)
}

fn had(session: &mut Session<'_, '_>, row: &SubscriptionRow) -> Result<Had, Failure> {
    let broken = |error: serde_json::Error| store::Error::Broken(error.to_string());
    let doc: Subscription = serde_json::from_str(&row.doc).map_err(broken)?;
    let company = session.company_id().to_owned();
    let ids = doc.product_pricing_ids;
    let stored: Vec<Stored<ProductPricing>> =
        store::catalog::by_ids(session.tx, &company, ids.clone())?;
    let find = |id: &String| stored.iter().map(|own| &own.record).find(|own| own.id == *id);
    Ok(Had {
        pricings: ids.iter().filter_map(find).cloned().collect(),
        whole: true,
        bundle: row.columns.bundle_pricing_id.clone(),
        currency: row.columns.currency.parse().ok(),
    })
}

/// The bundle that a subscription has after a change, and the name that its invoices have then,
/// where that is another.
fn sold(
    session: &mut Session<'_, '_>,
    row: &SubscriptionRow,
    ordered: &Ordered,
) -> Result<(Option<String>, Option<String>), Failure> {
    if ordered.bought.same {
        return Ok((row.columns.bundle_pricing_id.clone(), None));
    }
    let (bundle, name) = bundles::sold(session, ordered.bought.sold())?;
    Ok((Some(bundle), Some(name)))
}
