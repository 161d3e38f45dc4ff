//! Changes a company's settings.

use billing::fact::FactType;
use records::{Company, Object};

use super::check;
use crate::documents::keep_company;
use crate::engine::found;
use crate::overlay::laid_over;
use crate::refusal::Faults;
use crate::session::changed;
use crate::{Failure, Refusal, Session};

/// Settings without which nothing works; they can be changed and not cleared.
const REQUIRED: &[&str] = &[
    "credit_note_number_format",
    "invoice_number_format",
    "name",
    "preferred_currency",
    "preferred_timezone",
    "slug",
];

pub fn update(session: &mut Session<'_, '_>, sent: &Object) -> Result<Company, Failure> {
    let mut faults = Faults::default();
    for name in REQUIRED {
        if sent.get(*name).is_some_and(serde_json::Value::is_null) {
            let detail = "This setting can be changed and not cleared.";
            faults.add(&format!("/{name}"), "required", detail);
        }
    }
    let id = session.company_id().to_owned();
    let before =
        found(session.tools.known.lock(session.tx, &id)?, "company", &id)?.company.as_ref().clone();
    let fields =
        sent.iter().filter(|(name, new)| !new.is_null() || !REQUIRED.contains(&name.as_str()));
    let fields = fields.map(|(name, new)| (name.clone(), new.clone())).collect();
    let mut after = laid_over(&before, &fields)?;
    check::check(Some(&before), &mut after, faults)?;
    if after == before {
        return Ok(before);
    }
    after.updated_at = session.now().max(before.updated_at);
    store::company::update(session.tx, &after).map_err(|error| match error {
        store::Error::Taken(_) => {
            Failure::from(Refusal::conflict("slug_taken", "Another company has this slug."))
        }
        other => other.into(),
    })?;
    keep_company(session, (&before, &after))?;
    let values = match (serde_json::to_value(&before), serde_json::to_value(&after)) {
        (Ok(before), Ok(after)) => changed(&before, &after),
        _ => Object::new(),
    };
    session.fact(FactType::CompanyUpdated, &id, values)?;
    Ok(after)
}
