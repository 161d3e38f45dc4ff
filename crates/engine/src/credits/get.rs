//! One credit as it is now.

use money::UnknownCurrency;
use records::credit::{CreditState, CreditType};
use records::{Amount, Credit, CreditId};
use store::credit::CreditRow;

use crate::bill::stored;
use crate::engine::found;
use crate::{Failure, Session};

pub fn get(session: &mut Session<'_, '_>, id: &CreditId) -> Result<Credit, Failure> {
    let company = session.company_id().to_owned();
    let row = store::credit::by_ids(session.tx, &company, vec![id.clone()])?.pop();
    shown(found(row, "credit", id)?)
}

fn shown(row: CreditRow) -> Result<Credit, Failure> {
    let document: Credit = stored::read(&row.doc)?;
    let unknown = |error: UnknownCurrency| store::Error::Broken(error.to_string());
    let currency = row.currency.as_deref().map(str::parse).transpose().map_err(unknown)?;
    let money = |minor: i64| Some(Amount::new(currency?, minor));
    Ok(Credit {
        amount: money(row.amount),
        created_at: row.created_at,
        customer_id: row.customer_id.clone(),
        expiration_date: row.expires_at,
        issued_amount: money(row.issued),
        kind: match row.kind.as_str() {
            "UNITS" => CreditType::Units,
            _ => CreditType::Amount,
        },
        state: match row.state.as_str() {
            "CONSUMED" => CreditState::Consumed,
            "EXPIRED" => CreditState::Expired,
            "REVOKED" => CreditState::Revoked,
            _ => CreditState::Active,
        },
        subscription_id: row.subscription_id.clone(),
        id: row.id,
        ..document
    })
}
