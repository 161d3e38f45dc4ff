//! Contracts of the demo company, each left where its story ends. Offering one twice changes
//! nothing.

use records::{Contract, Customer, Object};
use serde_json::{Value, json};

use super::history::{Fate, Offer};
use super::step::{order, parsed};
use crate::find::FindRequest;
use crate::{Failure, Session, contracts, customers, templates};

pub(super) fn offer(session: &mut Session<'_, '_>, known: &Offer) -> Result<(), Failure> {
    let customer: Customer = parsed(&customers::get(session, &known.customer)?)?;
    let title = known.body.get("title").and_then(Value::as_str).unwrap_or_default();
    let query = json!({ "query": { "customer_id": customer.id, "search": title } });
    let request = FindRequest::parse(&contracts::FIND, &query)?;
    if !contracts::find(session, &request)?.results.is_empty() {
        return Ok(());
    }
    let mut body = known.body.clone();
    body.insert("type".to_owned(), json!("CONTRACT"));
    body.insert("customer_id".to_owned(), json!(customer.id));
    body.insert("template_id".to_owned(), json!(standard(session)?));
    if known.pricings.is_empty() {
        body.insert("config_items".to_owned(), json!([]));
    } else {
        order(session, &known.pricings, &mut body)?;
    }
    let made: Contract = parsed(&contracts::create(session, &body)?)?;
    for fate in &known.then {
        match fate {
            Fate::Send => contracts::send(session, &made.id)?,
            Fate::Sign => contracts::sign_offline(session, &made.id, &Object::new())?,
            Fate::Void => contracts::void(session, &made.id)?,
        };
    }
    Ok(())
}

fn standard(session: &mut Session<'_, '_>) -> Result<String, Failure> {
    let query = json!({ "query": { "standard": true } });
    let request = FindRequest::parse(&templates::FIND, &query)?;
    let found = templates::find(session, &request)?;
    let template =
        found.results.first().map(|text| parsed::<records::Template>(text)).transpose()?;
    Ok(template.map(|template| template.id).unwrap_or_default())
}
