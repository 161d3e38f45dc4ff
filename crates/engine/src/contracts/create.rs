//! Drafts a contract, and sends it at once where that is asked for.

use billing::contract::Status;
use billing::fact::FactType;
use records::{Contract, ContractId, Object};
use serde_json::Value;
use store::contract::ContractRow;

use super::draft::{Drafted, drafted};
use super::{PREFIX, get, names, row, send};
use crate::session::filled;
use crate::{Failure, Session};

/// The record as JSON.
pub fn create(session: &mut Session<'_, '_>, sent: &Object) -> Result<String, Failure> {
    let id: ContractId = session.new_id(PREFIX);
    let now = session.now();
    let customer_id = sent.get("customer_id").and_then(Value::as_str).unwrap_or_default();
    let fresh = Contract {
        company_id: session.company_id().to_owned(),
        created_at: now,
        customer_id: customer_id.into(),
        id: id.clone(),
        updated_at: now,
        ..Contract::default()
    };
    let Drafted { contract, customer, .. } = drafted(session, sent, &fresh)?;
    let mut terms = sent.clone();
    terms.remove("status");
    let blank = ContractRow {
        id: id.clone(),
        customer_id: contract.customer_id.clone(),
        owner_id: None,
        sales_user_id: None,
        kind: "CONTRACT".to_owned(),
        status: String::new(),
        auto_charges: false,
        auto_renews: false,
        previous_subscription_id: None,
        subscription_id: None,
        order_id: None,
        due_at: None,
        document_hash: None,
        created_at: now,
        updated_at: now,
        terms: Value::Object(terms).to_string(),
        doc: String::new(),
    };
    let row = row(&contract, (Status::Draft, &blank))?;
    let company = session.company_id().to_owned();
    store::contract::insert(session.tx, &company, &row, &names(&contract, &customer))?;
    let values = serde_json::to_value(&contract).map(|value| filled(&value)).unwrap_or_default();
    session.fact(FactType::ContractCreated, &id, values)?;
    if sent.get("status").and_then(Value::as_str) == Some("PENDING_SIGNATURES") {
        return send(session, &id);
    }
    get(session, &id)
}
