//! Mails to customers: what kinds there are, what each says in which language, templates that a
//! company may put in the place of ours, and how they become HTML and text.
//!
//! Pure: it reads no clock, no file and no address, and it sends nothing.

pub mod compose;
pub mod content;
mod format;
mod language;
pub mod message;
pub mod template;
mod words;

pub use compose::{Composed, compose};
pub use format::{day, money};
pub use records::EmailKind as MailKind;
pub use language::Language;
pub use message::{Mailbox, MailMessage, Unsendable};
pub use template::{Overrides, TemplateFault};
