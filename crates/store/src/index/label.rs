//! Exact matches on what has no column: tags, metadata, texts of any length.
//!
//! A label is a digest of a property and its value, so an index entry is short whatever the value.

use std::collections::BTreeSet;

use records::CompanyId;
use sha2::{Digest, Sha256};

use crate::driver::columns::columns;
use crate::driver::statement::statements;
use crate::search::Subject;
use crate::{Result, Tx};

columns! {
    pub(crate) struct Labelled<'a> {
        kind: &'a str,
        label: &'a str,
        id: &'a str,
    }
}

statements! {
    ADD = "INSERT INTO label (company_id, kind, label, id) VALUES ($1, $2, $3, $4)
        ON CONFLICT (company_id, kind, label, id) DO NOTHING";
    ADD_MANY(Labelled) = "INSERT INTO label (company_id, {names})
        SELECT $1, {r.values} FROM {rows} WHERE true
        ON CONFLICT (company_id, kind, label, id) DO NOTHING";
    REMOVE = "DELETE FROM label
        WHERE company_id = $1 AND kind = $2 AND label = $3 AND id = $4";
    CARRIERS: String = "SELECT id FROM label
        WHERE company_id = $1 AND kind = $2 AND label = $3 ORDER BY id LIMIT 100";
    LACKING(Labelled): String = "SELECT {r.id} FROM {rows} WHERE NOT EXISTS
            (SELECT 1 FROM label l WHERE l.company_id = $1 AND l.kind = {r.kind}
                AND l.label = {r.label} AND l.id = {r.id})";
    COUNT_OF: i64 = "SELECT count(*) FROM label
        WHERE company_id = $1 AND kind = $2 AND label = $3 AND id = $4";
}

/// A property with a value, in a form that fits an index.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Label(String);

impl Label {
    pub fn new(property: &str, value: &str) -> Label {
        let mut digest = Sha256::new();
        digest.update(property.as_bytes());
        digest.update([0]);
        digest.update(value.as_bytes());
        Label(hex::encode(&digest.finalize()[..12]))
    }

    pub(crate) fn text(&self) -> &str {
        &self.0
    }
}

/// The label of one metadata entry.
pub fn of_metadata(key: &str, value: &serde_json::Value) -> Label {
    Label::new(&format!("metadata/{key}"), &value.to_string())
}

/// The labels of all metadata entries that a filter can name: scalars.
pub fn all_of_metadata(metadata: &records::Object) -> impl Iterator<Item = Label> {
    let scalars = metadata.iter().filter(|(_, value)| !value.is_object() && !value.is_array());
    scalars.map(|(key, value)| of_metadata(key, value))
}

/// Brings the labels of a record from what it had to what it has.
pub(crate) fn replace(
    tx: &mut Tx<'_>,
    subject: Subject<'_>,
    before: &BTreeSet<Label>,
    after: &BTreeSet<Label>,
) -> Result<()> {
    let steps = before.difference(after).map(|label| (&REMOVE, label));
    for (statement, label) in steps.chain(after.difference(before).map(|label| (&ADD, label))) {
        let key = [subject.company, subject.kind, label.text(), subject.id];
        tx.run(statement, &key.map(Into::into))?;
    }
    Ok(())
}

/// Gives labels to many records of a kind: company, record and label each.
pub fn add_many(tx: &mut Tx<'_>, kind: &str, labels: &[(&CompanyId, &str, &Label)]) -> Result<()> {
    let row = |(company, id, label): &(&CompanyId, &str, &Label)| {
        ADD_MANY.values(company, &Labelled { kind, label: label.text(), id })
    };
    tx.run_many(&ADD_MANY, &labels.iter().map(row).collect::<Vec<_>>())
}

/// Whether a record has a label, for the audits.
pub fn has(tx: &mut Tx<'_>, subject: Subject<'_>, label: &Label) -> Result<bool> {
    let key = [subject.company, subject.kind, label.text(), subject.id];
    let count = tx.row(&COUNT_OF, &key.map(Into::into))?;
    Ok(count == Some(1))
}

/// The records of a kind, of these with a label each, that do not have it, for the audits.
pub fn lacking(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    kind: &str,
    labels: &[(&str, &Label)],
) -> Result<Vec<String>> {
    let row = |(id, label): &(&str, &Label)| {
        LACKING.values(company, &Labelled { kind, label: label.text(), id })
    };
    tx.rows_many(&LACKING, &labels.iter().map(row).collect::<Vec<_>>())
}

/// The records of a kind that carry a label, at most a hundred.
pub fn carriers(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    kind: &str,
    label: &Label,
) -> Result<Vec<String>> {
    let key = [company, kind, label.text()];
    tx.rows(&CARRIERS, &key.map(Into::into))
}
