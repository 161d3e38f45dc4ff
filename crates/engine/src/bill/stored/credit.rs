//! A credit as its row and document.

use std::sync::Arc;

use billing::credit::{
    Action, Credit, CreditSource, CreditState, CreditValue, Origin, PaidUsage, Sold, Units,
};
use billing::id::Handle;
use money::{Amount, Currency, Ratio};
use records::{ComponentId, Moment, SubscriptionId};
use serde::{Deserialize, Serialize};
use store::credit::{CreditRow, Log};

use super::{Unreadable, instant, maybe_instant, read, written};

/// What has no column.
#[derive(Serialize, Deserialize)]
struct Document {
    name: Option<String>,
    origin: Origin,
    #[serde(default)]
    scoped_product_ids: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source: Option<CreditSource>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sold: Option<Sold>,
}

pub(crate) fn credit_document(credit: &Credit) -> Result<String, Unreadable> {
    written(&Document {
        name: (!credit.name.is_empty()).then(|| credit.name.clone()),
        origin: credit.origin,
        scoped_product_ids: credit.products.iter().map(|id| id.to_string()).collect(),
        source: credit.source.clone(),
        sold: credit.sold.clone(),
    })
}

/// The credit again; its log stays in the database.
pub(crate) fn credit(row: &CreditRow) -> Result<Credit, Unreadable> {
    let document: Document = read(&row.doc)?;
    let held = |minor: i64, units: &Option<String>| match (&row.currency, &row.item_id, units) {
        (Some(code), _, None) => Ok(Amount::new(currency(code)?, minor).into()),
        (None, Some(item), Some(units)) => counted(item, units),
        _ => Err(Unreadable::Missing(format!("what credit {} holds", row.id))),
    };
    Ok(Credit {
        id: Handle::known(&row.id),
        customer: row.customer_id.as_str().into(),
        name: document.name.unwrap_or_default(),
        origin: document.origin,
        issued: held(row.issued, &row.issued_units)?,
        balance: held(row.amount, &row.units)?,
        expires: maybe_instant(row.expires_at)?,
        created: instant(row.created_at)?,
        subscription: row.subscription_id.as_deref().map(Handle::known),
        products: document.scoped_product_ids.iter().map(|id| Arc::from(id.as_str())).collect(),
        state: state_of(&row.state)?,
        source: document.source,
        sold: document.sold,
        log: Vec::new(),
    })
}

fn currency(code: &str) -> Result<Currency, Unreadable> {
    code.parse().map_err(|_| Unreadable::Missing(format!("currency {code}")))
}

fn counted(item: &str, units: &str) -> Result<CreditValue, Unreadable> {
    let count: Ratio =
        units.parse().map_err(|error| Unreadable::Missing(format!("units {units}: {error}")))?;
    Ok(CreditValue::Units(Units { item: item.into(), count }))
}

/// What an entry of the log of a credit put in or took out.
pub(crate) fn logged_value(credit: &CreditRow, log: &Log) -> Result<CreditValue, Unreadable> {
    match (&credit.currency, &log.item_id, &log.units) {
        (Some(code), None, None) => Ok(Amount::new(currency(code)?, log.amount).into()),
        (None, Some(item), Some(units)) => counted(item, units),
        _ => Err(Unreadable::Missing(format!("what entry {} holds", log.id))),
    }
}

/// A value as the columns of a credit, or of its log.
pub(crate) struct ValueColumns {
    pub(crate) kind: &'static str,
    pub(crate) currency: Option<String>,
    pub(crate) minor: i64,
    pub(crate) item: Option<String>,
    pub(crate) units: Option<String>,
}

pub(crate) fn value_columns(value: &CreditValue) -> ValueColumns {
    match value {
        CreditValue::Money(amount) => ValueColumns {
            kind: "AMOUNT",
            currency: Some(amount.currency.code().to_owned()),
            minor: amount.minor,
            item: None,
            units: None,
        },
        CreditValue::Units(units) => ValueColumns {
            kind: "UNITS",
            currency: None,
            minor: 0,
            item: Some(units.item.to_string()),
            units: Some(units.count.to_string()),
        },
    }
}

/// The name of the usage of one component in one period: there is one for each.
pub(crate) fn usage_record(paid: &PaidUsage) -> String {
    let subscription = SubscriptionId::from(paid.subscription.to_string());
    usage_record_of(&subscription, &(&*paid.component).into(), paid.period.start.into())
}

/// The same of a subscription and a component by their ids, by where the period begins.
pub(crate) fn usage_record_of(
    subscription: &SubscriptionId,
    component: &ComponentId,
    start: Moment,
) -> String {
    format!("{subscription}.{component}.{}", start.micros())
}

pub(crate) fn state(credit: &Credit) -> &'static str {
    match credit.state {
        CreditState::Active => "ACTIVE",
        CreditState::Consumed => "CONSUMED",
        CreditState::Expired => "EXPIRED",
        CreditState::Revoked => "REVOKED",
    }
}

fn state_of(word: &str) -> Result<CreditState, Unreadable> {
    Ok(match word {
        "ACTIVE" => CreditState::Active,
        "CONSUMED" => CreditState::Consumed,
        "EXPIRED" => CreditState::Expired,
        "REVOKED" => CreditState::Revoked,
        _ => return Err(Unreadable::Missing(format!("credit state {word}"))),
    })
}

/// The word of an action in the log.
pub(crate) fn action(known: Action) -> &'static str {
    match known {
        Action::Issued => "ISSUED",
        Action::Applied => "APPLIED",
        Action::Restored => "RESTORED",
        Action::Expired => "EXPIRED",
        Action::Revoked => "REVOKED",
        Action::Consumed => "CONSUMED",
    }
}

/// The action that a word of the log stands for.
pub(crate) fn action_of(word: &str) -> Result<Action, Unreadable> {
    let all = [
        Action::Issued,
        Action::Applied,
        Action::Restored,
        Action::Expired,
        Action::Revoked,
        Action::Consumed,
    ];
    let known = all.into_iter().find(|known| action(*known) == word);
    known.ok_or_else(|| Unreadable::Missing(format!("credit action {word}")))
}
