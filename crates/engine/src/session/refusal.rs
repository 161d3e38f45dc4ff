//! Why something was not done.

use records::problem::Fault;
use store::Fallible;

/// A request that is understood and refused. The API maps each to a status in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// No, wrong, expired or revoked token.
    Unauthenticated,
    /// The token is good and not for this.
    Forbidden(String),
    NotFound(String),
    /// The body means something that cannot be; every fault is listed.
    Invalid(Vec<Fault>),
    /// The state of a record does not allow it.
    Conflict {
        code: &'static str,
        detail: String,
    },
    /// A cursor that was altered, or made for another search.
    BadCursor,
    /// An idempotency key that came with another request before.
    KeyReused,
    /// An idempotency key whose first request still runs.
    KeyRunning,
    /// The test clock is on its way; writes wait.
    ClockMoving,
}

impl Refusal {
    pub fn invalid(pointer: &str, code: &str, detail: impl Into<String>) -> Refusal {
        Refusal::Invalid(vec![Fault::new(pointer, code, detail)])
    }

    pub fn conflict(code: &'static str, detail: impl Into<String>) -> Refusal {
        Refusal::Conflict { code, detail: detail.into() }
    }

    pub fn not_found(noun: &str, key: &str) -> Refusal {
        let short: String = key.chars().take(80).collect();
        Refusal::NotFound(format!("There is no {noun} `{short}`."))
    }
}

/// A refusal, or a database that could not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    Refused(Refusal),
    Store(store::Error),
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::Refused(refusal)
    }
}

impl From<store::Error> for Failure {
    fn from(error: store::Error) -> Failure {
        Failure::Store(error)
    }
}

impl Fallible for Failure {
    fn database(&self) -> Option<&store::Error> {
        match self {
            Failure::Store(error) => Some(error),
            Failure::Refused(_) => None,
        }
    }
}

/// Collects faults, so that one answer lists them all.
#[derive(Default)]
pub(crate) struct Faults(Vec<Fault>);

impl Faults {
    pub(crate) fn add(&mut self, pointer: &str, code: &str, detail: impl Into<String>) {
        self.0.push(Fault::new(pointer, code, detail));
    }

    pub(crate) fn add_known(&mut self, fault: Fault) {
        self.0.push(fault);
    }

    /// Each fault once, in the order in which they were found.
    pub(crate) fn unique(self) -> Faults {
        let mut known: Vec<Fault> = Vec::with_capacity(self.0.len());
        for fault in self.0 {
            let same = |other: &Fault| other.pointer == fault.pointer && other.code == fault.code;
            if !known.iter().any(same) {
                known.push(fault);
            }
        }
        Faults(known)
    }

    /// Those of these fields alone.
    pub(crate) fn only(self, fields: &[&str]) -> Faults {
        let of = |fault: &Fault| {
            let field = fault.pointer.split('/').nth(1).unwrap_or_default();
            fields.contains(&field)
        };
        Faults(self.0.into_iter().filter(of).collect())
    }

    /// Takes over what is wrong inside a part of the body.
    pub(crate) fn within(&mut self, part: &str, inner: Faults) {
        let moved = |fault: Fault| Fault { pointer: format!("{part}{}", fault.pointer), ..fault };
        self.0.extend(inner.0.into_iter().map(moved));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn refuse_any(self) -> Result<(), Refusal> {
        if self.0.is_empty() { Ok(()) } else { Err(Refusal::Invalid(self.0)) }
    }
}
