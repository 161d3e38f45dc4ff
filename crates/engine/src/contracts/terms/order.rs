//! What a contract asks for, as the use case that carries it out takes it: a new subscription, a
//! change of one, or charges that are bought once. Field names are the same there and here, so
//! that what is wrong is named by the field of the contract.

use billing::command::{AskChange, Subscribe};
use records::one_time::OneTimeCreate;
use records::subscription::change::ChangeRequest;
use records::subscription::discount::SubscriptionDiscount;
use records::{ContractCreate, Moment, Object, SubscriptionCreate, SubscriptionId};
use serde::Serialize;
use serde_json::Value;
use store::subscription::SubscriptionRow;

use crate::one_times::Read as Once;
use crate::refusal::Faults;
use crate::subscriptions::body::{self, Changed, Draft};
use crate::{Failure, Refusal, Session, one_times, subscriptions};

/// What a contract becomes.
pub(crate) enum Order {
    Subscribe(Box<Draft>),
    Change(Box<(SubscriptionRow, Changed)>),
    Once(Box<Once>),
}

/// Which of them it is, by what it asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum OrderKind {
    Subscribe,
    Change,
    Once,
}

impl OrderKind {
    pub(crate) fn of(terms: &ContractCreate) -> OrderKind {
        let listed = terms.product_pricing_ids.as_ref().is_some_and(|ids| !ids.is_empty());
        match (&terms.previous_subscription_id, listed || terms.bundle_pricing_id.is_some()) {
            (Some(_), _) => OrderKind::Change,
            (None, true) => OrderKind::Subscribe,
            (None, false) => OrderKind::Once,
        }
    }
}

/// Reads it as whoever carries it out would, and collects what is wrong with it.
pub(crate) fn read(
    session: &mut Session<'_, '_>,
    terms: &ContractCreate,
    faults: &mut Faults,
) -> Result<Option<Order>, Failure> {
    let now = session.now();
    let made = match OrderKind::of(terms) {
        OrderKind::Subscribe => {
            let sent = fields(&subscription(terms, now))?;
            body::read(session, &sent).map(|draft| Order::Subscribe(Box::new(draft)))
        }
        OrderKind::Once => {
            let sent = fields(&once(terms))?;
            one_times::read(session, &sent).map(|read| Order::Once(Box::new(read)))
        }
        OrderKind::Change => change_read(session, terms, now),
    };
    match made {
        Ok(order) => Ok(Some(order)),
        Err(Failure::Refused(Refusal::Invalid(found))) => {
            found.into_iter().for_each(|fault| faults.add_known(fault));
            Ok(None)
        }
        Err(other) => Err(other),
    }
}

fn change_read(
    session: &mut Session<'_, '_>,
    terms: &ContractCreate,
    now: Moment,
) -> Result<Order, Failure> {
    let id = terms.previous_subscription_id.clone().unwrap_or_default();
    let row = previous(session, &id)?;
    if row.columns.customer_id != terms.customer_id {
        let detail = "This subscription is another customer's.";
        return Err(Refusal::invalid("/previous_subscription_id", "mismatch", detail).into());
    }
    if !row.columns.is_live() && row.columns.status != "PENDING" {
        let detail = "This subscription is over.";
        return Err(Refusal::invalid("/previous_subscription_id", "ended", detail).into());
    }
    let mut inner = Faults::default();
    let changed = subscriptions::read_change(session, &row, change(terms, now), &mut inner)?;
    inner.refuse_any()?;
    Ok(Order::Change(Box::new((row, changed))))
}

fn previous(
    session: &mut Session<'_, '_>,
    id: &SubscriptionId,
) -> Result<SubscriptionRow, Failure> {
    let company = session.company_id().to_owned();
    let row = store::subscription::by_id(session.tx, &company, id)?;
    let unknown = || {
        let detail = "There is no such subscription.";
        Refusal::invalid("/previous_subscription_id", "unknown", detail)
    };
    Ok(row.ok_or_else(unknown)?)
}

impl Order {
    /// The command of a new subscription.
    pub(crate) fn subscribe(
        session: &mut Session<'_, '_>,
        draft: &Draft,
    ) -> Result<Subscribe, Failure> {
        draft.subscribe(session)
    }

    /// The command of a change.
    pub(crate) fn change(
        session: &mut Session<'_, '_>,
        (row, changed): &(SubscriptionRow, Changed),
    ) -> Result<AskChange, Failure> {
        changed.command(session, &row.columns.id)
    }
}

/// The body of a new subscription. What has started is billed from its start.
pub(crate) fn subscription(terms: &ContractCreate, now: Moment) -> SubscriptionCreate {
    let terms = terms.clone();
    SubscriptionCreate {
        auto_charges: terms.auto_charges,
        auto_renews: terms.auto_renews,
        billing_anchor_date: terms.billing_anchor_date,
        bundle_pricing_id: terms.bundle_pricing_id,
        config_items: Some(terms.config_items),
        customer_id: terms.customer_id,
        discounts: terms.discounts.map(|all| all.into_iter().map(discount).collect()),
        generate_past_invoice: terms.start_date.map(|start| start < now),
        invoice_due_date_from_creation: terms.invoice_due_date_from_creation,
        invoice_event_grace_period: terms.invoice_event_grace_period,
        invoice_payment_instructions: terms.invoice_payment_instructions,
        metadata: terms.metadata,
        minimum_spend: terms.minimum_spend,
        onetime_items: terms.onetime_items,
        parent_billed: terms.parent_billed,
        product_pricing_ids: terms.product_pricing_ids.filter(|ids| !ids.is_empty()),
        sales_user_id: terms.sales_user_id,
        scheduled_changes: terms.scheduled_changes,
        start_date: terms.start_date,
        term: terms.term,
        trial: terms.trial,
        trial_term: terms.trial_term,
        ..SubscriptionCreate::default()
    }
}

/// The body of a change: at the start date where no timing is said, and at once where that is past.
pub(crate) fn change(terms: &ContractCreate, now: Moment) -> ChangeRequest {
    let terms = terms.clone();
    let starts_later = terms.change_timing.is_none() && terms.start_date.is_some_and(|at| at > now);
    let timing = match starts_later {
        true => Some("CUSTOM_DATE".to_owned()),
        false => terms.change_timing,
    };
    let named = |text: Option<String>| Value::from(text);
    let custom_change_date = match starts_later {
        true => terms.start_date,
        false => terms.change_custom_date,
    };
    ChangeRequest {
        auto_charges: terms.auto_charges,
        auto_renews: terms.auto_renews,
        bundle_pricing_id: terms.bundle_pricing_id,
        config_items: Some(terms.config_items).filter(|items| !items.is_empty()),
        custom_change_date,
        discounts: terms.discounts.map(|all| all.into_iter().map(discount).collect()),
        metadata: terms.metadata,
        minimum_spend: terms.minimum_spend,
        onetime_items: terms.onetime_items,
        product_pricing_ids: terms.product_pricing_ids.filter(|ids| !ids.is_empty()),
        proration_type: serde_json::from_value(named(terms.change_proration_type)).ok().flatten(),
        relative_term: terms.term.map(|_| true),
        reset_billing_anchor: terms.change_reset_billing_anchor,
        term: terms.term,
        timing: serde_json::from_value(named(timing)).ok().flatten(),
        trial: terms.trial,
        trial_term: terms.trial_term,
        ..ChangeRequest::default()
    }
}

/// The body of charges that are bought once.
pub(crate) fn once(terms: &ContractCreate) -> OneTimeCreate {
    let terms = terms.clone();
    OneTimeCreate {
        auto_charges: terms.auto_charges,
        customer_id: terms.customer_id,
        discounts: terms.discounts.map(|all| all.into_iter().map(discount).collect()),
        invoice_date: terms.start_date,
        invoice_due_date_from_creation: terms.invoice_due_date_from_creation,
        invoice_payment_instructions: terms.invoice_payment_instructions,
        metadata: terms.metadata,
        onetime_items: terms.onetime_items.unwrap_or_default(),
        ..OneTimeCreate::default()
    }
}

fn discount(sent: records::contract::create::DiscountRequest) -> SubscriptionDiscount {
    SubscriptionDiscount {
        amount: sent.amount,
        cap: sent.cap,
        customer_id: sent.customer_id,
        expiration_date: sent.expiration_date,
        import_created_at_ref: sent.import_created_at_ref,
        import_ref: sent.import_ref,
        imported_from: sent.imported_from,
        item_pricing_id: sent.item_pricing_id,
        name: Some(sent.name),
        onetime_billable_id: sent.onetime_billable_id,
        percent: sent.percent,
        product_id: sent.product_id,
        product_pricing_id: sent.product_pricing_id,
        // It begins as the start says.
        state: None,
        subscription_id: sent.subscription_id,
        kind: Some(sent.kind),
    }
}

/// A body as it would have been sent.
pub(crate) fn fields<T: Serialize>(body: &T) -> Result<Object, Failure> {
    let value = serde_json::to_value(body);
    let value = value.map_err(|error| store::Error::Broken(error.to_string()))?;
    let Value::Object(mut fields) = value else { return Ok(Object::new()) };
    fields.retain(|_, value| !value.is_null());
    Ok(fields)
}
