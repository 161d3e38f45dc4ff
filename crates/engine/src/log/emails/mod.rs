//! Mails to customers: what causes one, how it is written from records, and what became of it. Each
//! is a job, made with its mail in the transaction of its cause and named by that cause, so nobody
//! is written to twice about one thing. The words and their form are those of the crate `mails`.

mod about;
mod causes;
mod compose;
mod find;
mod link;
mod names;
mod preview;
mod queue;
mod recipients;
mod send;
mod settings;
mod templates;
mod work;

pub(crate) use causes::of_prepared;
pub use find::{find, of_invoice};
pub use preview::preview;
pub(crate) use queue::queue;
pub use send::send;
pub(crate) use send::{able_to_send, can_mail, send_cancel_receipt};
pub(crate) use settings::check as check_settings;
pub use store::email::FIND;
pub use templates::{create, default, delete, get, list, update};
pub(crate) use work::Mail;
