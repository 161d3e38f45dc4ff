//! Gives a customer a credit as a request asks for it.

use std::collections::BTreeSet;

use billing::command::{AppliesTo, Command, Consume, Grant};
use billing::credit::{CreditValue, Origin};
use billing::fact::Fact;
use billing::id::Handle;
use records::credit::CreditState;
use records::{Credit, CreditCreate, CreditId, Customer, CustomerId, Object, Product};
use serde_json::Value;
use store::catalog::Stored;
use store::credit::Imported;
use store::label::Label;
use store::search::Subject;

use super::get::get;
use super::value::{self, SentValue};
use super::whose;
use crate::bill::load::LoadScope;
use crate::bill::{self, Asked};
use crate::refusal::Faults;
use crate::subscriptions::body::{instant, parsed, paying};
use crate::{Failure, Refusal, Session};

pub fn create(session: &mut Session<'_, '_>, sent: &Object) -> Result<Credit, Failure> {
    let mut fields = sent.clone();
    // A body whose misshapen fields were left out may lack what is required.
    fields.entry("customer_id").or_insert_with(|| Value::String(String::new()));
    let body: CreditCreate = parsed(fields)?;
    let mut faults = Faults::default();
    let customer = paying(session, &body.customer_id, &mut faults)?;
    let of = whose::subscription(session, &customer, body.subscription_id.as_ref(), &mut faults)?;
    let grant = read(session, &body, &customer, &mut faults)?;
    faults.refuse_any()?;
    let missing = || Refusal::invalid("/type", "required", "`type` is required.");
    let grant = grant.ok_or_else(missing)?;
    let named = match &grant.applies_to {
        AppliesTo::These(_) => body.apply_to_open_invoices.as_ref(),
        AppliesTo::Nothing | AppliesTo::All => None,
    };
    let first = named.and_then(|named| named.invoice_uuids.as_ref()?.first());
    let payer = match of {
        Some(payer) => payer,
        None => whose::invoice(session, &customer.id, first)?.unwrap_or(customer.id.clone()),
    };
    whose::hold(session, &customer.id, &payer)?;
    let (value, subscription) = (grant.value.clone(), body.subscription_id.clone());
    let named = LoadScope {
        subscriptions: subscription.into_iter().collect(),
        customers: (payer != customer.id).then(|| customer.id.clone()).into_iter().collect(),
        ..LoadScope::default()
    };
    let asked = Asked { named, ..Asked::new(Command::Grant(Box::new(grant))) };
    let facts = bill::act(session, &payer, asked)?;
    let issued = facts.iter().rev().find_map(Fact::credit_issued).map(|made| made.id.to_string());
    let id: CreditId = issued.unwrap_or_default().into();
    import(session, &id, &body)?;
    become_of(session, &customer.id, &id, (body.state.unwrap_or_default(), value))?;
    get(session, &id)
}

/// The body as the core takes it.
fn read(
    session: &mut Session<'_, '_>,
    body: &CreditCreate,
    customer: &Customer,
    faults: &mut Faults,
) -> Result<Option<Grant>, Failure> {
    let sent = SentValue {
        kind: body.kind,
        amount: body.amount.as_ref(),
        units: body.units.as_ref(),
        item_id: body.item_id.as_ref(),
    };
    let value = value::read(session, &sent, faults)?;
    let expires = instant(body.expiration_date, "/expiration_date", faults);
    if body.expiration_date.is_some_and(|date| date <= session.now()) {
        faults.add("/expiration_date", "in_the_past", "It must lie in the future.");
    }
    let products = products(session, body, faults)?;
    let applies_to = applies_to(body);
    match body.state.unwrap_or_default() {
        CreditState::Expired => {
            let detail = "A credit expires at its `expiration_date`.";
            faults.add("/state", "mismatch", detail);
        }
        CreditState::Consumed | CreditState::Revoked if applies_to != AppliesTo::Nothing => {
            let detail = "Nothing is left of it that could be applied.";
            faults.add("/apply_to_open_invoices", "mismatch", detail);
        }
        CreditState::Active | CreditState::Consumed | CreditState::Revoked => {}
    }
    Ok(value.map(|value| Grant {
        customer: customer.id.as_str().into(),
        name: body.name.clone().unwrap_or_default(),
        value,
        origin: Origin::Grant,
        expires,
        subscription: body.subscription_id.as_deref().map(Handle::known),
        products: products.iter().map(|id| id.as_str().into()).collect(),
        applies_to,
    }))
}

fn products(
    session: &mut Session<'_, '_>,
    body: &CreditCreate,
    faults: &mut Faults,
) -> Result<Vec<String>, Failure> {
    let mut ids = body.scoped_product_ids.clone().unwrap_or_default();
    let company = session.company_id().to_owned();
    let found: Vec<Stored<Product>> = match ids.is_empty() {
        true => Vec::new(),
        false => store::catalog::by_ids(session.tx, &company, ids.clone())?,
    };
    for (place, id) in ids.iter().enumerate() {
        if !found.iter().any(|stored| stored.record.id == *id) {
            let pointer = format!("/scoped_product_ids/{place}");
            faults.add(&pointer, "unknown", "There is no such product.");
        }
    }
    let mut seen = BTreeSet::new();
    ids.retain(|id| seen.insert(id.clone()));
    Ok(ids)
}

fn applies_to(body: &CreditCreate) -> AppliesTo {
    let Some(wanted) = body.apply_to_open_invoices.as_ref().filter(|wanted| wanted.enable) else {
        return AppliesTo::Nothing;
    };
    match wanted.invoice_uuids.as_deref().unwrap_or_default() {
        [] => AppliesTo::All,
        ids => AppliesTo::These(ids.iter().map(|id| Handle::known(id)).collect()),
    }
}

/// Writes where it was before; an import that runs twice makes nothing new.
fn import(
    session: &mut Session<'_, '_>,
    id: &CreditId,
    body: &CreditCreate,
) -> Result<(), Failure> {
    let company = session.company_id().to_owned();
    if let (Some(from), Some(reference)) = (&body.imported_from, &body.import_ref) {
        let marks = BTreeSet::from([Label::new(from, reference)]);
        let subject = Subject { company: &company, kind: store::credit::KIND, id };
        if !store::mark::take(session.tx, subject, "import_ref", &marks)?.is_empty() {
            let detail = "A credit with this `imported_from` and `import_ref` exists already.";
            return Err(Refusal::conflict("already_imported", detail).into());
        }
    }
    let imported = Imported {
        id: id.clone(),
        imported_from: body.imported_from.clone(),
        import_ref: body.import_ref.clone(),
        import_created_at_ref: body.import_created_at_ref,
    };
    match (&imported.imported_from, &imported.import_ref, imported.import_created_at_ref) {
        (None, None, None) => Ok(()),
        _ => Ok(store::credit::set_import(session.tx, &company, &imported)?),
    }
}

/// A credit that was used up or taken back where it was before.
fn become_of(
    session: &mut Session<'_, '_>,
    customer: &CustomerId,
    id: &CreditId,
    (state, value): (CreditState, CreditValue),
) -> Result<(), Failure> {
    let credit = Handle::known(id);
    let command = match state {
        CreditState::Active | CreditState::Expired => return Ok(()),
        CreditState::Revoked => Command::RevokeCredit(credit),
        CreditState::Consumed => Command::Consume(Box::new(Consume {
            customer: customer.as_str().into(),
            value,
            credit: Some(credit),
            subscription: None,
            note: None,
        })),
    };
    bill::act(session, customer, Asked::new(command)).map(|_| ())
}
