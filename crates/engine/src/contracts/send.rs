//! Sends a draft to be signed: its document is filled in from what holds now, and stands from then
//! on.

use billing::contract::Action;
use billing::fact::FactType;
use records::{Contract, ContractId};
use sha2::{Digest, Sha256};

use super::draft::{Drafted, drafted};
use super::{get, held};
use crate::bill::stored;
use crate::refusal::Faults;
use crate::templates::variables;
use crate::{Failure, Session};

/// The record as JSON.
pub fn send(session: &mut Session<'_, '_>, id: &ContractId) -> Result<String, Failure> {
    let mut held = held(session, id)?;
    let status = held.after(Action::Send)?;
    let terms = stored::read(&held.row.terms)?;
    let Drafted { contract, values, .. } = drafted(session, &terms, &held.contract)?;
    let template = contract.content_template.clone().unwrap_or_default();
    let (content, missing) = variables::filled(&template, &values);
    let mut faults = Faults::default();
    for name in missing {
        let detail = format!("The document needs a value for `{{{{{name}}}}}`.");
        faults.add(&format!("/custom_variables/{name}"), "missing_variable", detail);
    }
    faults.refuse_any()?;
    held.row.document_hash = Some(hash(&content));
    let contract =
        Contract { content: Some(content), finalized_date: Some(session.now()), ..contract };
    held.write(session, (contract, status), FactType::ContractSent)?;
    get(session, id)
}

/// By which it is known that a document is the one that was sent.
pub(crate) fn hash(content: &str) -> String {
    hex::encode(Sha256::digest(content.as_bytes()))
}
