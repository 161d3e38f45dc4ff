//! A new subscription that was checked: what the core decides by, and what is kept of it.

use billing::command::Subscribe;
use records::problem::Fault;
use records::subscription::SubscriptionStatus;
use records::subscription::discount::SubscriptionDiscount;
use records::{CompanyId, Customer, Entitlement, Moment, Subscription, SubscriptionCreate};

use super::ordered::Ordered;
use super::scheduled::Scheduled;
use super::terms::Terms;
use crate::{Failure, Refusal, Session};

/// Nothing is wrong with it, as far as a body can tell.
pub(crate) struct Draft {
    pub(super) body: SubscriptionCreate,
    pub(crate) customer: Customer,
    pub(crate) ordered: Ordered,
    /// Entitlements of its own.
    pub(super) overrides: Vec<Entitlement>,
    /// Changes that come with it, by date.
    pub(crate) scheduled: Vec<Scheduled>,
    pub(super) terms: Terms,
}

impl Draft {
    pub(crate) fn body(&self) -> &SubscriptionCreate {
        &self.body
    }

    /// All discounts that are asked for, those of later changes among them.
    pub(crate) fn discounts(&self) -> impl Iterator<Item = &SubscriptionDiscount> {
        let later = self.body.scheduled_changes.iter().flatten();
        let later = later.flat_map(|change| change.discounts.iter().flatten());
        self.body.discounts.iter().flatten().chain(later)
    }

    /// The command, with the pricing of each pricing in their order.
    pub(crate) fn subscribe(&self, session: &mut Session<'_, '_>) -> Result<Subscribe, Failure> {
        let body = &self.body;
        let changes = self.scheduled.iter().map(|scheduled| scheduled.command(session));
        let changes = changes.collect::<Result<_, _>>()?;
        let days = |days: Option<i64>| days.and_then(|days| u32::try_from(days).ok());
        Ok(Subscribe {
            customer: self.customer.id.as_str().into(),
            pricings: self.ordered.wanted(session)?,
            start: self.terms.start,
            end: self.terms.end,
            anchor: self.terms.anchor,
            renewal: self.terms.renewal,
            term: self.terms.term,
            auto_renews: body.auto_renews.unwrap_or(true),
            auto_charges: body.auto_charges.unwrap_or(false),
            past_invoices: body.generate_past_invoice.unwrap_or(false),
            due_days: days(body.invoice_due_date_from_creation),
            grace: days(body.invoice_event_grace_period).unwrap_or(0),
            minimum: self.ordered.minimum,
            discounts: self.ordered.discounts(),
            trial: self.terms.trial,
            changes,
            untaxed: false,
            onetime_items: self.ordered.onetime_items(),
        })
    }

    /// The record of the subscription that was decided, without what is filled in at reading.
    pub(crate) fn record(
        &self,
        company: &CompanyId,
        bundle: &str,
        subscription: &billing::subscription::Subscription,
    ) -> Subscription {
        let body = self.body.clone();
        let created: Moment = subscription.terms.created.into();
        let at = |at: calendar::Timestamp| Some(Moment::from(at));
        let pricings = self.ordered.bought.pricings.iter();
        Subscription {
            arr: subscription.recurring_revenue.arr,
            auto_charges: subscription.terms.auto_charges,
            auto_renews: subscription.terms.auto_renews,
            billing_anchor_date: at(subscription.terms.anchor.instant()),
            bundle_pricing_id: Some(bundle.to_owned()),
            company_id: company.to_owned(),
            config_items: self.ordered.items.clone(),
            created_at: created,
            currency: subscription.terms.currency.code().to_owned(),
            customer_id: self.customer.id.clone(),
            end_date: subscription.end.and_then(at),
            group_id: body.group_id,
            id: subscription.id.to_string().into(),
            identifier: body.identifier,
            invoice_additional_display_fields: body
                .invoice_additional_display_fields
                .unwrap_or_default(),
            invoice_due_date_from_creation: body.invoice_due_date_from_creation,
            invoice_event_grace_period: body.invoice_event_grace_period,
            invoice_payment_instructions: body.invoice_payment_instructions,
            metadata: body.metadata.unwrap_or_default(),
            minimum_spend: self.ordered.minimum,
            mrr: subscription.recurring_revenue.mrr,
            next_invoice_date: subscription.next_billing_date().and_then(at),
            onetime_items: body.onetime_items.unwrap_or_default(),
            override_entitlements: self.overrides.clone(),
            payment_method_id: body.payment_method_id,
            product_pricing_ids: pricings.map(|pricing| pricing.id.clone()).collect(),
            renewal_date: at(subscription.renewals.date),
            sales_user_id: body.sales_user_id,
            start_date: subscription.terms.start.into(),
            status: status(subscription.status),
            tags: body.tags.unwrap_or_default(),
            term: Some(subscription.terms.term),
            updated_at: created,
            ..Subscription::default()
        }
    }

    /// What the core found wrong, by the fields of the body.
    pub(crate) fn refusal(&self, faults: Vec<Fault>) -> Refusal {
        let pointed = faults.into_iter().map(|fault| {
            let rest = fault.pointer.strip_prefix("/scheduled_changes/");
            let inside = rest.and_then(|rest| rest.split_once('/'));
            let place = inside.and_then(|(place, _)| place.parse::<usize>().ok());
            let change = place.and_then(|place| self.scheduled.get(place));
            match (change, inside) {
                (Some(change), Some((_, path))) => {
                    let place = change.place;
                    let pointer = format!("/{path}");
                    let known = change.ordered.pointed(Fault { pointer, ..fault });
                    let pointer = format!("/scheduled_changes/{place}{}", known.pointer);
                    Fault { pointer, ..known }
                }
                _ => self.ordered.pointed(fault),
            }
        });
        Refusal::Invalid(pointed.collect())
    }
}

fn status(status: billing::subscription::Status) -> SubscriptionStatus {
    match status {
        billing::subscription::Status::Pending => SubscriptionStatus::Pending,
        billing::subscription::Status::Active => SubscriptionStatus::Active,
        billing::subscription::Status::Unpaid => SubscriptionStatus::Unpaid,
        billing::subscription::Status::Cancelled => SubscriptionStatus::Cancelled,
        billing::subscription::Status::Ended => SubscriptionStatus::Ended,
    }
}
