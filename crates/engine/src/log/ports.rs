//! What the engine wants of the outside: traits, which the crate `gateways` implements. Nothing
//! here calls anything, and nobody calls through these inside a transaction.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use mails::MailMessage;

/// A call on its way.
pub type Calling<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Everything outside, as this process reaches it.
pub struct Outside {
    pub receivers: Arc<dyn Receivers>,
    /// Companies for development call the outside like any other.
    pub dev_delivery: bool,
    /// How long a webhook delivery waits after each try that came to nothing; when they are used
    /// up it has failed.
    pub webhook_delays: Vec<Duration>,
    /// Who takes mail; nothing where this process sends none.
    pub mail: Option<Arc<dyn MailRelay>>,
    /// How long a mail waits after each try that came to nothing.
    pub mail_delays: Vec<Duration>,
}

/// Why a call came to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// One sentence for people.
    pub reason: String,
    /// Another try would end in the same way.
    pub hopeless: bool,
}

impl Trouble {
    pub fn new(reason: impl Into<String>) -> Trouble {
        Trouble { reason: reason.into(), hopeless: false }
    }
}

/// Whoever takes mail and brings it further.
///
/// An implementation tells who refused and why, and whether another try may end otherwise. A mail
/// may come twice with the same message id, after a crash.
pub trait MailRelay: Send + Sync {
    /// Nothing leaves this machine: mails of companies for development may go there, too.
    fn is_here(&self) -> bool;

    fn send<'a>(&'a self, message: &'a MailMessage) -> Calling<'a, Result<(), Trouble>>;
}

/// Those who are told of events by HTTP.
///
/// An implementation connects to public addresses only, unless it was allowed more, and to the very
/// address that it has checked; follows no redirects; reads no more of an answer than is kept; and
/// ends within the time that it is given.
pub trait Receivers: Send + Sync {
    /// A sentence where nothing is ever posted to this URL; `plain` allows http.
    fn refuses(&self, url: &str, plain: bool) -> Option<String>;

    fn post<'a>(&'a self, parcel: &'a Parcel) -> Calling<'a, Receipt>;
}

/// What is posted.
#[derive(Clone, Debug, Default)]
pub struct Parcel {
    pub url: String,
    /// Whether http will do.
    pub plain: bool,
    pub headers: Vec<(String, String)>,
    pub body: String,
    /// When it has to be over.
    pub within: Duration,
}

/// What came back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Receipt {
    /// The status of an answer; nothing where none came.
    pub status: Option<u16>,
    /// The beginning of the answer.
    pub body: String,
    /// What went wrong before an answer was there.
    pub trouble: Option<String>,
    pub took: Duration,
}
