//! What a fact makes of a credit. What is left of it is the sum of its log.

use std::sync::Arc;

use money::AmountError;

use crate::credit::{Action, Credit, CreditState, CreditValue, LogEntry};
use crate::fact::CreditFact;
use crate::id::{CreditHandle, InvoiceHandle};
use crate::project::known::find;
use crate::snapshot::Snapshot;

pub(crate) fn project(
    snapshot: &mut Snapshot,
    id: &CreditHandle,
    fact: &CreditFact,
) -> Result<(), AmountError> {
    if let CreditFact::Issued { credit, .. } = fact {
        snapshot.minted.note(&credit.id);
        snapshot.credits.push(Arc::new(Credit::clone(credit)));
        let sold = credit.sold.as_ref().and_then(|sold| find(snapshot, &sold.invoice));
        sold.into_iter().for_each(|invoice| invoice.granted.push(credit.id.clone()));
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
        CreditFact::Applied { value, invoice, .. } => {
            log(credit, Action::Applied, value, Some(invoice))
        }
        CreditFact::Restored { value, invoice, expires, .. } => {
            credit.expires = *expires;
            log(credit, Action::Restored, value, Some(invoice))
        }
        CreditFact::Consumed { value, .. } => log(credit, Action::Consumed, value, None),
        CreditFact::Expired { value } => log(credit, Action::Expired, value, None),
        CreditFact::Revoked { value, invoice } => {
            log(credit, Action::Revoked, value, invoice.as_ref())
        }
    }
}

fn log(
    credit: &mut Credit,
    action: Action,
    value: &CreditValue,
    invoice: Option<&InvoiceHandle>,
) -> Result<(), AmountError> {
    credit.balance = match action.adds() {
        true => credit.balance.checked_add(value)?,
        false => credit.balance.checked_sub(value)?,
    };
    credit.state = match action {
        _ if !credit.balance.is_zero() => CreditState::Active,
        Action::Expired => CreditState::Expired,
        Action::Revoked => CreditState::Revoked,
        Action::Issued | Action::Restored | Action::Applied | Action::Consumed => {
            CreditState::Consumed
        }
    };
    credit.log.push(LogEntry { action, value: value.clone(), invoice: invoice.cloned() });
    Ok(())
}
