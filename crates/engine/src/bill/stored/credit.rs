//! A credit of money as its row and document.

use std::sync::Arc;

use billing::credit::{Action, Credit, CreditSource, CreditState, Origin};
use billing::id::Handle;
use money::{Amount, Currency};
use serde::{Deserialize, Serialize};
use store::credit::CreditRow;

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
}

pub(crate) fn credit_document(credit: &Credit) -> Result<String, Unreadable> {
    written(&Document {
        name: (!credit.name.is_empty()).then(|| credit.name.clone()),
        origin: credit.origin,
        scoped_product_ids: credit.products.iter().map(|id| id.to_string()).collect(),
        source: credit.source.clone(),
    })
}

/// The credit again; its log stays in the database.
pub(crate) fn credit(row: &CreditRow) -> Result<Credit, Unreadable> {
    let document: Document = read(&row.doc)?;
    let code = row.currency.as_deref().unwrap_or_default();
    let currency: Currency =
        code.parse().map_err(|_| Unreadable::Missing(format!("currency {code}")))?;
    Ok(Credit {
        id: Handle::known(&row.id),
        customer: row.customer_id.as_str().into(),
        name: document.name.unwrap_or_default(),
        origin: document.origin,
        issued: Amount::new(currency, row.issued).into(),
        balance: Amount::new(currency, row.amount).into(),
        expires: maybe_instant(row.expires_at)?,
        created: instant(row.created_at)?,
        subscription: row.subscription_id.as_deref().map(Handle::known),
        products: document.scoped_product_ids.iter().map(|id| Arc::from(id.as_str())).collect(),
        state: state_of(&row.state)?,
        source: document.source,
        log: Vec::new(),
    })
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
