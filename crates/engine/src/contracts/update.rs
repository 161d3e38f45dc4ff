//! Changes a draft: what is sent replaces, `null` clears, the rest is kept. What was sent to be
//! signed stays as it is.

use billing::contract::Action;
use billing::fact::FactType;
use records::{ContractId, Object};
use serde_json::Value;

use super::draft::{Drafted, drafted};
use super::{difference, get, held, names, row};
use crate::bill::stored;
use crate::refusal::Faults;
use crate::{Failure, Session};

/// Without these there is no contract.
const NEEDED: &[&str] = &["config_items", "signatories", "start_type", "template_id", "title"];

/// The record as JSON.
pub fn update(
    session: &mut Session<'_, '_>,
    id: &ContractId,
    sent: &Object,
) -> Result<String, Failure> {
    let held = held(session, id)?;
    let status = held.after(Action::Edit)?;
    let mut faults = Faults::default();
    for name in NEEDED.iter().filter(|name| sent.get(**name).is_some_and(Value::is_null)) {
        let detail = "This can be changed and not cleared.";
        faults.add(&format!("/{name}"), "required", detail);
    }
    faults.refuse_any()?;
    let mut terms: Object = stored::read(&held.row.terms)?;
    for (name, value) in sent {
        match value {
            Value::Null => terms.remove(name),
            value => terms.insert(name.clone(), value.clone()),
        };
    }
    let Drafted { contract, customer, .. } = drafted(session, &terms, &held.contract)?;
    let mut contract = contract;
    contract.updated_at = session.now().max(held.row.updated_at);
    let mut after = row(&contract, (status, &held.row))?;
    after.terms = Value::Object(terms).to_string();
    if after.terms == held.row.terms && after.doc == held.row.doc {
        return get(session, id);
    }
    let company = session.company_id().to_owned();
    let names = names(&contract, &customer);
    store::contract::update(session.tx, &company, &after, Some(&names))?;
    let values = difference(&held.contract, &contract)?;
    session.fact(FactType::ContractUpdated, id, values)?;
    get(session, id)
}
