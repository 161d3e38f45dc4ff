//! By what subscriptions are searched.

use super::SubscriptionRow;
use crate::driver::template::selected;
use crate::find::{BY_TIME, Beside, Catalog, Filter, Find, Match, Sort};

const COLUMNS: &str = selected!(SubscriptionRow);

/// What moves with every invoice.
const PROGRESS: Beside = Beside {
    table: "subscription_progress",
    columns: &["next_invoice_date", "past_due_at", "renewal_date", "updated_at"],
};

pub const FIND: Find = Find {
    kind: super::KIND,
    table: "subscription",
    beside: Some(PROGRESS),
    columns: COLUMNS,
    filters: &[
        Filter::new("arr", Match::Number("arr")),
        Filter::new("auto_charges", Match::Flag("auto_charges = 1")),
        Filter::new("auto_renews", Match::Unless("auto_renews = 0")),
        Filter::new("bundle_pricing_id", Match::Text("bundle_pricing_id")),
        Filter::new("customer_id", Match::Text("customer_id")),
        Filter::new("effective_end_date", Match::Date("effective_end_date")),
        Filter::new("end_date", Match::Date("end_date")),
        Filter::new("exclude_from_metrics", Match::Flag("exclude_from_metrics = 1")),
        Filter::new("group_id", Match::Text("group_id")),
        Filter::new("managed_externally", Match::Flag("managed_externally = 1")),
        Filter::new("mrr", Match::Number("mrr")),
        Filter::new("next_invoice_date", Match::Date("next_invoice_date")),
        Filter::new("owner_id", Match::Text("owner_id")),
        Filter::new("owner_ids", Match::TextSet("owner_id")),
        Filter::new("parent_billed", Match::Flag("parent_billed = 1")),
        Filter::new("parent_customer_id", Match::Text("parent_customer_id")),
        Filter::new("payment_method_id", Match::Text("payment_method_id")),
        Filter::new("payment_status", Match::NotBefore("past_due_at")),
        Filter::new("product_ids", Match::LabelSet("product")),
        Filter::new("product_pricing_id", Match::Label("pricing")),
        Filter::new("product_pricing_ids", Match::LabelSet("pricing")),
        Filter::new("product_pricing_tags", Match::Catalog(Catalog::TaggedPricings)),
        Filter::new("product_tags", Match::Catalog(Catalog::TaggedProducts)),
        Filter::new("renewal_date", Match::Date("renewal_date")),
        Filter::new("sales_user_id", Match::Text("sales_user_id")),
        Filter::new("sales_user_ids", Match::TextSet("sales_user_id")),
        Filter::new("search", Match::Search),
        Filter::new("start_date", Match::Date("start_date")),
        Filter::new("status", Match::Status("status", "ACTIVE")),
        Filter::new("statuses", Match::StatusSet("status", "ACTIVE")),
        Filter::new("tags", Match::LabelSet("tag")),
        Filter::new("trial", Match::Flag("trial = 1")),
    ],
    only: None,
    sorts: BY_TIME,
};

/// Those whose billing failed and waits for somebody. They are in the order in which they were
/// parked: of one that is parked nothing else changes.
pub const PARKED: Find = Find {
    kind: "parked",
    table: "subscription",
    beside: Some(PROGRESS),
    columns: COLUMNS,
    filters: &[
        Filter::new("customer_id", Match::Text("customer_id")),
        Filter::new("subscription_id", Match::Id),
    ],
    only: Some("parked_id IS NOT NULL"),
    sorts: &[
        ("createdAtDesc", Sort::by("parked_at", true)),
        ("createdAtAsc", Sort::by("parked_at", false)),
        ("updatedAtAsc", Sort::by("parked_at", false)),
        ("updatedAtDesc", Sort::by("parked_at", true)),
    ],
};
