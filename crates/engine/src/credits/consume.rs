//! Uses credits outside of any invoice: all that is asked for, or nothing.

use std::collections::BTreeSet;

use billing::command::{Command, Consume};
use billing::fact::Fact;
use billing::id::Handle;
use records::{Credit, CreditConsume, CreditId, Object};
use serde_json::Value;

use super::shown::shown;
use super::value::{self, SentValue};
use super::whose;
use crate::bill::load::LoadScope;
use crate::bill::{self, Asked};
use crate::refusal::Faults;
use crate::subscriptions::body::{parsed, paying};
use crate::{Failure, Refusal, Session};

/// Answers the credits that were used, as they are then, the oldest first.
pub fn consume(session: &mut Session<'_, '_>, sent: &Object) -> Result<Vec<Credit>, Failure> {
    let mut fields = sent.clone();
    // A body whose misshapen fields were left out may lack what is required.
    fields.entry("customer_id").or_insert_with(|| Value::String(String::new()));
    let body: CreditConsume = parsed(fields)?;
    let mut faults = Faults::default();
    let customer = paying(session, &body.customer_id, &mut faults)?;
    let of = whose::subscription(session, &customer, body.subscription_id.as_ref(), &mut faults)?;
    let sent = SentValue {
        kind: body.kind,
        amount: body.amount.as_ref(),
        units: body.units.as_ref(),
        item_id: body.item_id.as_ref(),
    };
    let value = value::read(session, &sent, &mut faults)?;
    faults.refuse_any()?;
    let missing = || Refusal::invalid("/type", "required", "`type` is required.");
    let payer = of.unwrap_or_else(|| customer.id.clone());
    whose::hold(session, &customer.id, &payer)?;
    let named = LoadScope {
        subscriptions: body.subscription_id.iter().cloned().collect(),
        customers: (payer != customer.id).then(|| customer.id.clone()).into_iter().collect(),
        ..LoadScope::default()
    };
    let command = Consume {
        customer: customer.id.as_str().into(),
        value: value.ok_or_else(missing)?,
        credit: body.credit_id.as_deref().map(Handle::known),
        subscription: body.subscription_id.as_deref().map(Handle::known),
        note: body.note.filter(|note| !note.trim().is_empty()),
    };
    let asked = Asked { named, ..Asked::new(Command::Consume(Box::new(command))) };
    let facts = bill::act(session, &payer, asked)?;
    let used: BTreeSet<CreditId> = facts.iter().filter_map(consumed).collect();
    let company = session.company_id().to_owned();
    let mut rows = store::credit::by_ids(session.tx, &company, used.into_iter().collect())?;
    rows.sort_by(|a, b| (a.created_at, &a.id).cmp(&(b.created_at, &b.id)));
    shown(session, rows)
}

fn consumed(fact: &Fact) -> Option<CreditId> {
    match fact {
        Fact::Credit { credit, .. } => Some(credit.to_string().into()),
        Fact::Subscription { .. } | Fact::Invoice { .. } | Fact::OneTime { .. } => None,
    }
}
