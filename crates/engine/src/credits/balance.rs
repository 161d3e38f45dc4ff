//! What can be used now of the credits of a customer, by currency and item.

use std::collections::BTreeMap;

use money::Ratio;
use records::{CreditBalance, Number};

use super::shown;
use crate::{Failure, Session, customers};

pub fn check_balance(session: &mut Session<'_, '_>, key: &str) -> Result<CreditBalance, Failure> {
    let customer = customers::named(session, key)?.id;
    let (company, now) = (session.company_id().to_owned(), session.now());
    let mut amounts: BTreeMap<String, Ratio> = BTreeMap::new();
    let mut units: BTreeMap<String, Ratio> = BTreeMap::new();
    for held in store::credit::held_by(session.tx, &company, &customer, now)? {
        if let Some(currency) = held.currency {
            *amounts.entry(currency).or_insert(Ratio::ZERO) += &Ratio::from(held.amount);
        }
        if let (Some(item), Some(left)) = (held.item_id, held.units) {
            *units.entry(item).or_insert(Ratio::ZERO) += &shown::units(&left)?;
        }
    }
    Ok(CreditBalance { total_amount: numbers(amounts)?, total_units: numbers(units)? })
}

fn numbers(sums: BTreeMap<String, Ratio>) -> Result<BTreeMap<String, Number>, Failure> {
    sums.into_iter().map(|(key, sum)| Ok((key, shown::number(&sum)?))).collect()
}
