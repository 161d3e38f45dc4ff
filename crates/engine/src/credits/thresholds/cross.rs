//! Notes which balances fell below a threshold by what a decision moved, or are no longer below:
//! each once. It runs in the transaction that moves them, where their customers are held.

use std::collections::BTreeMap;

use billing::credit::CreditValue;
use billing::credit::threshold::crossings;
use billing::fact::FactType;
use calendar::Timestamp;
use money::{Amount, Ratio};
use records::{CreditThresholdId, CustomerId, Object};
use serde_json::json;
use store::credit::threshold::{self, ThresholdRow};

use super::super::shown::{money, number, units};
use crate::{Failure, Session};

/// Something was added to a balance, or taken.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    pub(crate) customer: CustomerId,
    pub(crate) at: Timestamp,
    pub(crate) value: CreditValue,
    pub(crate) adds: bool,
}

/// A crossing that is to be told.
pub(crate) struct Crossed {
    id: CreditThresholdId,
    below: bool,
    values: Object,
}

/// Writes on which side of their thresholds balances are now, after these moves were written.
pub(crate) fn cross(
    session: &mut Session<'_, '_>,
    moves: &[&Move],
) -> Result<Vec<Crossed>, Failure> {
    let mut customers: Vec<CustomerId> = moves.iter().map(|each| each.customer.clone()).collect();
    customers.sort_unstable();
    customers.dedup();
    if customers.is_empty() {
        return Ok(Vec::new());
    }
    let company = session.company_id().to_owned();
    let rows = threshold::active_of(session.tx, &company, customers)?;
    let (mut crossed, mut changed) = (Vec::new(), Vec::new());
    for (row, left) in with_balances(session, rows)? {
        let threshold = value(&row)?;
        let mut moved: Vec<(Timestamp, Ratio)> = moves
            .iter()
            .filter(|each| each.customer == row.customer_id && each.value.is_like(&threshold))
            .map(|each| (each.at, signed(each)))
            .collect();
        moved.sort_by_key(|(at, _)| *at);
        let before = moved.iter().fold(left, |sum, (_, number)| sum - number);
        let found = crossings((&threshold.number(), row.below), before, &moved);
        let Some(last) = found.last() else { continue };
        let fell = found.iter().any(|crossing| crossing.below);
        changed.push(ThresholdRow {
            below: last.below,
            fell_at: if fell { Some(session.now()) } else { row.fell_at },
            updated_at: session.now().max(row.updated_at),
            ..row.clone()
        });
        for crossing in &found {
            let values = told(&row, &crossing.balance)?;
            crossed.push(Crossed { id: row.id.clone(), below: crossing.below, values });
        }
    }
    threshold::change(session.tx, &company, &changed)?;
    Ok(crossed)
}

/// Writes the facts of crossings.
pub(crate) fn tell(session: &mut Session<'_, '_>, all: Vec<Crossed>) -> Result<(), Failure> {
    for Crossed { id, below, values } in all {
        let fact = match below {
            true => FactType::CreditThresholdFell,
            false => FactType::CreditThresholdRecovered,
        };
        session.fact(fact, &id, values)?;
    }
    Ok(())
}

/// What is left of what a threshold is of.
pub(crate) fn left(session: &mut Session<'_, '_>, row: &ThresholdRow) -> Result<Ratio, Failure> {
    let found = with_balances(session, vec![row.clone()])?;
    Ok(found.into_iter().next().map_or(Ratio::ZERO, |(_, left)| left))
}

/// What a threshold says.
pub(crate) fn value(row: &ThresholdRow) -> Result<CreditValue, Failure> {
    match (&row.currency, &row.item_id, &row.units) {
        (None, Some(item), Some(count)) => {
            Ok(CreditValue::of_units(&item.as_str().into(), units(count)?))
        }
        (currency, _, _) => {
            let amount: Amount = money(currency.as_deref().unwrap_or_default(), row.amount)?;
            Ok(amount.into())
        }
    }
}

/// Thresholds with what is left of the credits that they are of, by one statement.
pub(crate) fn with_balances(
    session: &mut Session<'_, '_>,
    rows: Vec<ThresholdRow>,
) -> Result<Vec<(ThresholdRow, Ratio)>, Failure> {
    let mut customers: Vec<CustomerId> = rows.iter().map(|row| row.customer_id.clone()).collect();
    customers.sort_unstable();
    customers.dedup();
    if customers.is_empty() {
        return Ok(Vec::new());
    }
    let company = session.company_id().to_owned();
    let mut sums: BTreeMap<(CustomerId, Option<String>, Option<String>), Ratio> = BTreeMap::new();
    for held in threshold::left_of(session.tx, &company, customers)? {
        let number = match &held.units {
            Some(column) => units(column)?,
            None => Ratio::from(held.amount),
        };
        let key = (held.customer_id, held.currency, held.item_id);
        *sums.entry(key).or_insert(Ratio::ZERO) += &number;
    }
    let with = |row: ThresholdRow| {
        let key = (row.customer_id.clone(), row.currency.clone(), row.item_id.clone());
        let left = sums.get(&key).cloned().unwrap_or(Ratio::ZERO);
        (row, left)
    };
    Ok(rows.into_iter().map(with).collect())
}

fn signed(moved: &Move) -> Ratio {
    match moved.adds {
        true => moved.value.number(),
        false => Ratio::ZERO - moved.value.number(),
    }
}

/// What a fact says of a balance.
fn told(row: &ThresholdRow, balance: &Ratio) -> Result<Object, Failure> {
    let values = match &row.currency {
        Some(currency) => json!({
            "customer_id": row.customer_id,
            "threshold": { "currency": currency, "value_in_cents": row.amount },
            "balance": { "currency": currency, "value_in_cents": number(balance)? },
        }),
        None => json!({
            "customer_id": row.customer_id,
            "item_id": row.item_id,
            "threshold": row.units.as_deref().map(|c| number(&units(c)?)).transpose()?,
            "balance": number(balance)?,
        }),
    };
    Ok(values.as_object().cloned().unwrap_or_default())
}
