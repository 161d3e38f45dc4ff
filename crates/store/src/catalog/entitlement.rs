//! Definitions of entitlements.

use std::collections::BTreeSet;

use records::EntitlementDefinition;

use super::table::{CatalogRecord, CatalogTable, Columns, Place, catalog_table, place, texts};
use crate::find::{Filter, Match};
use crate::label::Label;

catalog_table!(
    "entitlement",
    &[
        Filter::new("key", Match::Label("key")),
        Filter::new("name", Match::Label("name")),
        Filter::new("search", Match::Search),
        Filter::new("type", Match::LabelWord("type")),
    ]
);

impl CatalogRecord for EntitlementDefinition {
    const TABLE: &'static CatalogTable = &TABLE;
    const IN_COLUMNS: &'static [&'static str] = &["updated_at"];

    fn place(&self) -> Place<'_> {
        place!(self, None, "ACTIVE")
    }

    fn labels(&self) -> BTreeSet<Label> {
        texts([
            ("key", Some(self.key.as_str())),
            ("name", Some(&self.name)),
            ("type", Some(self.kind.as_str())),
        ])
    }

    fn names(&self) -> Vec<&str> {
        vec![&self.id, &self.key, &self.name]
    }

    fn marks(&self) -> (&'static str, BTreeSet<Label>) {
        ("key", BTreeSet::from([Label::new("key", &self.key)]))
    }

    fn with_columns(self, columns: &Columns) -> EntitlementDefinition {
        EntitlementDefinition { updated_at: columns.updated_at, ..self }
    }
}
