//! A new subscription that was checked: what the core decides by, and what is kept of it.

use std::sync::Arc;

use billing::decision::{NewDiscount, Subscribe, Wanted};
use billing::snapshot::{self, Config, Plan};
use records::subscription::SubscriptionStatus;
use records::term::Term;
use records::{Amount, Customer, Moment, Subscription, SubscriptionCreate};

use super::pricings::Bought;
use super::terms::Terms;
use crate::Refusal;

/// Nothing is wrong with it, as far as a body can tell.
pub(crate) struct Draft {
    pub(super) body: SubscriptionCreate,
    pub(crate) customer: Customer,
    pub(crate) bought: Bought,
    /// For each component of each pricing.
    pub(super) configs: Vec<Vec<Config>>,
    pub(super) discounts: Vec<NewDiscount>,
    pub(super) terms: Terms,
}

impl Draft {
    pub(crate) fn body(&self) -> &SubscriptionCreate {
        &self.body
    }

    /// The command, with the plan of each pricing in their order.
    pub(crate) fn subscribe(&self, plans: Vec<Arc<Plan>>) -> Subscribe {
        let body = &self.body;
        let wanted = plans.into_iter().zip(&self.configs).map(|(plan, configs)| Wanted {
            plan,
            configs: configs.clone(),
            // Quantities were checked where their config items stand.
            bounds: Vec::new(),
        });
        let days = |days: Option<i64>| days.and_then(|days| u32::try_from(days).ok());
        Subscribe {
            plans: wanted.collect(),
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
            minimum: self.terms.minimum,
            discounts: self.discounts.clone(),
            trial: None,
            changes: Vec::new(),
        }
    }

    /// The record of the subscription that was decided, without what is filled in at reading.
    pub(crate) fn record(
        &self,
        company: &str,
        bundle: &str,
        own: &snapshot::Subscription,
    ) -> Subscription {
        let body = self.body.clone();
        let created: Moment = own.created.into();
        let at = |at: calendar::Timestamp| Some(Moment::from(at));
        let pricings = self.bought.pricings.iter();
        Subscription {
            arr: wire(own.worth.arr),
            auto_charges: own.auto_charges,
            auto_renews: own.auto_renews,
            billing_anchor_date: at(own.anchor.instant()),
            bundle_pricing_id: Some(bundle.to_owned()),
            company_id: company.to_owned(),
            config_items: body.config_items.unwrap_or_default(),
            created_at: created,
            currency: own.currency.code().to_owned(),
            customer_id: self.customer.id.clone(),
            end_date: own.end.and_then(at),
            group_id: body.group_id,
            id: own.id.to_string(),
            identifier: body.identifier,
            invoice_additional_display_fields: body
                .invoice_additional_display_fields
                .unwrap_or_default(),
            invoice_due_date_from_creation: body.invoice_due_date_from_creation,
            invoice_event_grace_period: body.invoice_event_grace_period,
            invoice_payment_instructions: body.invoice_payment_instructions,
            metadata: body.metadata.unwrap_or_default(),
            minimum_spend: body.minimum_spend,
            mrr: wire(own.worth.mrr),
            next_invoice_date: own.next_turn().and_then(at),
            payment_method_id: body.payment_method_id,
            product_pricing_ids: pricings.map(|pricing| pricing.id.clone()).collect(),
            renewal_date: at(own.renewals.date),
            sales_user_id: body.sales_user_id,
            start_date: own.start.into(),
            status: status(own.status),
            tags: body.tags.unwrap_or_default(),
            term: term(own.term),
            updated_at: created,
            ..Subscription::default()
        }
    }

    /// What the core found wrong, by the fields of the body: it counts pricings where the body
    /// has config items.
    pub(crate) fn refusal(&self, faults: Vec<records::problem::Fault>) -> Refusal {
        let told = faults.into_iter().map(|fault| {
            let pointer = self.pointer(fault.pointer.trim_start_matches('/'));
            records::problem::Fault { pointer, ..fault }
        });
        Refusal::Invalid(told.collect())
    }

    fn pointer(&self, path: &str) -> String {
        let mut parts = path.splitn(3, '/');
        let (field, place, rest) = (parts.next(), parts.next(), parts.next());
        let number = place.and_then(|place| place.parse::<usize>().ok());
        match (field, number) {
            (Some("product_pricing_ids"), Some(number)) => self.bought.pointer(number),
            (Some("config_items"), Some(number)) => {
                let pricing = self.bought.pricings.get(number).map(|pricing| &pricing.id);
                let items = self.body.config_items.as_deref().unwrap_or_default();
                let place = items.iter().position(|item| {
                    let parts = self.bought.pricings.get(number).into_iter();
                    let mut parts = parts.flat_map(|own| &own.product_metric_pricings);
                    item.product_pricing_id.as_ref() == pricing
                        || parts
                            .any(|part| item.product_metric_pricing_id.as_ref() == Some(&part.id))
                });
                match (place, rest) {
                    (None, _) => self.bought.pointer(number),
                    (Some(place), None) => format!("/config_items/{place}"),
                    (Some(place), Some(rest)) => format!("/config_items/{place}/{rest}"),
                }
            }
            _ => format!("/{path}"),
        }
    }
}

fn wire(amount: money::Amount) -> Amount {
    Amount { currency: amount.currency.code().to_owned(), value_in_cents: amount.minor }
}

fn term(term: calendar::Term) -> Option<Term> {
    serde_json::to_value(term).and_then(serde_json::from_value).ok()
}

fn status(status: snapshot::Status) -> SubscriptionStatus {
    match status {
        snapshot::Status::Pending => SubscriptionStatus::Pending,
        snapshot::Status::Active => SubscriptionStatus::Active,
        snapshot::Status::Unpaid => SubscriptionStatus::Unpaid,
        snapshot::Status::Cancelled => SubscriptionStatus::Cancelled,
        snapshot::Status::Ended => SubscriptionStatus::Ended,
    }
}
