//! What must hold of a customer's books at any time. Each audit is one function; a finding says
//! what is wrong and with which record.

mod backs;
mod causes;
mod credits;
mod derivations;
mod periods;
mod revenue;
mod totals;

use crate::snapshot::Snapshot;

/// One thing that is wrong.
pub type Finding = String;

/// Looks at all books of a customer.
pub type Check = fn(&Snapshot) -> Vec<Finding>;

/// Every audit, by name.
pub const AUDITS: &[(&str, Check)] = &[
    ("lines, discounts, tax and credits add up to the totals", totals::check),
    ("a credit is the sum of its log and never below zero", credits::check),
    ("billed periods tile time", periods::check),
    ("no more comes back than was billed", backs::check),
    ("one invoice for each cause", causes::check),
    ("lines are what their derivation comes to", derivations::check),
    ("revenue is what was billed, less what credits paid", revenue::check),
];

/// All findings of all audits.
pub fn audit(snapshot: &Snapshot) -> Vec<Finding> {
    AUDITS.iter().flat_map(|(_, check)| check(snapshot)).collect()
}
