//! Pages for people: HTML, answered to anybody without a bearer token, beside the API and by the
//! same server. [`routes`] lists them: a front page, invoices behind signed
//! links, and the reference of the API. A page reads by use
//! cases of the engine, and never a database or a clock itself.

mod answer;
mod frame;
mod front;
mod html;
mod invoice;
mod problem;
mod reference;
mod routes;
mod statement;

pub use reference::reference;
pub use routes::{Pages, routes};
