//! Moves the end of a trial.

use billing::command::Command;
use records::Object;
use records::subscription::pause::ExtendRequest;

use super::{decided, handle};
use crate::bill::Asked;
use crate::refusal::Faults;
use crate::subscriptions::{body, held};
use crate::{Failure, Session};

pub fn extend(session: &mut Session<'_, '_>, key: &str, sent: &Object) -> Result<String, Failure> {
    let row = held(session, key)?;
    let wanted: ExtendRequest = body::parsed(sent.clone())?;
    let mut faults = Faults::default();
    let end = body::date(session, Some(wanted.end_date), "end_date", &mut faults);
    faults.refuse_any()?;
    let subscription = handle(&row);
    match end {
        Some(end) => decided(session, &row, Asked::new(Command::Extend { subscription, end })),
        None => super::get(session, key),
    }
}
