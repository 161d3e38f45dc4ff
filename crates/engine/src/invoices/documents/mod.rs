//! Documents for customers: what one is made of, the links that open it, and the settings that it
//! is printed by. What it looks like is for `documents`, `pages` and whoever prints.

mod link;
mod logo;
mod machine;
mod named;
mod outlet;
mod parties;
mod preview;
mod sample;
mod settings;
mod shown;
mod statement;

pub use link::{Closed, Opened, OpenedStatement, Purpose};
pub(crate) use link::{Links, links};
pub use machine::e_invoice;
pub use outlet::{Layout, Outlet, Printer};
pub(crate) use parties::{keep_company, keep_customer};
pub use preview::preview;
pub(crate) use settings::{check_company, check_customer};
pub use shown::{Shown, reader, shown};
pub use statement::{ShownStatement, StatementRequest, shown_statement, statement};
