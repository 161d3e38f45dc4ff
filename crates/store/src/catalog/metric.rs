//! Billable metrics.

use std::collections::BTreeSet;

use records::Metric;

use super::table::{CatalogRecord, CatalogTable, Columns, Place, catalog_table, place, texts};
use crate::find::{Filter, Match};
use crate::label::Label;

catalog_table!(
    "metric",
    &[
        Filter::new("external_name", Match::Label("external_name")),
        Filter::new("name", Match::Label("name")),
        Filter::new("search", Match::Search),
        Filter::new("state", Match::Word("state")),
    ]
);

impl CatalogRecord for Metric {
    const TABLE: &'static CatalogTable = &TABLE;
    const IN_COLUMNS: &'static [&'static str] = &["updated_at"];

    fn place(&self) -> Place<'_> {
        place!(self, Some(&self.item_id), self.state.as_str())
    }

    fn labels(&self) -> BTreeSet<Label> {
        texts([("external_name", self.external_name.as_deref()), ("name", Some(&self.name))])
    }

    fn names(&self) -> Vec<&str> {
        [Some(self.id.as_str()), Some(&self.name), self.external_name.as_deref()]
            .into_iter()
            .flatten()
            .collect()
    }

    fn with_columns(self, columns: &Columns) -> Metric {
        Metric { updated_at: columns.updated_at, ..self }
    }
}
