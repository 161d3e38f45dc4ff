//! Products.

use std::collections::BTreeSet;

use records::Product;

use super::table::{
    CatalogRecord, CatalogTable, Columns, Place, catalog_table, imported, place, texts,
};
use crate::find::{Filter, Match};
use crate::label::{self, Label};

catalog_table!(
    "product",
    &[
        Filter::new("external_name", Match::Label("external_name")),
        Filter::new("name", Match::Label("name")),
        Filter::new("search", Match::Search),
        Filter::new("state", Match::Word("state")),
        Filter::new("tags", Match::LabelSet("tag")),
    ]
);

impl CatalogRecord for Product {
    const TABLE: &'static CatalogTable = &TABLE;
    const IN_COLUMNS: &'static [&'static str] = Product::IN_COLUMNS;

    fn place(&self) -> Place<'_> {
        place!(self, None, self.state.as_str())
    }

    fn labels(&self) -> BTreeSet<Label> {
        let mut labels =
            texts([("external_name", self.external_name.as_deref()), ("name", Some(&self.name))]);
        labels.extend(self.tags.iter().map(|tag| Label::new("tag", tag)));
        labels.extend(label::all_of_metadata(&self.metadata));
        labels
    }

    fn names(&self) -> Vec<&str> {
        [Some(self.id.as_str()), Some(&self.name), self.external_name.as_deref()]
            .into_iter()
            .flatten()
            .collect()
    }

    fn marks(&self) -> (&'static str, BTreeSet<Label>) {
        ("import_ref", imported(&self.imported_from, &self.import_ref))
    }

    fn with_columns(self, columns: &Columns) -> Product {
        let Columns { updated_at, num_subs, .. } = *columns;
        Product { updated_at, num_subs, ..self }
    }
}
