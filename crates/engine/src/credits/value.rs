//! What a body says of money or units: read, and every fault of it named.

use billing::credit::CreditValue;
use money::{Quantity, Ratio};
use records::catalog::State;
use records::credit::CreditType;
use records::{Item, Number, SentAmount};
use store::catalog::Stored;

use crate::refusal::Faults;
use crate::{Failure, Session};

/// The fields of a body that say how much of what.
pub(super) struct SentValue<'a> {
    pub(super) kind: Option<CreditType>,
    pub(super) amount: Option<&'a SentAmount>,
    pub(super) units: Option<&'a Number>,
    pub(super) item_id: Option<&'a String>,
}

pub(super) fn read(
    session: &mut Session<'_, '_>,
    sent: &SentValue<'_>,
    faults: &mut Faults,
) -> Result<Option<CreditValue>, Failure> {
    match sent.kind {
        None => {
            faults.add("/type", "required", "`type` is required.");
            Ok(None)
        }
        Some(CreditType::Amount) => Ok(money(sent, faults)),
        Some(CreditType::Units) => units(session, sent, faults),
    }
}

fn money(sent: &SentValue<'_>, faults: &mut Faults) -> Option<CreditValue> {
    for (name, is_sent) in [("units", sent.units.is_some()), ("item_id", sent.item_id.is_some())] {
        if is_sent {
            let detail = format!("`{name}` is for the type UNITS.");
            faults.add(&format!("/{name}"), "mismatch", detail);
        }
    }
    let Some(amount) = sent.amount else {
        faults.add("/amount", "required", "An AMOUNT needs `amount`.");
        return None;
    };
    let unknown = |error| faults.add("/amount/currency", "unknown", format!("{error}"));
    let amount = amount.known().map_err(unknown).ok()?;
    if !amount.is_positive() {
        let detail = "`amount` must be greater than zero.";
        faults.add("/amount/value_in_cents", "not_positive", detail);
    }
    Some(amount.into())
}

fn units(
    session: &mut Session<'_, '_>,
    sent: &SentValue<'_>,
    faults: &mut Faults,
) -> Result<Option<CreditValue>, Failure> {
    if sent.amount.is_some() {
        faults.add("/amount", "mismatch", "`amount` is for the type AMOUNT.");
    }
    let count = sent.units.and_then(|units| counted(units, faults));
    if sent.units.is_none() {
        faults.add("/units", "required", "UNITS need `units`.");
    }
    let Some(id) = sent.item_id else {
        faults.add("/item_id", "required", "UNITS need `item_id`.");
        return Ok(None);
    };
    let company = session.company_id().to_owned();
    let found: Vec<Stored<Item>> =
        store::catalog::by_ids(session.tx, &company, vec![id.to_owned()])?;
    match found.first().map(|stored| stored.record.state) {
        None => faults.add("/item_id", "unknown", "There is no such item."),
        Some(State::Archived) => faults.add("/item_id", "archived", "This item is archived."),
        Some(State::Active) => {}
    }
    Ok(count.map(|count| CreditValue::of_units(&id.as_str().into(), count)))
}

fn counted(units: &Number, faults: &mut Faults) -> Option<Ratio> {
    let read = Quantity::parse(units.as_str());
    let count = read.map_err(|error| faults.add("/units", "range", format!("It {error}.")));
    let count = count.ok()?;
    if count.is_zero() {
        faults.add("/units", "not_positive", "`units` must be greater than zero.");
    }
    Some(count.into())
}
