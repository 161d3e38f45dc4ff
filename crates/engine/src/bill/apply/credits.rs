//! Rows of credits and their log.

#![deny(clippy::wildcard_enum_match_arm)]

use billing::credit::{Action, Credit};
use billing::fact::{CreditFact, Fact};
use billing::id::{CreditHandle, InvoiceHandle};
use billing::snapshot::Snapshot;
use money::Amount;
use records::{CustomerId, Moment};
use store::credit::{CreditRow, Log};

use super::context::{ApplyContext, differing};
use crate::Failure;
use crate::bill::load::Loaded;
use crate::bill::stored;

/// Everything that changes of the credits of one customer.
#[derive(Default)]
pub(crate) struct Rows {
    pub(crate) created: Vec<CreditRow>,
    pub(crate) changed: Vec<CreditRow>,
    pub(crate) log: Vec<Log>,
}

pub(super) fn rows(
    context: &ApplyContext<'_>,
    loaded: &Loaded,
    after: &Snapshot,
    facts: &[Fact],
) -> Result<Rows, Failure> {
    let mut rows = Rows::default();
    let customer = &loaded.billed.customer_id;
    for (old, known) in differing(&loaded.snapshot.credits, &after.credits, |credit| &credit.id) {
        let row = row(context, customer, known)?;
        match old {
            None => rows.created.push(row),
            Some(_) => rows.changed.push(row),
        }
    }
    for fact in facts {
        let Some((credit, action, amount, invoice)) = entry(fact) else { continue };
        rows.log.push(Log {
            id: context.tools.ids.next("cl_", context.tools.wall.now()),
            credit_id: credit.to_string().into(),
            customer_id: customer.clone(),
            invoice_id: invoice.map(|id| id.to_string().into()),
            action: stored::action(action).to_owned(),
            kind: "AMOUNT".to_owned(),
            amount: amount.minor,
            created_at: context.now,
            note: None,
        });
    }
    Ok(rows)
}

/// What a fact adds to the log of a credit.
fn entry(fact: &Fact) -> Option<(&CreditHandle, Action, Amount, Option<&InvoiceHandle>)> {
    let (id, fact) = match fact {
        Fact::Credit { credit, fact, .. } => (credit, fact),
        Fact::Subscription { .. } | Fact::Invoice { .. } => return None,
    };
    let (action, amount, invoice) = match fact {
        CreditFact::Issued { credit, invoice } => (Action::Issued, credit.issued, invoice.as_ref()),
        CreditFact::Applied { invoice, amount } => (Action::Applied, *amount, Some(invoice)),
        CreditFact::Restored { invoice, amount, .. } => (Action::Restored, *amount, Some(invoice)),
        CreditFact::Expired { amount } => (Action::Expired, *amount, None),
        CreditFact::Revoked { amount, invoice } => (Action::Revoked, *amount, invoice.as_ref()),
    };
    Some((id, action, amount, invoice))
}

fn row(
    context: &ApplyContext<'_>,
    customer: &CustomerId,
    credit: &Credit,
) -> Result<CreditRow, Failure> {
    Ok(CreditRow {
        id: credit.id.to_string().into(),
        customer_id: customer.clone(),
        subscription_id: credit.subscription.as_ref().map(|id| id.to_string().into()),
        kind: "AMOUNT".to_owned(),
        currency: Some(credit.issued.currency.code().to_owned()),
        amount: credit.balance.minor,
        issued: credit.issued.minor,
        state: stored::credit_state(credit).to_owned(),
        expires_at: credit.expires.map(Moment::from),
        version: 1,
        created_at: credit.created.into(),
        updated_at: context.now,
        doc: stored::credit_document(credit)?,
    })
}
