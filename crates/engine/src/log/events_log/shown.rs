//! The record that a fact is about, as the API answers it now.

use records::{EventsLogEntry, Object};
use serde::Serialize;
use serde_json::Value;

use crate::sales_users;
use crate::team::company_users;
use crate::{Failure, Refusal, Session};
use crate::{catalog, credits, customers, invoices, one_times, subscriptions, webhooks};

/// The record as JSON. What is gone, or is answered by nothing, is what the fact says of it.
pub(crate) fn shown(
    session: &mut Session<'_, '_>,
    entry: &EventsLogEntry,
) -> Result<String, Failure> {
    match answered(session, &entry.data_type, &entry.object_id) {
        Ok(Some(text)) => Ok(text),
        Ok(None) | Err(Failure::Refused(Refusal::NotFound(_))) => Ok(told(entry)),
        Err(failure) => Err(failure),
    }
}

fn told(entry: &EventsLogEntry) -> String {
    let mut fields = Object::from_iter([("id".to_owned(), entry.object_id.clone().into())]);
    if let Some(Value::Object(values)) = entry.data.get("values") {
        fields.extend(values.clone());
    }
    Value::Object(fields).to_string()
}

/// One arm for each kind of record that facts are about.
fn answered(
    session: &mut Session<'_, '_>,
    data_type: &str,
    id: &str,
) -> Result<Option<String>, Failure> {
    let company = session.company_id().to_owned();
    match data_type {
        "api_token" => text(&store::token::shown(session.tx, &company, &id.into())?),
        "bundle" => text(&catalog::bundles::get(session, id)?),
        "company" => text(session.company()),
        "company_user" => {
            let user = store::company_user::get(session.tx, &company, &id.into())?;
            text(&user.map(|user| company_users::with_company(session, user)))
        }
        "credit" => text(&credits::get(session, &id.into())?),
        "customer" => customers::get(session, id).map(Some),
        "entitlement" => text(&catalog::entitlements::get(session, id)?),
        "invoice" => invoices::get(session, &id.into()).map(Some),
        "item" => text(&catalog::items::get(session, id)?),
        "metric" => text(&catalog::metrics::get(session, id)?),
        "one_time" => {
            let rows = store::one_time::by_ids(session.tx, &company, vec![id.into()])?;
            text(&one_times::shown(session, rows)?.pop())
        }
        "pricing" => text(&catalog::pricings::get(session, id)?),
        "product" => text(&catalog::products::get(session, id)?),
        "sales_user" => text(&sales_users::by_ids(session, vec![id.into()])?.pop()),
        "subscription" => subscriptions::get(session, id).map(Some),
        "webhook" => text(&webhooks::get(session, &id.into())?),
        // Discounts stand on subscriptions, events of usage in pages: the fact tells of them.
        _ => Ok(None),
    }
}

/// A record as JSON; nothing where there is none.
fn text(record: &impl Serialize) -> Result<Option<String>, Failure> {
    let text = serde_json::to_string(record);
    let text = text.map_err(|error| store::Error::Broken(error.to_string()))?;
    Ok((text != "null").then_some(text))
}
