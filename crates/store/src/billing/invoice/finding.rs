//! By what invoices are searched.

use super::InvoiceRow;
use crate::driver::template::selected;
use crate::find::{Catalog, Filter, Find, Match, Sort};

pub const FIND: Find = Find {
    kind: super::KIND,
    table: "invoice",
    beside: None,
    columns: selected!(InvoiceRow),
    filters: &[
        Filter::new("auto_charges", Match::Seen("auto_charges = 1")),
        Filter::new("billed_customer_id", Match::Payer),
        Filter::new("currency", Match::Word("currency")),
        Filter::new("customer_id", Match::LinesOf("customer_id", "customer")),
        Filter::new("due", Match::Number("due")),
        Filter::new("due_date", Match::Date("due_date")),
        Filter::new("hide_zero", Match::NonZero("total")),
        Filter::new("invoice_date", Match::Date("invoice_date")),
        Filter::new("invoice_number", Match::Folded("number")),
        Filter::new("invoice_sent", Match::LabelFlag("invoice_sent")),
        Filter::new("managed_externally", Match::Flag("managed_externally = 1")),
        Filter::new("owner_ids", Match::TextSet("owner_id")),
        Filter::new("paid", Match::Number("paid")),
        Filter::new("paid_date", Match::Date("paid_date")),
        Filter::new("payment_methods", Match::LabelSet("payment_method")),
        Filter::new("product_ids", Match::Catalog(Catalog::PricingsOfProduct)),
        Filter::new("product_pricing_ids", Match::LabelSet("pricing")),
        Filter::new("product_pricing_tags", Match::Catalog(Catalog::TaggedPricings)),
        Filter::new("product_tags", Match::Catalog(Catalog::PricingsOfTaggedProducts)),
        Filter::new("search", Match::CustomerSearch),
        Filter::new("status", Match::Dunned),
        Filter::new("statuses", Match::DunnedSet),
        Filter::new("subscription_id", Match::LinesOf("subscription_id", "subscription")),
        Filter::new("total", Match::Number("total")),
        Filter::new("uuid", Match::Id),
    ],
    only: None,
    sorts: &[
        ("createdAtDesc", Sort::by("created_at", true)),
        ("createdAtAsc", Sort::by("created_at", false)),
        ("updatedAtAsc", Sort::by("updated_at", false)),
        ("updatedAtDesc", Sort::by("updated_at", true)),
        ("dueDateAsc", Sort::by_nullable("due_date", false)),
        ("dueDateDesc", Sort::by_nullable("due_date", true)),
    ],
};
