//! Product pricings, with their components inside.

use std::collections::BTreeSet;

use records::ProductPricing;

use super::table::{
    CatalogRecord, CatalogTable, Columns, Place, catalog_table, imported, place, texts,
};
use crate::find::{Filter, Match};
use crate::label::{self, Label};

catalog_table!(
    "pricing",
    &[
        Filter::new("currency", Match::LabelWord("currency")),
        Filter::new("external_name", Match::Label("external_name")),
        Filter::new("name", Match::Label("name")),
        Filter::new("product_id", Match::Text("parent_id")),
        Filter::new("search", Match::Search),
        Filter::new("state", Match::Word("state")),
        Filter::new("tags", Match::LabelSet("tag")),
        Filter::new("type", Match::LabelWord("type")),
    ]
);

/// By which the pricing of a component is found.
pub fn component_label(id: &str) -> Label {
    Label::new("component", id)
}

impl CatalogRecord for ProductPricing {
    const TABLE: &'static CatalogTable = &TABLE;
    const IN_COLUMNS: &'static [&'static str] = ProductPricing::IN_COLUMNS;

    fn place(&self) -> Place<'_> {
        place!(self, Some(&self.product_id), self.state.as_str())
    }

    fn labels(&self) -> BTreeSet<Label> {
        let mut labels = texts([
            ("currency", Some(self.currency.as_str())),
            ("external_name", self.external_name.as_deref()),
            ("name", Some(&self.name)),
            ("type", Some(self.kind.as_str())),
        ]);
        labels.extend(self.tags.iter().map(|tag| Label::new("tag", tag)));
        labels.extend(label::all_of_metadata(&self.metadata));
        for component in &self.product_metric_pricings {
            labels.insert(Label::new("item", &component.item_id));
            labels.insert(Label::new("metric", &component.metric_id));
            labels.insert(component_label(&component.id));
        }
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

    /// Prices can be changed until a subscription has them.
    fn with_columns(mut self, columns: &Columns) -> ProductPricing {
        let Columns { updated_at, num_subs, ever_used } = *columns;
        for component in &mut self.product_metric_pricings {
            component.item_pricing.num_subs = num_subs;
            component.item_pricing.editable = !ever_used;
        }
        ProductPricing { updated_at, num_subs, ..self }
    }
}
