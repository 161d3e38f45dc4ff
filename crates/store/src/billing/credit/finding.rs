//! By what credits and the entries of their log are searched.

use super::{CreditRow, KIND, LOG_KIND, Log};
use crate::driver::template::selected;
use crate::find::{BY_TIME, Filter, Find, Match, Sort};

pub const FIND: Find = Find {
    kind: KIND,
    table: "credit",
    beside: None,
    columns: selected!(CreditRow),
    filters: &[
        Filter::new("currency", Match::Word("currency")),
        Filter::new("customer_id", Match::Text("customer_id")),
        Filter::new("search", Match::OwnerSearch(&["id"])),
        Filter::new("status", Match::Status("state", "CONSUMED")),
        Filter::new("statuses", Match::StatusSet("state", "CONSUMED")),
        Filter::new("subscription_id", Match::Text("subscription_id")),
        Filter::new("type", Match::Status("kind", "AMOUNT")),
    ],
    only: None,
    sorts: BY_TIME,
};

/// An entry never changes: it was last changed when it was made.
pub const FIND_LOGS: Find = Find {
    kind: LOG_KIND,
    table: "credit_log",
    beside: None,
    columns: selected!(Log),
    filters: &[
        Filter::new("action_type", Match::Status("action", "APPLIED")),
        Filter::new("credit_id", Match::Text("credit_id")),
        Filter::new("customer_id", Match::Text("customer_id")),
        Filter::new("invoice_id", Match::Text("invoice_id")),
        Filter::new("note", Match::Note),
        Filter::new("search", Match::OwnerSearch(&["id", "credit_id"])),
        Filter::new("type", Match::Status("kind", "AMOUNT")),
    ],
    only: None,
    sorts: &[
        ("createdAtDesc", Sort::by("created_at", true)),
        ("createdAtAsc", Sort::by("created_at", false)),
        ("updatedAtAsc", Sort::by("created_at", false)),
        ("updatedAtDesc", Sort::by("created_at", true)),
    ],
};
