//! Rows of subscriptions, as they were and as they will be.

use crate::bill::apply::moving::Moving;
use std::collections::{BTreeSet, HashMap};

use billing::fact::Fact;
use billing::id::SubscriptionHandle;
use billing::invoice::PendingLines;
use billing::snapshot::Snapshot;
use billing::subscription::{Discount, Subscription};
use records::{CustomerId, Moment, SubscriptionId};
use store::customer::Revenue;
use store::subscription::{Columns, New, Parked};

use super::changed::{self};
use super::columns::follow;
use super::context::{ApplyContext, differing};
use super::invoices;
use super::revenue::revenue;
use super::uses::{Use, agreed_to, counts, used, uses_of};
use crate::Failure;
use crate::bill::load::{Loaded, Shown};
use crate::bill::stored::{
    self, InvoiceText, ShownDetails, StoredProgress, StoredTerms, Unreadable,
};

/// Everything that changes of the subscriptions of one customer.
#[derive(Default)]
pub(crate) struct Rows {
    pub(crate) created: Vec<New>,
    pub(crate) moved: Vec<Moving>,
    pub(crate) revenue: Option<Revenue>,
    /// Customers whose worth is added up again from all that they have, whoever pays for it.
    pub(crate) recounted: BTreeSet<CustomerId>,
    /// What is in use from now on, or is not any more.
    pub(crate) uses: Vec<Use>,
}

impl Rows {
    /// The customers of those that may grant something else from now on.
    pub(super) fn granting(&self) -> impl Iterator<Item = &CustomerId> {
        let created = self.created.iter().map(|new| &new.columns).filter(|new| new.is_live());
        let moved = self.moved.iter().filter(|moving| moving.grants_anew());
        created.chain(moved.map(|moving| &moving.after)).map(|columns| &columns.customer_id)
    }
}

/// What was decided, as far as subscriptions follow it.
pub(super) struct Decided<'a> {
    pub(super) facts: &'a [Fact],
    /// What only the interface knows.
    pub(super) notes: &'a HashMap<SubscriptionHandle, ShownDetails>,
    pub(super) invoices: &'a [invoices::Row],
    pub(super) pending_lines: &'a PendingLines,
}

impl Decided<'_> {
    /// The document of the life of a subscription, with its lines that wait.
    fn life(
        &self,
        subscription: &Subscription,
        notes: &ShownDetails,
    ) -> Result<Option<String>, Unreadable> {
        let pending_lines = self.pending_lines.of(&subscription.id);
        stored::life(&subscription.lifecycle, pending_lines, notes)
    }

    /// Whether it is over, and lines of it wait for an invoice.
    fn waits(&self, subscription: &Subscription) -> bool {
        subscription.is_over() && !self.pending_lines.of(&subscription.id).is_empty()
    }

    /// What only the interface knows of a subscription, with what the last change brought.
    fn notes(&self, subscription: &Subscription) -> ShownDetails {
        let mut notes = self.notes.get(&subscription.id).cloned().unwrap_or_default();
        let mut changed = self.facts.iter().filter_map(Fact::subscription_changed);
        let made = changed.any(|after| after.id == subscription.id);
        let last = subscription.lifecycle.changed.as_ref().filter(|_| made);
        if let Some(note) = last.and_then(|change| notes.changes.get_mut(&change.id.to_string())) {
            note.config.arr = Some(subscription.recurring_revenue.arr);
        }
        notes
    }
}

pub(super) fn rows(
    context: &ApplyContext<'_>,
    loaded: &Loaded,
    after: &Snapshot,
    decided: &Decided<'_>,
) -> Result<Rows, Failure> {
    let mut rows = Rows::default();
    let before = &loaded.snapshot;
    let mut worth_moved = BTreeSet::new();
    for (old, subscription) in
        differing(&before.subscriptions, &after.subscriptions, |subscription| &subscription.id)
    {
        let id = SubscriptionId::from(subscription.id.to_string());
        let past_due = decided.invoices.iter().filter_map(|row| row.past_due_of(&id)).min();
        rows.uses.extend(agreed_to(old, subscription));
        match old {
            None => {
                worth_moved.extend(subscription.is_live().then(|| of(subscription)));
                let new = created(context, loaded, subscription, (past_due, decided))?;
                let bundle = new.columns.bundle_pricing_id.clone();
                rows.uses.extend(counts(subscription).then(|| used(subscription, bundle, 1)));
                rows.created.push(new);
            }
            Some(old) => {
                let Some(shown) = loaded.shown.get(&id) else { continue };
                let differs = old.recurring_revenue != subscription.recurring_revenue
                    || old.is_live() != subscription.is_live();
                worth_moved.extend(differs.then(|| of(subscription)));
                let moving = moved(context, (old, subscription), shown, (past_due, decided))?;
                rows.uses.extend(uses_of((old, subscription), &moving));
                rows.moved.push(moving);
            }
        }
    }
    let customer = &loaded.billed.customer_id;
    // What one without a parent has is all here.
    let is_whole = loaded.customers.get(customer).is_some_and(|it| it.parent_customer_id.is_none());
    if is_whole && worth_moved.remove(customer) {
        let revenue = revenue(customer, &context.company.preferred_currency, after)?;
        rows.revenue = Some(Revenue { updated_at: Some(context.now), ..revenue });
    }
    rows.recounted = worth_moved;
    Ok(rows)
}

/// Whose a subscription is.
fn of(subscription: &Subscription) -> CustomerId {
    (&*subscription.customer).into()
}

/// The discounts less what was used of them, which is nobody's business outside.
fn agreed_on(subscription: &Subscription) -> Vec<Discount> {
    subscription
        .discounts
        .iter()
        .map(|discount| Discount { used: None, ..discount.clone() })
        .collect()
}

fn invoice_text<'a>(
    context: &'a ApplyContext<'_>,
    id: &SubscriptionId,
    shown: &'a Shown,
) -> &'a InvoiceText {
    match &context.reprinted {
        Some((of, text)) if of == id => text,
        _ => &shown.text,
    }
}

fn created(
    context: &ApplyContext<'_>,
    loaded: &Loaded,
    subscription: &Subscription,
    (past_due_at, decided): (Option<Moment>, &Decided<'_>),
) -> Result<New, Failure> {
    let (mut text, mut row) = match &context.fresh {
        Some(fresh) => (fresh.text.clone(), (fresh.keep)(subscription)?),
        None => Default::default(),
    };
    let notes = decided.notes(subscription);
    if changed::is_rewritten(&subscription.id, decided.facts) {
        let now =
            changed::rewritten((subscription, subscription), &row.doc, decided.facts, &notes)?;
        (row.doc, row.labels) = (now.doc, now.labels.1);
        row.bundle_pricing_id = now.bundle_pricing_id.or(row.bundle_pricing_id);
        row.payment_method_id = now.payment_method_id.or(row.payment_method_id);
        text.name = now.name.unwrap_or(text.name);
    }
    let customer = &of(subscription);
    let columns = Columns {
        customer_id: customer.clone(),
        billed_customer_id: loaded.billed.customer_id.clone(),
        parent_billed: row.parent_billed,
        identifier: row.identifier,
        bundle_pricing_id: row.bundle_pricing_id,
        group_id: row.group_id,
        payment_method_id: row.payment_method_id,
        sales_user_id: row.sales_user_id,
        past_due_at,
        waits: decided.waits(subscription),
        version: 1,
        updated_at: context.now,
        ..Columns::default()
    };
    Ok(New {
        columns: follow(subscription, columns),
        copied: row.copied,
        doc: row.doc,
        discounts: super::discounts::answered(context, subscription, customer)?,
        terms: stored::written(&StoredTerms::of(subscription, &text))?,
        progress: stored::written(&StoredProgress::of(subscription))?,
        life: decided.life(subscription, &notes)?,
        labels: row.labels,
        names: row.names,
    })
}

fn moved(
    context: &ApplyContext<'_>,
    (old, subscription): (&Subscription, &Subscription),
    shown: &Shown,
    (past_due, decided): (Option<Moment>, &Decided<'_>),
) -> Result<Moving, Failure> {
    let before = &shown.columns;
    let notes = decided.notes(subscription);
    let rewritten = match (changed::is_rewritten(&subscription.id, decided.facts), &shown.doc) {
        (true, Some(doc)) => {
            Some(changed::rewritten((old, subscription), doc, decided.facts, &notes)?)
        }
        (true, None) => return Err(lost(&before.id)),
        (false, _) => None,
    };
    let shows = rewritten.as_ref();
    // What an invoice uses of a discount, or gives back, is logged of the invoice alone.
    let concerned = decided.facts.iter().any(|fact| fact.subscription() == Some(&subscription.id));
    let at = if concerned { context.now } else { before.updated_at };
    let bundle = shows.and_then(|rewritten| rewritten.bundle_pricing_id.clone());
    let method = shows.and_then(|rewritten| rewritten.payment_method_id.clone());
    let columns = Columns {
        parked: parked(context, subscription, before),
        past_due_at: [before.past_due_at, past_due].into_iter().flatten().min(),
        waits: decided.waits(subscription),
        updated_at: at.max(before.updated_at),
        bundle_pricing_id: bundle.or_else(|| before.bundle_pricing_id.clone()),
        payment_method_id: method.or_else(|| before.payment_method_id.clone()),
        ..before.clone()
    };
    let after = follow(subscription, columns);
    let mut text = invoice_text(context, &before.id, shown).clone();
    if let Some(name) = shows.and_then(|rewritten| rewritten.name.clone()) {
        text.name = name;
    }
    let agreed = old.terms != subscription.terms
        || rewritten.is_some()
        || context.reprinted.as_ref().is_some_and(|(of, _)| *of == before.id);
    let other =
        old.discounts != subscription.discounts && agreed_on(old) != agreed_on(subscription);
    let life = decided.life(subscription, &notes)?;
    Ok(Moving {
        before: before.clone(),
        after,
        progress: stored::written(&StoredProgress::of(subscription))?,
        terms: agreed
            .then(|| stored::written(&StoredTerms::of(subscription, &text)))
            .transpose()?,
        discounts: other
            .then(|| super::discounts::answered(context, subscription, &before.customer_id))
            .transpose()?,
        life: (life != shown.life).then_some(life),
        rewritten,
    })
}

fn lost(id: &str) -> Failure {
    let detail = format!("the document of the subscription {id} was not read");
    Failure::Store(store::Error::Broken(detail))
}

fn parked(
    context: &ApplyContext<'_>,
    subscription: &Subscription,
    before: &Columns,
) -> Option<Parked> {
    let reason = subscription.parked.as_ref()?;
    match &before.parked {
        Some(known) if known.reason == *reason => Some(known.clone()),
        _ => Some(Parked {
            id: context.tools.ids.next("park_", context.tools.wall.now()),
            at: context.now,
            reason: reason.clone(),
        }),
    }
}
