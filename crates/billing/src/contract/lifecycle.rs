//! The states of a contract, and which of them follows when something is done with it.

use std::fmt;

/// Where a contract is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Draft,
    PendingSignatures,
    /// Signed; the first payment is awaited.
    PendingPayment,
    /// Signed; somebody has to start it.
    PendingStart,
    Executed,
    Declined,
    Expired,
    Void,
}

/// When what was signed begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartType {
    SpecificDate,
    OnCompletion,
    ManualAction,
}

/// What is done with a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Edit,
    Send,
    /// The last signature is there.
    Complete(StartType),
    /// Somebody starts it.
    Start,
    Void,
    /// Its expiration date has come.
    Expire,
}

/// What cannot be done, as things are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAllowed {
    pub status: Status,
    pub action: Action,
}

impl Status {
    pub const ALL: &[Status] = &[
        Status::Draft,
        Status::PendingSignatures,
        Status::PendingPayment,
        Status::PendingStart,
        Status::Executed,
        Status::Declined,
        Status::Expired,
        Status::Void,
    ];

    /// As it is stored and answered.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Draft => "DRAFT",
            Status::PendingSignatures => "PENDING_SIGNATURES",
            Status::PendingPayment => "PENDING_PAYMENT",
            Status::PendingStart => "PENDING_START",
            Status::Executed => "EXECUTED",
            Status::Declined => "DECLINED",
            Status::Expired => "EXPIRED",
            Status::Void => "VOID",
        }
    }

    pub fn parse(text: &str) -> Option<Status> {
        Status::ALL.iter().copied().find(|status| status.as_str() == text)
    }

    /// Whether it can lapse: nobody has to sign it any more once everybody has.
    pub fn can_expire(self) -> bool {
        self.after(Action::Expire).is_ok()
    }

    /// What it is after something was done with it.
    pub fn after(self, action: Action) -> Result<Status, NotAllowed> {
        let next = match (self, action) {
            (Status::Draft, Action::Edit) => Status::Draft,
            (Status::Draft, Action::Send) => Status::PendingSignatures,
            (Status::PendingSignatures, Action::Complete(StartType::ManualAction)) => {
                Status::PendingStart
            }
            (Status::PendingSignatures, Action::Complete(_))
            | (Status::PendingStart, Action::Start) => Status::Executed,
            (Status::Draft | Status::PendingSignatures, Action::Expire) => Status::Expired,
            (
                Status::Draft
                | Status::PendingSignatures
                | Status::PendingPayment
                | Status::PendingStart,
                Action::Void,
            ) => Status::Void,
            (status, action) => return Err(NotAllowed { status, action }),
        };
        Ok(next)
    }
}

impl NotAllowed {
    /// The name of the state that forbids it.
    pub fn code(self) -> &'static str {
        match (self.status, self.action) {
            (Status::Draft, _) => "not_sent",
            (Status::PendingSignatures, Action::Start) => "not_signed",
            (Status::PendingSignatures | Status::PendingPayment | Status::PendingStart, _) => {
                "already_sent"
            }
            (Status::Executed, _) => "already_executed",
            (Status::Declined, _) => "declined",
            (Status::Expired, _) => "expired",
            (Status::Void, _) => "void",
        }
    }
}

impl fmt::Display for NotAllowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = match self.action {
            Action::Edit => "changed",
            Action::Send => "sent",
            Action::Complete(_) => "signed",
            Action::Start => "started",
            Action::Void => "voided",
            Action::Expire => "expired",
        };
        write!(f, "A contract that is {} cannot be {verb}.", self.status.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::{Action, StartType, Status};

    #[test]
    fn only_what_was_signed_is_executed_and_what_is_over_stays_over() {
        let actions = [
            Action::Edit,
            Action::Send,
            Action::Complete(StartType::ManualAction),
            Action::Complete(StartType::OnCompletion),
            Action::Complete(StartType::SpecificDate),
            Action::Start,
            Action::Void,
            Action::Expire,
        ];
        for status in Status::ALL.iter().copied() {
            assert_eq!(Status::parse(status.as_str()), Some(status));
            for action in actions {
                let over = matches!(
                    status,
                    Status::Executed | Status::Declined | Status::Expired | Status::Void
                );
                let after = status.after(action);
                assert!(!over || after.is_err(), "{status:?} {action:?}");
                if after == Ok(Status::Executed) {
                    let signed = status == Status::PendingStart && action == Action::Start;
                    let completed = status == Status::PendingSignatures;
                    assert!(signed || completed, "{status:?} {action:?}");
                }
            }
        }
        assert_eq!(
            Status::PendingSignatures.after(Action::Start).unwrap_err().code(),
            "not_signed"
        );
    }
}
