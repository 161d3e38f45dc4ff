//! The outside: what implements the ports of the engine, and the only outgoing calls. Nothing here
//! decides anything or knows a database.

pub mod mail;

use engine::ports::{Calling, Parcel, Receipt, Receivers};

/// No receivers at all.
pub struct Nobody;

impl Receivers for Nobody {
    fn refuses(&self, _: &str, _: bool) -> Option<String> {
        Some("webhooks are not sent".to_owned())
    }

    fn post<'a>(&'a self, _: &'a Parcel) -> Calling<'a, Receipt> {
        Box::pin(async { Receipt::default() })
    }
}
