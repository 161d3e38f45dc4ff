//! A mail ready to go out: addresses, headers and both parts. What could put a header of its own
//! into a mail is refused here, whatever let it through before.

/// An address, with the name of who has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mailbox {
    pub name: Option<String>,
    pub address: String,
}

/// What a gateway is handed. The same job always makes the same `message_id`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailMessage {
    /// Without angle brackets.
    pub message_id: String,
    /// Seconds since 1970.
    pub sent_at: i64,
    pub from: Mailbox,
    pub reply_to: Option<Mailbox>,
    pub to: Vec<Mailbox>,
    pub cc: Vec<Mailbox>,
    pub subject: String,
    pub html: String,
    pub text: String,
    /// Where to write to get no more of these: an address, or an address on the web.
    pub list_unsubscribe: Option<String>,
}

/// Why a mail cannot be sent as it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsendable {
    #[error("the {0} has a line break or another control character")]
    Control(&'static str),
    #[error("`{0}` is no e-mail address")]
    Address(String),
    #[error("there is nobody to send it to")]
    Nobody,
}

impl MailMessage {
    /// Refuses what would not arrive as it is meant.
    pub fn check(&self) -> Result<(), Unsendable> {
        if self.to.is_empty() {
            return Err(Unsendable::Nobody);
        }
        let lines = [
            ("subject", Some(&self.subject)),
            ("message id", Some(&self.message_id)),
            ("unsubscribe address", self.list_unsubscribe.as_ref()),
        ];
        for (name, line) in lines {
            if line.is_some_and(|line| has_control(line)) {
                return Err(Unsendable::Control(name));
            }
        }
        let boxes = self.to.iter().chain(&self.cc).chain(&self.reply_to);
        boxes.chain([&self.from]).try_for_each(Mailbox::check)
    }
}

impl Mailbox {
    pub fn new(name: Option<&str>, address: &str) -> Mailbox {
        let name = name.map(one_line).filter(|name| !name.is_empty());
        Mailbox { name, address: address.to_owned() }
    }

    fn check(&self) -> Result<(), Unsendable> {
        if self.name.as_deref().is_some_and(has_control) {
            return Err(Unsendable::Control("name of an address"));
        }
        match is_address(&self.address) {
            true => Ok(()),
            false => Err(Unsendable::Address(self.address.clone())),
        }
    }
}

/// Whether a text may stand as an address in a header.
pub fn is_address(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let odd = |c: char| c.is_control() || c.is_whitespace() || "<>,;:\"()[]\\".contains(c);
    text.len() <= 254
        && !local.is_empty()
        && !domain.is_empty()
        && !domain.starts_with('.')
        && !text.contains(odd)
        && !local.contains('@')
}

pub fn has_control(text: &str) -> bool {
    text.chars().any(char::is_control)
}

/// A text as one line: breaks and other control characters become spaces.
pub fn one_line(text: &str) -> String {
    let words: Vec<&str> =
        text.split(|c: char| c.is_control() || c.is_whitespace() && c != '\u{a0}').collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::{MailMessage, Mailbox, Unsendable, is_address, one_line};

    fn message() -> MailMessage {
        MailMessage {
            message_id: "1@mail.perennial".to_owned(),
            sent_at: 0,
            from: Mailbox::new(Some("Acme"), "billing@acme.example"),
            reply_to: None,
            to: vec![Mailbox::new(None, "ap@customer.example")],
            cc: Vec::new(),
            subject: "Invoice".to_owned(),
            html: String::new(),
            text: String::new(),
            list_unsubscribe: None,
        }
    }

    #[test]
    fn headers_cannot_be_injected() {
        assert_eq!(message().check(), Ok(()));
        let subject = "Hi\r\nBcc: x@evil.example".to_owned();
        let injected = MailMessage { subject, ..message() };
        assert_eq!(injected.check(), Err(Unsendable::Control("subject")));
        let to = vec![Mailbox::new(None, "a@b.example\r\nBcc: x@evil.example")];
        assert!(MailMessage { to, ..message() }.check().is_err());
        let named = Mailbox::new(Some("A\r\nBcc: x@evil.example"), "a@b.example");
        assert_eq!(named.name.as_deref(), Some("A Bcc: x@evil.example"));
        let nobody = MailMessage { to: Vec::new(), ..message() };
        assert_eq!(nobody.check(), Err(Unsendable::Nobody));
    }

    #[test]
    fn addresses_are_plain() {
        for good in ["a@b.example", "a.b+c@d-e.example", "ü@bücher.example"] {
            assert!(is_address(good), "{good}");
        }
        for bad in ["", "a", "@b", "a@", "a b@c", "a@b,c@d", "<a@b>", "a@b\n", "a@b@c", "a@.b"] {
            assert!(!is_address(bad), "{bad}");
        }
        assert_eq!(one_line(" a\r\n b\tc "), "a b c");
    }
}
