//! Deciding on what a store loads of a customer, held against deciding on everything.

use billing::command::Command;
use billing::fact::Fact;
use billing::refusal::Refusal;
use billing::snapshot::Snapshot;
use calendar::Timestamp;

/// What is loaded of a customer to decide something at an instant.
pub type Load = fn(&Snapshot, &Command, Timestamp) -> Snapshot;

/// What is decided does not depend on how much was loaded.
pub(super) fn same(
    whole: &Result<Vec<Fact>, Refusal>,
    scoped: &Result<Vec<Fact>, Refusal>,
) -> Result<(), String> {
    let (whole, scoped) = (format!("{whole:?}"), format!("{scoped:?}"));
    if whole == scoped {
        return Ok(());
    }
    let at = whole.bytes().zip(scoped.bytes()).position(|(a, b)| a != b);
    let at = at.unwrap_or(whole.len().min(scoped.len()));
    let near = |text: &str| text.chars().skip(at.saturating_sub(60)).take(160).collect::<String>();
    Err(format!("what was loaded decides otherwise: {} and {}", near(&whole), near(&scoped)))
}
