//! What is searched: which table, which seed, which cases, and how ours is asked.

use engine::find::{FindRequest, FoundPage};
use engine::{Failure, Session, customers, subscriptions};
use records::CompanyId;
use serde_json::Value as Json;

use super::{cases, subscriptions as sold};
use crate::outcome::Outcome;
use crate::place::Seed;
use crate::raw::Raw;

/// A use case over a body that was validated.
pub type Case = fn(&mut Session<'_, '_>, &Json) -> Result<FoundPage, Failure>;

pub struct Noun {
    pub name: &'static str,
    pub table: &'static str,
    /// A table with more of each row, and what is sorted by that is there.
    pub beside: Option<(&'static str, &'static str)>,
    /// What the answer is made of.
    pub columns: &'static str,
    pub seed: Seed,
    pub cases: fn(&mut Raw, &CompanyId, usize) -> Outcome<Vec<cases::Case>>,
    /// The search itself.
    pub find: Case,
    /// With everything that its records refer to.
    pub answer: Case,
}

pub static CUSTOMERS: Noun = Noun {
    name: "customers",
    table: "customer",
    beside: None,
    columns: "t.doc, t.updated_at, t.mrr, t.arr, t.revenue_currency, t.revenue_doc, \
              t.version, t.entitlements_doc, t.live_subscriptions",
    seed: Seed::Customers,
    cases: |raw, company, rows| Ok(cases::Maker::new(raw, company, rows)?.all()),
    find: |session, body| customers::find(session, &FindRequest::parse(&customers::FIND, body)?),
    answer: |session, body| customers::find(session, &FindRequest::parse(&customers::FIND, body)?),
};

pub static SUBSCRIPTIONS: Noun = Noun {
    name: "subscriptions",
    table: "subscription",
    beside: Some(("subscription_progress", "updated_at")),
    columns: store::subscription::FIND.columns,
    seed: Seed::Standing,
    cases: sold::cases,
    find: |session, body| {
        subscriptions::found(session, &FindRequest::parse(&subscriptions::FIND, body)?)
    },
    answer: |session, body| {
        subscriptions::find(session, &FindRequest::parse(&subscriptions::FIND, body)?)
    },
};
