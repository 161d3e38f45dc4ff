//! By what contracts are searched.

use super::{ContractRow, KIND};
use crate::driver::template::selected;
use crate::find::{BY_TIME, Filter, Find, Match};

pub const FIND: Find = Find {
    kind: KIND,
    table: "contract",
    beside: None,
    columns: selected!(ContractRow),
    filters: &[
        Filter::new("auto_charges", Match::Flag("auto_charges = 1")),
        Filter::new("auto_renews", Match::Unless("auto_renews = 0")),
        Filter::new("customer_id", Match::Text("customer_id")),
        Filter::new("owner_id", Match::Text("owner_id")),
        Filter::new("search", Match::Search),
        Filter::new("statuses", Match::StatusSet("status", "EXECUTED")),
        Filter::new("type", Match::Word("kind")),
    ],
    only: None,
    sorts: BY_TIME,
};
