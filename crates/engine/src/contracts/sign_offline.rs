//! Records that everybody has signed on paper. What does not wait for somebody to start it is
//! carried out in the same transaction.

use billing::contract::{Action, Status};
use billing::fact::FactType;
use records::contract::StartType;
use records::contract::create::QuotePlanRequest;
use records::contract::sign::SignOffline;
use records::{Contract, ContractId, Customer, Moment, Object};
use serde_json::Value;

use super::draft::{Drafted, drafted, with_plan};
use super::execute::execute;
use super::{Held, get, held, record};
use crate::bill::stored;
use crate::{Failure, Refusal, Session, customers};

/// The record as JSON.
pub fn sign_offline(
    session: &mut Session<'_, '_>,
    id: &ContractId,
    sent: &Object,
) -> Result<String, Failure> {
    let body: SignOffline = crate::subscriptions::parsed(sent.clone())?;
    let mut held = held(session, id)?;
    let status = held.after(Action::Complete(start_type(held.contract.start_type)))?;
    let at = signed_at(session, &held, body.signed_date)?;
    if let Some(plan) = &body.selected_plan_id {
        select(session, &mut held, plan)?;
    }
    details(session, &held)?;
    let mut contract =
        Contract { signed_date: Some(at), signed_offline: true, ..held.contract.clone() };
    for one in &mut contract.signatories {
        (one.signed, one.signed_date) = (true, Some(at));
    }
    for one in &mut contract.counter_signatories {
        (one.signed, one.signed_date) = (true, Some(at));
    }
    let signed = Status::PendingStart;
    let row = held.write(session, (contract, signed), FactType::ContractSigned)?;
    if status == Status::Executed {
        let contract = record(&row)?;
        execute(session, Held { row, contract, status: signed, lapsed: false })?;
    }
    get(session, id)
}

pub(super) fn start_type(wanted: StartType) -> billing::contract::StartType {
    match wanted {
        StartType::SpecificDate => billing::contract::StartType::SpecificDate,
        StartType::OnCompletion => billing::contract::StartType::OnCompletion,
        StartType::ManualAction => billing::contract::StartType::ManualAction,
    }
}

/// Not before it was sent, and not in the future.
fn signed_at(
    session: &Session<'_, '_>,
    held: &Held,
    sent: Option<Moment>,
) -> Result<Moment, Failure> {
    let Some(at) = sent else { return Ok(session.now()) };
    if at > session.now() {
        let detail = "Nobody has signed it in the future.";
        return Err(Refusal::invalid("/signed_date", "in_the_future", detail).into());
    }
    if held.contract.finalized_date.is_some_and(|sent| at < sent) {
        let detail = "It was sent after this.";
        return Err(Refusal::invalid("/signed_date", "before_sent", detail).into());
    }
    Ok(at)
}

/// Puts an alternative in place of what it offers otherwise.
fn select(session: &mut Session<'_, '_>, held: &mut Held, id: &str) -> Result<(), Failure> {
    let terms: Object = stored::read(&held.row.terms)?;
    let place = held.contract.quote_plans.iter().position(|plan| plan.id == id);
    let plans = terms.get("quote_plans").and_then(Value::as_array);
    let plan = place.and_then(|place| plans?.get(place));
    let Some(plan) = plan else {
        let detail = "This contract has no such alternative.";
        return Err(Refusal::invalid("/selected_plan_id", "unknown", detail).into());
    };
    let plan: QuotePlanRequest = stored::read(&plan.to_string())?;
    let chosen = with_plan(&terms, &plan)?;
    let frozen = held.contract.clone();
    let drafted = session.honouring(|session| drafted(session, &chosen, &frozen))?;
    let Drafted { contract, .. } = drafted;
    held.row.terms = Value::Object(chosen).to_string();
    held.contract = Contract {
        content: frozen.content,
        content_template: frozen.content_template,
        finalized_date: frozen.finalized_date,
        selected_plan_id: Some(id.to_owned()),
        template_variables: frozen.template_variables,
        ..contract
    };
    Ok(())
}

/// What signing asks of the customer has to be there.
fn details(session: &mut Session<'_, '_>, held: &Held) -> Result<(), Failure> {
    let options = &held.contract.options;
    if !options.requires_customer_address && !options.requires_customer_phone {
        return Ok(());
    }
    let currency = session.company().preferred_currency.clone();
    let customer: Customer =
        customers::named(session, &held.contract.customer_id)?.record(&currency)?;
    if options.requires_customer_address && customer.address.is_none() {
        let detail = "The customer needs an address before this is signed.";
        return Err(Refusal::conflict("customer_address_missing", detail).into());
    }
    if options.requires_customer_phone && customer.phone.is_none() {
        let detail = "The customer needs a phone number before this is signed.";
        return Err(Refusal::conflict("customer_phone_missing", detail).into());
    }
    Ok(())
}
