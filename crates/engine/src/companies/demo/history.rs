//! What happened in the life of the demo company, as `history.json` tells it.

use records::invoice::payment::RecordedType;
use records::{Moment, Object};
use serde::Deserialize;

use super::step::Step;
use crate::Failure;

const HISTORY: &str = include_str!("history.json");

/// Payments are looked through on this day of every month.
const PAYDAY: &str = "20T12:00:00Z";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct History {
    pub(super) start: Moment,
    pub(super) end: Moment,
    /// Its settings.
    pub(super) company: Object,
    pub(super) customers: Vec<Account>,
    pub(super) subscriptions: Vec<Sale>,
    pub(super) reissues: Vec<Reissue>,
    pub(super) asks: Vec<Ask>,
    pub(super) contracts: Vec<Offer>,
}

/// A customer and how it pays.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Account {
    pub(super) pays: Pays,
    /// The identifier of the customer above it, which comes before it.
    #[serde(default)]
    pub(super) parent: Option<String>,
    pub(super) record: Object,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pays {
    pub(super) after_days: i64,
    pub(super) by: RecordedType,
    /// From then on it does not.
    #[serde(default)]
    pub(super) until: Option<Moment>,
    /// What it once paid too much.
    #[serde(default)]
    pub(super) extra: Option<Extra>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Extra {
    pub(super) on: Moment,
    pub(super) value_in_cents: i64,
}

/// A subscription that is made on a day; its pricings by their external names, each with what a
/// config item sets.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sale {
    on: Moment,
    pub(super) customer: String,
    pub(super) pricings: Object,
    pub(super) body: Object,
}

/// The last invoice of a subscription is voided and issued again.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Reissue {
    on: Moment,
    pub(super) subscription: String,
}

/// Something is asked of a subscription; the new set of pricings where it changes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ask {
    on: Moment,
    pub(super) subscription: String,
    pub(super) verb: Verb,
    #[serde(default)]
    pub(super) pricings: Object,
    pub(super) body: Object,
}

/// A contract that is offered on a day, and what becomes of it at once.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Offer {
    on: Moment,
    pub(super) customer: String,
    #[serde(default)]
    pub(super) pricings: Object,
    pub(super) then: Vec<Fate>,
    pub(super) body: Object,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Fate {
    Send,
    Sign,
    Void,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Verb {
    Change,
    Cancel,
    Pause,
}

impl History {
    pub(super) fn read() -> Result<History, Failure> {
        let broken = |error| store::Error::Broken(format!("the demo's history: {error}"));
        Ok(serde_json::from_str(HISTORY).map_err(broken)?)
    }

    /// Everything that is done, in order.
    pub(super) fn steps(&self) -> Vec<(Moment, Step)> {
        let sales = self.subscriptions.iter().enumerate();
        let reissues = self.reissues.iter().enumerate();
        let mut steps: Vec<(Moment, Step)> =
            sales.map(|(place, sale)| (sale.on, Step::Sell(place))).collect();
        steps.extend(reissues.map(|(place, reissue)| (reissue.on, Step::Reissue(place))));
        let asks = self.asks.iter().enumerate();
        steps.extend(asks.map(|(place, ask)| (ask.on, Step::Ask(place))));
        let offers = self.contracts.iter().enumerate();
        steps.extend(offers.map(|(place, offer)| (offer.on, Step::Offer(place))));
        steps.extend(self.paydays().map(|day| (day, Step::CollectPayments)));
        steps.sort_by_key(|(at, _)| *at);
        steps
    }

    fn paydays(&self) -> impl Iterator<Item = Moment> {
        let months = (2024..=2026).flat_map(|year| (1..=12).map(move |month| (year, month)));
        let days = months.map(|(year, month)| format!("{year}-{month:02}-{PAYDAY}"));
        let days = days.filter_map(|day| Moment::parse(&day));
        days.filter(|day| (self.start..self.end).contains(day))
    }
}
