//! What mails that are not about an invoice say of what they are about.

use documents::format::number;
use money::Amount;
use records::Moment;
use serde::Serialize;

use super::Place;
use crate::format::{day, day_of_year, money};

#[derive(Clone, Debug, Serialize)]
pub struct SubscriptionContent {
    pub name: String,
    /// The end of its trial, or of itself.
    pub end_date: String,
    pub end_day: String,
    pub renewal_date: String,
    pub renewal_day: String,
    /// What the invoice of that day is likely to come to.
    pub amount: Option<String>,
}

impl SubscriptionContent {
    pub fn new(
        place: &Place,
        name: &str,
        (end, renewal): (Option<Moment>, Option<Moment>),
        amount: Option<Amount>,
    ) -> SubscriptionContent {
        let Place { locale, zone, now } = place;
        let long = |at: Option<Moment>| at.map(|at| day(at, zone, *locale)).unwrap_or_default();
        let short = |at: Option<Moment>| {
            at.map(|at| day_of_year(at, *now, zone, *locale)).unwrap_or_default()
        };
        SubscriptionContent {
            name: name.to_owned(),
            end_date: long(end),
            end_day: short(end),
            renewal_date: long(renewal),
            renewal_day: short(renewal),
            amount: amount.map(|amount| money(amount, *locale)),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct CreditContent {
    pub name: String,
    pub amount: String,
    pub expiration_date: Option<String>,
}

/// What a credit, a balance or a limit counts.
#[derive(Clone, Debug)]
pub enum Worth<'a> {
    Money(Amount),
    Units { count: &'a str, of: &'a str },
}

impl Worth<'_> {
    fn shown(&self, place: &Place) -> String {
        match self {
            Worth::Money(amount) => money(*amount, place.locale),
            Worth::Units { count, of } => format!("{} {of}", number(place.locale, count)),
        }
    }
}

impl CreditContent {
    pub fn new(
        place: &Place,
        name: &str,
        worth: &Worth<'_>,
        expires: Option<Moment>,
    ) -> CreditContent {
        CreditContent {
            name: name.to_owned(),
            amount: worth.shown(place),
            expiration_date: expires.map(|at| day(at, &place.zone, place.locale)),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct BalanceContent {
    pub left: String,
    pub limit: String,
}

impl BalanceContent {
    pub fn new(place: &Place, left: &Worth<'_>, limit: &Worth<'_>) -> BalanceContent {
        BalanceContent { left: left.shown(place), limit: limit.shown(place) }
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct UsageContent {
    pub name: String,
    pub used: String,
    pub limit: String,
}

impl UsageContent {
    pub fn new(place: &Place, name: &str, (used, limit): (&str, &str)) -> UsageContent {
        let shown = |count: &str| number(place.locale, count);
        UsageContent { name: name.to_owned(), used: shown(used), limit: shown(limit) }
    }
}
