//! By what customers are searched.

use super::{CustomerRow, KIND};
use crate::driver::template::selected;
use crate::find::{BY_TIME, Filter, Find, Match};

/// How customers are searched.
pub const FIND: Find = Find {
    kind: KIND,
    table: "customer",
    beside: None,
    columns: selected!(CustomerRow),
    filters: &[
        Filter::new("arr", Match::Number("arr")),
        Filter::new("email", Match::Label("email")),
        Filter::new("exclude_from_metrics", Match::Flag("exclude_from_metrics = 1")),
        Filter::new("has_parent", Match::Flag("parent_customer_id IS NOT NULL")),
        Filter::new("identifier", Match::Text("identifier")),
        Filter::new("managed_externally", Match::Flag("managed_externally = 1")),
        Filter::new("metadata", Match::Metadata),
        Filter::new("mrr", Match::Number("mrr")),
        Filter::new("name", Match::Label("name")),
        Filter::new("org_name", Match::Label("org_name")),
        Filter::new("owner_id", Match::Text("owner_id")),
        Filter::new("owner_ids", Match::TextSet("owner_id")),
        Filter::new("parent_customer_id", Match::Text("parent_customer_id")),
        Filter::new("phone", Match::Label("phone")),
        Filter::new("search", Match::Search),
        Filter::new("status", Match::Word("status")),
        Filter::new("statuses", Match::WordSet("status")),
        Filter::new("tags", Match::LabelSet("tag")),
        Filter::new("title", Match::Label("title")),
    ],
    only: None,
    sorts: BY_TIME,
};
