//! Mail by SMTP. What the server says decides: a 4xx, or no answer, is tried again, a 5xx is not.

use std::time::Duration;

use engine::ports::{Calling, MailRelay, Trouble};
use lettre::transport::smtp::Error;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor};
use mails::MailMessage;

use super::message::message;
use super::url::checked;

/// How long a server may take for each of its answers.
const PATIENCE: Duration = Duration::from_secs(20);

pub struct Smtp {
    transport: AsyncSmtpTransport<Tokio1Executor>,
}

impl Smtp {
    pub fn open(url: &str) -> Result<Smtp, String> {
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(&checked(url)?)
            .map_err(|error| error.to_string())?;
        Ok(Smtp { transport: builder.timeout(Some(PATIENCE)).build() })
    }
}

impl MailRelay for Smtp {
    fn is_here(&self) -> bool {
        false
    }

    fn send<'a>(&'a self, mail: &'a MailMessage) -> Calling<'a, Result<(), Trouble>> {
        Box::pin(async move {
            let hopeless = |reason| Trouble { reason, hopeless: true };
            let message = message(mail).map_err(hopeless)?;
            self.transport.send(message).await.map(|_| ()).map_err(|error| told(&error))
        })
    }
}

fn told(error: &Error) -> Trouble {
    let mut reason = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        let inner_text = inner.to_string();
        if !reason.contains(&inner_text) {
            reason = format!("{reason}: {inner_text}");
        }
        cause = inner.source();
    }
    let reason = reason.chars().take(500).collect();
    Trouble { reason, hopeless: error.is_permanent() }
}
