//! By what subscriptions are searched.

use super::row::columns;
use crate::find::{Filter, Find, Match};

const COLUMNS: &str = concat!(columns!(), ", t.doc");

pub const FIND: Find = Find {
    kind: super::KIND,
    table: "subscription",
    columns: COLUMNS,
    filters: &[Filter::new("customer_id", Match::Text("customer_id"))],
};

/// Those whose billing failed and waits for somebody.
pub const PARKED: Find = Find {
    kind: "parked",
    table: "subscription",
    columns: COLUMNS,
    filters: &[Filter::new("customer_id", Match::Text("customer_id"))],
};
