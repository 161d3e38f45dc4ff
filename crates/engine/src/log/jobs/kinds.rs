//! Every kind of job, on one screen. A new one is a file that implements [`Work`](super::Work), and
//! a line here.

use super::Kind;
use crate::emails::Mail;
use crate::webhooks::WebhookDelivery;

pub const KINDS: &[Kind] = &[Kind::of::<WebhookDelivery>(), Kind::of::<Mail>()];

pub(crate) fn named(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.name == name)
}
