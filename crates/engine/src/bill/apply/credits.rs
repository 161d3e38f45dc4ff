//! Rows of credits and their log.

#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::HashMap;

use billing::credit::{Action, Credit, CreditValue, PaidUsage};
use billing::fact::{CreditFact, Fact};
use billing::id::{CreditHandle, InvoiceHandle};
use billing::snapshot::Snapshot;
use calendar::Timestamp;
use records::{CustomerId, Moment};
use store::credit::{CreditRow, Log};

use super::context::{ApplyContext, differing};
use crate::Failure;
use crate::bill::load::Loaded;
use crate::bill::stored;
use crate::credits::thresholds::cross::Move;

/// Everything that changes of the credits of one customer.
#[derive(Default)]
pub(crate) struct Rows {
    pub(crate) created: Vec<CreditRow>,
    pub(crate) changed: Vec<CreditRow>,
    pub(crate) log: Vec<Log>,
    /// What that does to balances.
    pub(crate) moves: Vec<Move>,
}

pub(super) fn rows(
    context: &ApplyContext<'_>,
    loaded: &Loaded,
    after: &Snapshot,
    facts: &[Fact],
) -> Result<Rows, Failure> {
    let (mut rows, paid) = (Rows::default(), paid_last(facts));
    for (old, known) in differing(&loaded.snapshot.credits, &after.credits, |credit| &credit.id) {
        let metric_record_id = paid.get(&known.id).copied().map(stored::usage_record);
        let row = CreditRow { metric_record_id, ..row(context, known)? };
        match old {
            None => rows.created.push(row),
            Some(_) => rows.changed.push(row),
        }
    }
    for fact in facts {
        let Some(entry) = entry(fact) else { continue };
        let Entry { credit, at, action, value, invoice, usage, note } = entry;
        let known = after.credit(credit).map(|known| CustomerId::from(&*known.customer));
        let whose = known.unwrap_or_else(|| loaded.billed.customer_id.clone());
        let (moved, adds) = (value.clone(), action.adds());
        rows.moves.push(Move { customer: whose.clone(), at, value: moved, adds });
        let value = stored::value_columns(value);
        rows.log.push(Log {
            id: context.tools.ids.next("cl_", context.tools.wall.now()),
            credit_id: credit.to_string().into(),
            customer_id: whose,
            invoice_id: invoice.map(|id| id.to_string().into()),
            action: stored::action(action).to_owned(),
            kind: value.kind.to_owned(),
            amount: value.minor,
            item_id: value.item,
            units: value.units,
            metric_record_id: usage.map(stored::usage_record),
            created_at: context.now,
            note: note.cloned(),
        });
    }
    Ok(rows)
}

/// What a fact adds to the log of a credit.
struct Entry<'a> {
    credit: &'a CreditHandle,
    at: Timestamp,
    action: Action,
    value: &'a CreditValue,
    invoice: Option<&'a InvoiceHandle>,
    usage: Option<&'a PaidUsage>,
    note: Option<&'a String>,
}

fn entry(fact: &Fact) -> Option<Entry<'_>> {
    let (credit, at, fact) = match fact {
        Fact::Credit { credit, at, fact } => (credit, *at, fact),
        Fact::Subscription { .. } | Fact::Invoice { .. } | Fact::OneTime { .. } => return None,
    };
    let (action, value, invoice) = match fact {
        CreditFact::Issued { credit, invoice } => {
            (Action::Issued, &credit.issued, invoice.as_ref())
        }
        CreditFact::Applied { invoice, value, .. } => (Action::Applied, value, Some(invoice)),
        CreditFact::Restored { invoice, value, .. } => (Action::Restored, value, Some(invoice)),
        CreditFact::Consumed { value, .. } => (Action::Consumed, value, None),
        CreditFact::Expired { value } => (Action::Expired, value, None),
        CreditFact::Revoked { value, invoice } => (Action::Revoked, value, invoice.as_ref()),
    };
    let (usage, note) = match fact {
        CreditFact::Consumed { note, .. } => (None, note.as_ref()),
        CreditFact::Applied { usage, .. } | CreditFact::Restored { usage, .. } => {
            (usage.as_ref(), None)
        }
        CreditFact::Issued { .. } | CreditFact::Expired { .. } | CreditFact::Revoked { .. } => {
            (None, None)
        }
    };
    Some(Entry { credit, at, action, value, invoice, usage, note })
}

/// The usage that credits paid last, as far as these facts tell.
fn paid_last(facts: &[Fact]) -> HashMap<&CreditHandle, &PaidUsage> {
    let paid = facts.iter().filter_map(entry).filter(|entry| entry.action == Action::Applied);
    paid.filter_map(|entry| Some((entry.credit, entry.usage?))).collect()
}

fn row(context: &ApplyContext<'_>, credit: &Credit) -> Result<CreditRow, Failure> {
    let issued = stored::value_columns(&credit.issued);
    let balance = stored::value_columns(&credit.balance);
    Ok(CreditRow {
        id: credit.id.to_string().into(),
        customer_id: (&*credit.customer).into(),
        subscription_id: credit.subscription.as_ref().map(|id| id.to_string().into()),
        kind: issued.kind.to_owned(),
        currency: issued.currency,
        amount: balance.minor,
        issued: issued.minor,
        item_id: issued.item,
        units: balance.units,
        issued_units: issued.units,
        metric_record_id: None,
        state: stored::credit_state(credit).to_owned(),
        expires_at: credit.expires.map(Moment::from),
        version: 1,
        created_at: credit.created.into(),
        updated_at: context.now,
        doc: stored::credit_document(credit)?,
    })
}
