//! Changes details of a subscription: what is sent replaces, `null` clears, the rest is kept.
//! Prices and dates are no details.

use std::collections::{BTreeMap, BTreeSet};

use billing::command::{Command, PatchSubscription};
use billing::fact::FactType;
use billing::id::Handle;
use records::{CustomerId, Object, SentAmount, Subscription, SubscriptionId};
use serde_json::Value;
use store::subscription::{Amended, Columns, SubscriptionRow};

use super::body::{NO_PROVIDER, NO_PROVIDER_DETAIL};
use super::create::labels_of;
use super::get::get;
use super::{check, held};
use crate::bill::load::LoadScope;
use crate::bill::stored::InvoiceText;
use crate::bill::{self, Asked, Leaving, Moves};
use crate::customers::entitlements::{self, own};
use crate::customers::{checked_payer, held_payer};
use crate::one_times::route;
use crate::overlay::{laid_over, take_unknown};
use crate::refusal::Faults;
use crate::session::changed;
use crate::{Failure, Refusal, Session};

/// The record as JSON.
pub fn update(session: &mut Session<'_, '_>, key: &str, sent: &Object) -> Result<String, Failure> {
    if let Some(flag) = sent.get("parent_billed") {
        hold_both(session, key, flag == &Value::Bool(true))?;
    }
    let row = held(session, key)?;
    let (id, customer) = (row.columns.id.clone(), row.columns.billed_customer_id.clone());
    let before = record(&row)?;
    let mut fields = sent.clone();
    let unknown = take_unknown(&mut fields, "minimum_spend");
    let values = own::taken(&mut fields);
    let mut after: Subscription = laid_over(&before, &fields)?;
    let mut faults = check(&mut after, sent, unknown);
    if let Some(values) = values {
        let known =
            (before.override_entitlements.as_slice(), before.product_pricing_ids.as_slice());
        after.override_entitlements = own::of_subscription(session, &values, known, &mut faults)?;
    }
    let payer = payer(session, &row, (&before, &after), &mut faults)?;
    faults.refuse_any()?;
    if after == before {
        return get(session, &id);
    }
    let reprinted = reprinted(session, &before, &after, &id)?;
    if reprinted.is_some() || concerns_billing(&before, &after) {
        let command = patch(&id, &before, &after, sent);
        let asked = Asked {
            named: LoadScope { subscriptions: vec![id.clone()], ..LoadScope::default() },
            reprinted,
            ..Asked::new(Command::PatchSubscription(Box::new(command)))
        };
        bill::act(session, &customer, asked)?;
    }
    amend(session, &row, (&before, &after))?;
    let moves = payer != customer;
    tell(session, &id, (&before, &after), moves)?;
    if before.override_entitlements != after.override_entitlements {
        let told = entitlements::follow(session, vec![row.columns.customer_id.clone()])?;
        entitlements::tell(session, told)?;
    }
    if before.parent_billed != after.parent_billed {
        let company = session.company_id().to_owned();
        store::subscription::set_parent_billed(session.tx, &company, &id, after.parent_billed)?;
    }
    if moves {
        let leaving =
            Leaving { subscriptions: vec![(id.clone(), payer.clone())], ..Leaving::default() };
        let by_payer = BTreeMap::from([(customer.clone(), leaving)]);
        let moves = Moves { by_payer, at: session.now() };
        bill::settle_waiting(session, &moves)?;
        bill::let_pay(session, &moves)?;
        moves.payers().iter().try_for_each(|id| bill::due_anew(session, id))?;
        route(session, &row.columns.customer_id)?;
    }
    get(session, &id)
}

/// Holds who pays now and who is to pay, with everybody above its customer.
fn hold_both(session: &mut Session<'_, '_>, key: &str, parent_billed: bool) -> Result<(), Failure> {
    let found = super::named(session, key)?.columns;
    match held_payer(session, &found.customer_id, parent_billed) {
        Ok(_) => Ok(()),
        // Who cannot pay is told with everything else that is wrong.
        Err(Failure::Refused(_)) => Ok(()),
        Err(failure) => Err(failure),
    }
}

/// Who pays from now on.
fn payer(
    session: &mut Session<'_, '_>,
    row: &SubscriptionRow,
    (before, after): (&Subscription, &Subscription),
    faults: &mut Faults,
) -> Result<CustomerId, Failure> {
    if before.parent_billed == after.parent_billed {
        return Ok(row.columns.billed_customer_id.clone());
    }
    checked_payer(session, &row.columns.customer_id, after.parent_billed, faults)
}

/// What billing decides by; it tells of these itself.
const BILLED_BY: &[&str] = &["auto_charges", "invoice_due_date_from_creation", "minimum_spend"];

fn concerns_billing(before: &Subscription, after: &Subscription) -> bool {
    before.auto_charges != after.auto_charges
        || before.invoice_due_date_from_creation != after.invoice_due_date_from_creation
        || before.minimum_spend != after.minimum_spend
}

fn tell(
    session: &mut Session<'_, '_>,
    id: &SubscriptionId,
    (before, after): (&Subscription, &Subscription),
    moves: bool,
) -> Result<(), Failure> {
    let (Ok(old), Ok(new)) = (serde_json::to_value(before), serde_json::to_value(after)) else {
        return Ok(());
    };
    let mut values = changed(&old, &new);
    let is_told = |name: &str| BILLED_BY.contains(&name) || (moves && name == "parent_billed");
    values.retain(|name, _| !is_told(name));
    match values.is_empty() {
        true => Ok(()),
        false => session.fact(FactType::SubscriptionUpdated, id, values),
    }
}

/// The record as far as it is kept with the subscription itself.
fn record(row: &SubscriptionRow) -> Result<Subscription, Failure> {
    let broken = |error: serde_json::Error| store::Error::Broken(error.to_string());
    let subscription: Subscription = serde_json::from_str(&row.doc).map_err(broken)?;
    let columns = &row.columns;
    Ok(Subscription {
        auto_charges: columns.auto_charges,
        group_id: columns.group_id.clone(),
        identifier: columns.identifier.clone(),
        parent_billed: columns.parent_billed,
        payment_method_id: columns.payment_method_id.clone(),
        currency: columns.currency.clone(),
        ..subscription
    })
}

fn check(after: &mut Subscription, sent: &Object, unknown: Option<SentAmount>) -> Faults {
    let mut faults = Faults::default();
    check::identifier(after.identifier.as_deref(), &mut faults);
    check::metadata(Some(&after.metadata), &mut faults);
    let asks = |value: &Value| match value {
        Value::Null | Value::Bool(false) => false,
        Value::Array(list) => !list.is_empty(),
        _ => true,
    };
    if sent.get("payment_method_id").is_some_and(asks) {
        faults.add("/payment_method_id", NO_PROVIDER, NO_PROVIDER_DETAIL);
    }
    if let Some(minimum) = unknown.or_else(|| after.minimum_spend.map(SentAmount::from)) {
        if minimum.minor < 0 {
            let pointer = "/minimum_spend/value_in_cents";
            faults.add(pointer, "negative", "It must not be below zero.");
        }
        if minimum.currency != after.currency {
            let detail = format!("The subscription is in {}.", after.currency);
            faults.add("/minimum_spend/currency", "currency_mismatch", detail);
        }
    }
    let mut seen = BTreeSet::new();
    after.tags.retain(|tag| seen.insert(tag.clone()));
    faults
}

/// What of it billing has to know.
fn patch(
    id: &SubscriptionId,
    before: &Subscription,
    after: &Subscription,
    sent: &Object,
) -> PatchSubscription {
    let days = after.invoice_due_date_from_creation.and_then(|days| u32::try_from(days).ok());
    let differs = before.minimum_spend != after.minimum_spend;
    PatchSubscription {
        subscription: Handle::known(id),
        auto_charges: Some(after.auto_charges),
        due_days: sent.contains_key("invoice_due_date_from_creation").then_some(days),
        minimum: differs.then_some(after.minimum_spend),
    }
}

/// What its invoices show from now on, where that changes.
fn reprinted(
    session: &mut Session<'_, '_>,
    before: &Subscription,
    after: &Subscription,
    id: &SubscriptionId,
) -> Result<Option<(SubscriptionId, InvoiceText)>, Failure> {
    let same = before.invoice_additional_display_fields == after.invoice_additional_display_fields
        && before.invoice_payment_instructions == after.invoice_payment_instructions;
    if same {
        return Ok(None);
    }
    let name = bill::printed_name(session, id)?;
    let text = InvoiceText {
        name,
        display_fields: after.invoice_additional_display_fields.clone(),
        instructions: after.invoice_payment_instructions.clone(),
    };
    Ok(Some((id.to_owned(), text)))
}

/// Writes document and columns; what billing changed of the row stays as it has it.
fn amend(
    session: &mut Session<'_, '_>,
    row: &SubscriptionRow,
    (before, after): (&Subscription, &Subscription),
) -> Result<(), Failure> {
    let company = session.company_id().to_owned();
    let columns = Columns {
        identifier: after.identifier.clone(),
        auto_charges: after.auto_charges,
        group_id: after.group_id.clone(),
        payment_method_id: after.payment_method_id.clone(),
        updated_at: session.now().max(row.columns.updated_at),
        ..row.columns.clone()
    };
    let customer = store::customer::by_id(session.tx, &company, &row.columns.customer_id)?;
    let currency = session.company().preferred_currency.clone();
    let customer = customer
        .map(|customer_row| customer_row.record(&currency))
        .transpose()?
        .unwrap_or_default();
    let doc = store::document::stored(after, Subscription::IN_COLUMNS)?;
    let amended = Amended {
        columns: &columns,
        doc: &doc,
        labels: (&labels_of(before), &labels_of(after)),
        names: &store::customer::names(&customer),
    };
    store::subscription::amend(session.tx, &company, amended).map_err(taken)?;
    // What the cycle has decided meanwhile may rewrite the document that it has read.
    Ok(store::billed::touch(session.tx, &company, &row.columns.billed_customer_id)?)
}

fn taken(error: store::Error) -> Failure {
    match &error {
        store::Error::Taken(key) if key.contains("identifier") => {
            let detail = "Another subscription of this company has this identifier.";
            Refusal::conflict("identifier_taken", detail).into()
        }
        _ => error.into(),
    }
}
