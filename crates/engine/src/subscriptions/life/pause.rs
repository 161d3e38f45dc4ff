//! Pauses billing, and goes on with it.

use billing::command::{AskPause, Command};
use billing::subscription::Behaviour;
use records::Object;
use records::subscription::pause::{PauseBehavior, PauseRequest};

use super::{decided, handle, simply};
use crate::bill::Asked;
use crate::refusal::Faults;
use crate::subscriptions::{body, held};
use crate::{Failure, Session};

pub fn pause(session: &mut Session<'_, '_>, key: &str, sent: &Object) -> Result<String, Failure> {
    let row = held(session, key)?;
    let wanted: PauseRequest = body::parsed(sent.clone())?;
    let mut faults = Faults::default();
    let resume = body::date(session, wanted.resume_date, "resume_date", &mut faults);
    faults.refuse_any()?;
    let behaviour = match wanted.behavior.unwrap_or(PauseBehavior::KeepAsDraft) {
        PauseBehavior::KeepAsDraft => Behaviour::Draft,
        PauseBehavior::Void => Behaviour::Void,
    };
    let subscription = handle(&row);
    let asked = AskPause { subscription, behaviour, resume };
    decided(session, &row, Asked::new(Command::Pause(asked)))
}

pub fn resume(session: &mut Session<'_, '_>, key: &str) -> Result<String, Failure> {
    simply(session, key, Command::Resume)
}
