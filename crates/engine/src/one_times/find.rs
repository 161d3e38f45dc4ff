//! Searches one-time charges, and shows them.

use std::collections::HashMap;

use records::{OneTimeCharge, OneTimeId, ProductPricing, SubscriptionId};
use store::catalog::Stored;
use store::one_time::{FIND, OneTimeRow};

use crate::bill::stored;
use crate::catalog::expand;
use crate::find::{FindRequest, FoundPage, walk_all};
use crate::{Failure, Session};

pub fn find(session: &mut Session<'_, '_>, request: &FindRequest) -> Result<FoundPage, Failure> {
    walk_all(session, &FIND, request, shown)
}

/// Those of these that came with a subscription and wait for its invoice.
pub(crate) fn waiting_with(
    session: &mut Session<'_, '_>,
    subscription: &SubscriptionId,
    ids: Vec<OneTimeId>,
) -> Result<Vec<OneTimeCharge>, Failure> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let company = session.company_id().to_owned();
    let mut waiting = Vec::new();
    for row in store::one_time::by_ids(session.tx, &company, ids)? {
        if row.state == "PENDING" && stored::came_with(&row)?.as_ref() == Some(subscription) {
            waiting.push(row);
        }
    }
    shown(session, waiting)
}

/// Rows as they are answered, each with its pricing, by one statement a kind.
pub(crate) fn shown(
    session: &mut Session<'_, '_>,
    rows: Vec<OneTimeRow>,
) -> Result<Vec<OneTimeCharge>, Failure> {
    let company = session.company_id().to_owned();
    let mut charges = Vec::with_capacity(rows.len());
    for row in rows {
        let kept: OneTimeCharge = stored::read(&row.doc)?;
        charges.push(OneTimeCharge {
            company_id: company.clone(),
            created_at: row.created_at,
            customer_id: row.customer_id,
            id: row.id,
            state: stored::read(&format!("\"{}\"", row.state))?,
            kind: stored::read(&format!("\"{}\"", row.kind))?,
            updated_at: row.updated_at,
            ..kept
        });
    }
    let mut ids: Vec<String> =
        charges.iter().filter_map(|charge| charge.product_pricing_id.clone()).collect();
    ids.sort_unstable();
    ids.dedup();
    let pricings: Vec<Stored<ProductPricing>> = store::catalog::by_ids(session.tx, &company, ids)?;
    let pricings = pricings.into_iter().map(|stored| stored.record).collect();
    let pricings: HashMap<String, ProductPricing> = expand::pricings(session, pricings)?
        .into_iter()
        .map(|pricing| (pricing.id.clone(), pricing))
        .collect();
    for charge in &mut charges {
        let pricing = charge.product_pricing_id.as_ref().and_then(|id| pricings.get(id));
        charge.product_pricing = pricing.cloned();
    }
    Ok(charges)
}
