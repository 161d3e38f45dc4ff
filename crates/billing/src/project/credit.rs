//! What a fact makes of a credit. What is left of it is the sum of its log.

use std::sync::Arc;

use money::{Amount, AmountError};

use crate::credit::{Action, Credit, CreditState, LogEntry};
use crate::fact::CreditFact;
use crate::id::{CreditHandle, InvoiceHandle};
use crate::snapshot::Snapshot;

pub(crate) fn project(
    snapshot: &mut Snapshot,
    id: &CreditHandle,
    fact: &CreditFact,
) -> Result<(), AmountError> {
    if let CreditFact::Issued { credit, .. } = fact {
        snapshot.minted.note(&credit.id);
        snapshot.credits.push(Arc::new(Credit::clone(credit)));
        return Ok(());
    }
    match snapshot.credits.iter_mut().find(|known| known.id == *id) {
        Some(known) => apply(Arc::make_mut(known), fact),
        None => Ok(()),
    }
}

fn apply(credit: &mut Credit, fact: &CreditFact) -> Result<(), AmountError> {
    match fact {
        CreditFact::Issued { credit: issued, .. } => {
            *credit = Credit::clone(issued);
            Ok(())
        }
        CreditFact::Applied { amount, invoice } => {
            log(credit, Action::Applied, *amount, Some(invoice))
        }
        CreditFact::Restored { amount, invoice, expires } => {
            credit.expires = *expires;
            log(credit, Action::Restored, *amount, Some(invoice))
        }
        CreditFact::Expired { amount } => log(credit, Action::Expired, *amount, None),
        CreditFact::Revoked { amount, invoice } => {
            log(credit, Action::Revoked, *amount, invoice.as_ref())
        }
    }
}

fn log(
    credit: &mut Credit,
    action: Action,
    amount: Amount,
    invoice: Option<&InvoiceHandle>,
) -> Result<(), AmountError> {
    credit.balance = match action.adds() {
        true => credit.balance.checked_add(amount)?,
        false => credit.balance.checked_sub(amount)?,
    };
    credit.state = match action {
        Action::Expired => CreditState::Expired,
        Action::Revoked => CreditState::Revoked,
        Action::Issued | Action::Restored | Action::Applied | Action::Consumed => {
            match credit.balance.is_zero() {
                true => CreditState::Consumed,
                false => CreditState::Active,
            }
        }
    };
    credit.log.push(LogEntry { action, amount, invoice: invoice.cloned() });
    Ok(())
}
