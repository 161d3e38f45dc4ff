//! Whoever should pays: the highest customer above that collects, else the parent where that is
//! wanted, else the customer itself; and rollups stand as their customers say.

use std::collections::HashMap;

use records::{Customer, CustomerId};
use store::rollup::Movable;

use super::Found;
use crate::customers::rollup_phase;
use crate::{Failure, Session};

/// So many customers are looked at together.
const BATCH: i64 = 200;

pub(super) fn check(session: &mut Session<'_, '_>) -> Found {
    let (company, now) = (session.company_id().to_owned(), session.now());
    let (mut findings, mut last) = (Vec::new(), CustomerId::default());
    loop {
        let rows = store::customer::after(session.tx, &company, &last, BATCH)?;
        let Some(end) = rows.last() else { return Ok(findings) };
        last = end.id.clone();
        let ids: Vec<CustomerId> = rows.iter().map(|row| row.id.clone()).collect();
        let currency = session.company().preferred_currency.clone();
        let records = rows.iter().map(|row| Ok((row.id.clone(), row.record(&currency)?)));
        let records: HashMap<CustomerId, Customer> = records.collect::<Result<_, Failure>>()?;
        for billed in store::billed::by_ids(session.tx, &company, ids.clone())? {
            let Some(customer) = records.get(&billed.customer_id) else { continue };
            // One that is about to turn is still as it was.
            let turns = billed.rollup_turn_at.is_some_and(|at| at <= now);
            let stands = (billed.rollup_zone.is_some(), billed.rollup_turn_at);
            if !turns && stands != rollup_phase(customer, now) {
                findings.push(format!("the rollup of customer {} is not as it says", customer.id));
            }
        }
        for paid in store::rollup::movable(session.tx, &company, ids)? {
            let Some(customer) = records.get(&paid.customer_id) else { continue };
            findings.extend(wrong_payer(session, customer, &paid)?);
        }
    }
}

fn wrong_payer(
    session: &mut Session<'_, '_>,
    customer: &Customer,
    paid: &Movable,
) -> Result<Option<String>, Failure> {
    let own = &customer.id;
    let wanted = match &customer.parent_customer_id {
        None => own.clone(),
        Some(parent) => {
            let company = session.company_id().to_owned();
            let above = store::rollup::above(session.tx, &company, own)?;
            let collector = above.into_iter().rev().find(|member| member.rollup_zone.is_some());
            let wanted = if paid.parent_billed { parent } else { own };
            collector.map_or_else(|| wanted.clone(), |member| member.id)
        }
    };
    // What is over waits with whoever paid last.
    Ok((!paid.waits && paid.billed_customer_id != wanted).then(|| {
        let (id, payer) = (&paid.id, &paid.billed_customer_id);
        format!("subscription {id} is paid by {payer}, not by {wanted}")
    }))
}
