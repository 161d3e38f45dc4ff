//! Customers whose records cannot be read: their subscriptions are set aside with the reason, so
//! that everybody else is billed and somebody looks at them.

use billing::fact::FactType;
use records::Object;
use serde_json::json;
use store::subscription::Parked;

use super::load::Unloaded;
use crate::{Failure, Session};

/// Parks all of these; answers how many subscriptions that were.
pub(super) fn park(session: &mut Session<'_, '_>, unloaded: &[Unloaded]) -> Result<u64, Failure> {
    let (company, now) = (session.company_id().to_owned(), session.now());
    let mut parked = 0;
    for known in unloaded {
        let settled = store::billed::Settled {
            customer_id: known.billed.customer_id.clone(),
            version: known.billed.version,
            due_at: known.billed.rollup_turn_at,
            run: known.billed.run,
        };
        if store::billed::settle(session.tx, &company, &[settled])?.is_empty() {
            continue;
        }
        for id in &known.subscriptions {
            let (at, reason) = (now, known.reason.clone());
            let why = Parked { id: session.new_id("park_"), at, reason };
            store::subscription::park(session.tx, &company, id, &why)?;
            let values = Object::from_iter([("reason".to_owned(), json!(known.reason))]);
            session.fact(FactType::SubscriptionParked, id, values)?;
            parked += 1;
        }
    }
    Ok(parked)
}
