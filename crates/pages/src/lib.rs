//! Pages for people: HTML, answered to anybody without a bearer token, beside the API and by the
//! same server. [`routes`] lists them; today that is the reference of the API. A page reads by use
//! cases of the engine, and never a database or a clock itself.

mod answer;
mod arrivals;
mod html;
mod problem;
mod reference;
mod routes;

pub use arrivals::{ARRIVALS, arrivals};
pub use reference::reference;
pub use routes::{Pages, routes};
