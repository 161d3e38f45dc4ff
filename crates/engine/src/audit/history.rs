//! The values that a setting of a company ever had, by its facts: records that were made under an
//! old one are right by it.

use serde::Deserialize;
use serde_json::Value;
use store::Tx;

use crate::Failure;

#[derive(Deserialize)]
struct Told {
    #[serde(default)]
    values: records::Object,
}

/// Every value of a setting that is a text, each once.
pub(super) fn values(
    tx: &mut Tx<'_>,
    company: &str,
    setting: &str,
) -> Result<Vec<String>, Failure> {
    let mut all: Vec<String> = Vec::new();
    for text in store::fact::settings(tx, company)? {
        let told: Told = crate::bill::kept::read(&text)?;
        let value = told.values.get(setting).and_then(Value::as_str);
        all.extend(value.map(str::to_owned));
    }
    all.sort_unstable();
    all.dedup();
    Ok(all)
}
