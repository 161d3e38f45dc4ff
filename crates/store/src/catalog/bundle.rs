//! Bundles, with the list of their pricings inside.

use std::collections::BTreeSet;

use records::Bundle;

use super::table::{CatalogRecord, CatalogTable, Columns, Place, catalog_table, place, texts};
use crate::find::{Filter, Match};
use crate::label::Label;

catalog_table!(
    "bundle",
    &[
        Filter::new("is_auto_generated", Match::LabelFlag("is_auto_generated")),
        Filter::new("search", Match::Search),
        Filter::new("state", Match::Word("state")),
    ]
);

impl CatalogRecord for Bundle {
    const TABLE: &'static CatalogTable = &TABLE;
    const IN_COLUMNS: &'static [&'static str] = Bundle::IN_COLUMNS;

    fn place(&self) -> Place<'_> {
        place!(self, None, self.state.as_str())
    }

    fn labels(&self) -> BTreeSet<Label> {
        let auto = self.is_auto_generated.then_some("true");
        let mut labels = texts([("is_auto_generated", auto), ("name", Some(&self.name))]);
        let pricings = self.bundle_product_pricings.iter();
        labels.extend(pricings.map(|part| Label::new("pricing", &part.product_pricing_id)));
        labels
    }

    fn names(&self) -> Vec<&str> {
        vec![&self.id, &self.name]
    }

    /// An auto-generated bundle is the only one for its set of pricings.
    fn marks(&self) -> (&'static str, BTreeSet<Label>) {
        let mark = self.is_auto_generated.then(|| {
            let ids = self.bundle_product_pricings.iter().map(|part| &part.product_pricing_id);
            pricing_set(ids.map(String::as_str))
        });
        ("pricing_set", mark.into_iter().collect())
    }

    fn with_columns(self, columns: &Columns) -> Bundle {
        let Columns { updated_at, num_subs, .. } = *columns;
        Bundle { updated_at, num_subs, ..self }
    }
}

/// The mark of a set of pricings, whatever their order.
pub fn pricing_set<'a>(ids: impl Iterator<Item = &'a str>) -> Label {
    let sorted: BTreeSet<&str> = ids.collect();
    Label::new("pricings", &sorted.into_iter().collect::<Vec<_>>().join(","))
}
