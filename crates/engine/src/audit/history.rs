//! The values that a setting of a company ever had, by its facts: records that were made under an
//! old one are right by it.

use records::CompanyId;
use serde::Deserialize;
use serde_json::Value;
use store::Tx;

use crate::Failure;

#[derive(Deserialize)]
struct LoggedValues {
    #[serde(default)]
    values: records::Object,
}

/// Every value of a setting that is a text, each once.
pub(super) fn values(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    setting: &str,
) -> Result<Vec<String>, Failure> {
    let mut all: Vec<String> = Vec::new();
    for text in store::fact::settings(tx, company)? {
        // One that cannot be read is found where facts are looked at.
        let Ok(logged) = crate::bill::stored::read::<LoggedValues>(&text) else { continue };
        let value = logged.values.get(setting).and_then(Value::as_str);
        all.extend(value.map(str::to_owned));
    }
    all.sort_unstable();
    all.dedup();
    Ok(all)
}

/// What is wrong with the facts that tell of settings.
pub(super) fn unreadable(tx: &mut Tx<'_>, company: &CompanyId) -> Result<Vec<String>, Failure> {
    let texts = store::fact::settings(tx, company)?;
    let errors =
        texts.iter().filter_map(|text| crate::bill::stored::read::<LoggedValues>(text).err());
    Ok(errors.map(|error| format!("a fact of its settings: {error}")).collect())
}
