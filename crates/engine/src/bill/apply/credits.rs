//! Rows of credits and their log.

#![deny(clippy::wildcard_enum_match_arm)]

use billing::credit::{Action, Credit, CreditValue};
use billing::fact::{CreditFact, Fact};
use billing::id::{CreditHandle, InvoiceHandle};
use billing::snapshot::Snapshot;
use money::AmountError;
use records::{CustomerId, Moment};
use store::credit::{CreditRow, Log};

use super::context::{ApplyContext, differing};
use crate::Failure;
use crate::bill::load::Loaded;
use crate::bill::stored::{self, Unreadable};

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
    for (old, known) in differing(&loaded.snapshot.credits, &after.credits, |credit| &credit.id) {
        let row = row(context, known)?;
        match old {
            None => rows.created.push(row),
            Some(_) => rows.changed.push(row),
        }
    }
    for fact in facts {
        let Some((credit, action, value, invoice)) = entry(fact) else { continue };
        let amount = value.money().ok_or(Unreadable::from(AmountError::NotMoney))?;
        let known = after.credit(credit).map(|known| CustomerId::from(&*known.customer));
        let whose = known.unwrap_or_else(|| loaded.billed.customer_id.clone());
        rows.log.push(Log {
            id: context.tools.ids.next("cl_", context.tools.wall.now()),
            credit_id: credit.to_string().into(),
            customer_id: whose.clone(),
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
fn entry(fact: &Fact) -> Option<(&CreditHandle, Action, &CreditValue, Option<&InvoiceHandle>)> {
    let (id, fact) = match fact {
        Fact::Credit { credit, fact, .. } => (credit, fact),
        Fact::Subscription { .. } | Fact::Invoice { .. } | Fact::OneTime { .. } => return None,
    };
    let (action, value, invoice) = match fact {
        CreditFact::Issued { credit, invoice } => {
            (Action::Issued, &credit.issued, invoice.as_ref())
        }
        CreditFact::Applied { invoice, value } => (Action::Applied, value, Some(invoice)),
        CreditFact::Restored { invoice, value, .. } => (Action::Restored, value, Some(invoice)),
        CreditFact::Expired { value } => (Action::Expired, value, None),
        CreditFact::Revoked { value, invoice } => (Action::Revoked, value, invoice.as_ref()),
    };
    Some((id, action, value, invoice))
}

fn row(context: &ApplyContext<'_>, credit: &Credit) -> Result<CreditRow, Failure> {
    let (issued, balance) = (credit.issued.money(), credit.balance.money());
    // Units have no column yet: nothing makes a credit of them.
    let money = issued.zip(balance).ok_or(Unreadable::from(AmountError::NotMoney))?;
    let (issued, balance) = money;
    Ok(CreditRow {
        id: credit.id.to_string().into(),
        customer_id: (&*credit.customer).into(),
        subscription_id: credit.subscription.as_ref().map(|id| id.to_string().into()),
        kind: "AMOUNT".to_owned(),
        currency: Some(issued.currency.code().to_owned()),
        amount: balance.minor,
        issued: issued.minor,
        state: stored::credit_state(credit).to_owned(),
        expires_at: credit.expires.map(Moment::from),
        version: 1,
        created_at: credit.created.into(),
        updated_at: context.now,
        doc: stored::credit_document(credit)?,
    })
}
