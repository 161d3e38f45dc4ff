//! Mails to customers: what each kind says in which language, templates that a company may put in
//! the place of ours, and how they become HTML and text.
//!
//! Pure: it reads no clock, no file and no address, and it sends nothing.

pub mod compose;
pub mod content;
mod format;
pub mod message;
pub mod template;
mod words;

pub use compose::{Composed, compose};
pub use documents::{Language, Locale};
pub use message::{MailMessage, Mailbox, Unsendable};
pub use records::EmailKind as MailKind;
pub use template::{Overrides, TemplateFault};
