//! A threshold as it is answered.

use records::CreditThreshold;
use records::credit::threshold::ThresholdState;
use store::credit::threshold::ThresholdRow;

use super::super::shown::{kind, money, number, units};
use crate::Failure;

pub(super) fn shown(row: &ThresholdRow) -> Result<CreditThreshold, Failure> {
    let amount = row.currency.as_deref().map(|code| money(code, row.amount)).transpose()?;
    let count = row.units.as_deref().map(|column| number(&units(column)?)).transpose()?;
    Ok(CreditThreshold {
        amount,
        below: row.below,
        created_at: row.created_at,
        customer_id: row.customer_id.clone(),
        fell_at: row.fell_at,
        id: row.id.clone(),
        item_id: row.item_id.clone(),
        state: match row.state == "ACTIVE" {
            true => ThresholdState::Active,
            false => ThresholdState::Removed,
        },
        kind: kind(&row.kind)?,
        units: count,
        updated_at: row.updated_at,
    })
}
