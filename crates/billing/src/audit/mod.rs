//! What must hold of a customer's books at any time. Each audit is one function; a finding says
//! what is wrong and with which record.

pub(crate) mod causes;
pub(crate) mod credits;
pub(crate) mod derivations;
mod finding;
pub(crate) mod one_times;
pub(crate) mod pending_lines;
pub(crate) mod periods;
pub(crate) mod proration_credits;
pub(crate) mod revenue;
pub(crate) mod sold;
mod stretch;
pub(crate) mod totals;
pub(crate) mod used;

pub use finding::Finding;

use crate::snapshot::Snapshot;

/// Looks at all books of a customer.
pub type Check = fn(&Snapshot) -> Vec<Finding>;

/// Every audit, by name.
pub const AUDITS: &[(&str, Check)] = &[
    ("lines, discounts, tax and credits add up to the totals", totals::check),
    ("a credit is the sum of its log and never below zero", credits::check),
    ("billed periods tile time", periods::check),
    ("no more comes back than was billed", proration_credits::check),
    ("a line that waited is billed once", pending_lines::check),
    ("a one-time charge stands on one invoice", one_times::check),
    ("one invoice for each cause", causes::check),
    ("lines are what their derivation comes to", derivations::check),
    ("revenue is what was billed, less what credits paid", revenue::check),
];

/// All findings of all audits.
pub fn audit(snapshot: &Snapshot) -> Vec<Finding> {
    AUDITS.iter().flat_map(|(_, check)| check(snapshot)).collect()
}
