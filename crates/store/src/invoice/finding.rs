//! By what invoices are searched.

use super::row::columns;
use crate::find::{Filter, Find, Match};

pub const FIND: Find = Find {
    kind: super::KIND,
    table: "invoice",
    columns: concat!(columns!(), ", t.doc, t.lines"),
    filters: &[Filter::new("customer_id", Match::Text("customer_id"))],
};
