//! Sets a threshold. Where the balance is below it already, the answer says so and no fact does:
//! nothing fell.

use billing::credit::CreditValue;
use billing::fact::FactType;
use records::{CreditThreshold, CreditThresholdCreate, Object};
use serde_json::Value;
use store::credit::threshold::{self, ThresholdRow};

use super::super::value::{self, SentValue};
use super::{cross, shown};
use crate::bill::{self, stored};
use crate::refusal::Faults;
use crate::session::filled;
use crate::subscriptions::body::{parsed, paying};
use crate::{Failure, Refusal, Session};

/// So many thresholds a customer has at once.
const MOST: usize = 20;

pub fn create(session: &mut Session<'_, '_>, sent: &Object) -> Result<CreditThreshold, Failure> {
    let mut fields = sent.clone();
    // A body whose misshapen fields were left out may lack what is required.
    fields.entry("customer_id").or_insert_with(|| Value::String(String::new()));
    let body: CreditThresholdCreate = parsed(fields)?;
    let mut faults = Faults::default();
    let customer = paying(session, &body.customer_id, &mut faults)?.id;
    let sent = SentValue {
        kind: body.kind,
        amount: body.amount.as_ref(),
        units: body.units.as_ref(),
        item_id: body.item_id.as_ref(),
    };
    let value = value::read(session, &sent, &mut faults)?;
    faults.refuse_any()?;
    let missing = || Refusal::invalid("/type", "required", "`type` is required.");
    let value = value.ok_or_else(missing)?;
    // Whoever moves a balance holds its customer, too.
    bill::hold_all(session, [&customer])?;
    let company = session.company_id().to_owned();
    let before = threshold::active_of(session.tx, &company, vec![customer.clone()])?;
    check(&before, &value)?;
    let columns = stored::value_columns(&value);
    let mut row = ThresholdRow {
        id: session.new_id("cth_"),
        customer_id: customer.clone(),
        kind: columns.kind.to_owned(),
        currency: columns.currency,
        amount: columns.minor,
        item_id: columns.item,
        units: columns.units,
        state: "ACTIVE".to_owned(),
        below: false,
        fell_at: None,
        created_at: session.now(),
        updated_at: session.now(),
    };
    row.below = cross::left(session, &row)? < value.number();
    threshold::insert(session.tx, &company, &row)?;
    let record = shown::shown(&row)?;
    let values = filled(&serde_json::to_value(&record).unwrap_or_default());
    session.fact(FactType::CreditThresholdCreated, &row.id, values)?;
    Ok(record)
}

fn check(before: &[ThresholdRow], value: &CreditValue) -> Result<(), Failure> {
    if before.len() >= MOST {
        let detail = format!("A customer has at most {MOST} thresholds.");
        return Err(Refusal::conflict("too_many_thresholds", detail).into());
    }
    for row in before {
        if cross::value(row)? == *value {
            let detail = "This customer has this threshold already.";
            return Err(Refusal::conflict("threshold_exists", detail).into());
        }
    }
    Ok(())
}
