//! A message in the form in which mail travels. Names, subjects and texts are encoded; what could
//! add a header was refused before (`MailMessage::check`) and is refused here again by each type.

use std::time::{Duration, SystemTime};

use lettre::Message;
use lettre::address::AddressError;
use lettre::message::header::{Header, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use mails::MailMessage;

/// The mail with its envelope, or what cannot be sent.
pub(super) fn message(mail: &MailMessage) -> Result<Message, String> {
    mail.check().map_err(|unsendable| unsendable.to_string())?;
    let seconds = u64::try_from(mail.sent_at).unwrap_or_default();
    let mut builder = Message::builder()
        .message_id(Some(format!("<{}>", mail.message_id)))
        .date(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds))
        .from(mailbox(&mail.from)?)
        .subject(mail.subject.clone())
        .header(Named::<AUTO>("auto-generated".to_owned()));
    for to in &mail.to {
        builder = builder.to(mailbox(to)?);
    }
    for cc in &mail.cc {
        builder = builder.cc(mailbox(cc)?);
    }
    if let Some(reply_to) = &mail.reply_to {
        builder = builder.reply_to(mailbox(reply_to)?);
    }
    if let Some(address) = &mail.list_unsubscribe {
        builder = builder.header(Named::<UNSUBSCRIBE>(format!("<{address}>")));
    }
    let parts = MultiPart::alternative_plain_html(mail.text.clone(), mail.html.clone());
    builder.multipart(parts).map_err(|error| error.to_string())
}

fn mailbox(mailbox: &mails::Mailbox) -> Result<Mailbox, String> {
    let address = mailbox.address.parse();
    let told = |error: AddressError| format!("`{}`: {error}", mailbox.address);
    Ok(Mailbox::new(mailbox.name.clone(), address.map_err(told)?))
}

/// A header by its place in [`NAMES`].
#[derive(Clone)]
struct Named<const N: usize>(String);

const AUTO: usize = 0;
const UNSUBSCRIBE: usize = 1;
const NAMES: [&str; 2] = ["Auto-Submitted", "List-Unsubscribe"];

impl<const N: usize> Header for Named<N> {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str(NAMES[N])
    }

    fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Named(text.to_owned()))
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), self.0.clone())
    }
}
