//! A template as the document that it makes, without making one.

use std::collections::BTreeMap;

use records::contract::template::{TemplatePreview, TemplatePreviewRequest};
use records::{Customer, Object};

use super::variables::filled;
use crate::contracts::document;
use crate::{Failure, Session, contracts, customers};

/// With a contract, what that says; with a customer, what is known of it.
pub fn preview(
    session: &mut Session<'_, '_>,
    key: &str,
    sent: &Object,
) -> Result<TemplatePreview, Failure> {
    let wanted: TemplatePreviewRequest = crate::subscriptions::parsed(sent.clone())?;
    let template = super::get(session, key)?;
    let mut values: BTreeMap<String, String> = match (&wanted.contract_id, &wanted.customer_id) {
        (Some(id), _) => contracts::values(session, id)?,
        (None, Some(id)) => {
            let currency = session.company().preferred_currency.clone();
            let customer: Customer = customers::named(session, id)?.record(&currency)?;
            let mut values = document::of_company(session.company());
            values.extend(document::of_customer(&customer));
            values
        }
        (None, None) => document::of_company(session.company()),
    };
    values.extend(document::of_custom(wanted.custom_variables.as_ref(), &[]));
    let (content, missing_variables) = filled(&template.content, &values);
    Ok(TemplatePreview { content, missing_variables, version: template.version })
}
