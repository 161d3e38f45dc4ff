//! Links by which people sign: bound to one contract and one signature, so that nobody can guess or
//! alter them. They lead nowhere once the contract cannot be signed.

use records::{CompanyId, ContractId};

use crate::Session;

/// The address where a person reads and signs a contract.
pub(super) fn sign(session: &Session<'_, '_>, contract: &ContractId, signature: &str) -> String {
    let company = session.company_id();
    let token = session.tools.signer.token(&purpose(company, contract, signature));
    let public = session.tools.outlet.public_url().unwrap_or_default();
    format!("{public}/sign/{company}/{contract}/{signature}/{token}")
}

fn purpose(company: &CompanyId, contract: &ContractId, signature: &str) -> String {
    format!("sign\n{company}\n{contract}\n{signature}")
}
