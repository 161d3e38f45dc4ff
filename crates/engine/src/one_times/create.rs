//! Charges things that are bought once. What is due at once is invoiced in the same transaction.

use billing::command::Command;
use billing::fact::Fact;
use records::{Object, OneTimeCharge, OneTimeId};

use super::body;
use super::find::shown;
use super::route::payer;
use crate::bill::{self, Asked};
use crate::customers::held_payer;
use crate::subscriptions::imports;
use crate::{Failure, Session};

pub fn create(session: &mut Session<'_, '_>, sent: &Object) -> Result<Vec<OneTimeCharge>, Failure> {
    let read = body::read(session, sent)?;
    let (customer, command) = (&read.customer, &read.command);
    let payer = match customer.parent_customer_id.is_none() && !customer.child_rollup_billing {
        true => customer.id.clone(),
        false => {
            held_payer(session, &customer.id, false)?;
            payer(session, &customer.id, (command.next, command.currency.code()))?
        }
    };
    let asked = Asked {
        one_times: read.fresh,
        one_time_text: read.text,
        ..Asked::new(Command::ChargeOnce(Box::new(read.command)))
    };
    let facts = bill::act(session, &payer, asked)?;
    let made = facts.iter().filter_map(Fact::one_time_created);
    let order = made.clone().next().map(|one_time| one_time.order.id.to_string());
    imports::take(session, &order.unwrap_or_default(), read.discounts.iter())?;
    let ids: Vec<OneTimeId> = made.map(|one_time| one_time.id.to_string().into()).collect();
    let company = session.company_id().to_owned();
    let mut rows = store::one_time::by_ids(session.tx, &company, ids.clone())?;
    // In the order in which they were asked for.
    rows.sort_by_key(|row| ids.iter().position(|id| *id == row.id));
    shown(session, rows)
}
