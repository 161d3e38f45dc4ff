//! A subscription as two documents: what was agreed, and how far it has come. The cycle rewrites
//! only the second.

use billing::id::Handle;
use billing::period;
use billing::pricing::Configuration;
use billing::subscription::{Discount, RecurringRevenue, Renewals, Status, Subscription};
use calendar::{Anchor, Term, Timestamp, Zone};
use money::{Amount, Currency};
use records::DisplayField;
use serde::{Deserialize, Serialize};

use super::Unreadable;
use super::lifecycle::{ShownDetails, StoredLifecycle};
use super::pricings::{Pricings, named};
use super::progress::StoredProgress;

/// What was agreed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Terms {
    currency: Currency,
    #[serde(with = "calendar::micros")]
    created: Timestamp,
    #[serde(with = "calendar::micros")]
    start: Timestamp,
    zone: String,
    #[serde(with = "calendar::micros")]
    anchor: Timestamp,
    anchor_day: i8,
    term: Term,
    #[serde(with = "calendar::micros")]
    renewal_base: Timestamp,
    renewal_day: i8,
    auto_renews: bool,
    auto_charges: bool,
    due_days: Option<u32>,
    grace: u32,
    minimum: Option<Amount>,
    plans: Vec<StoredPricing>,
    #[serde(with = "calendar::micros")]
    first_turn: Timestamp,
    #[serde(with = "calendar::micros::optional")]
    past_until: Option<Timestamp>,
    #[serde(default)]
    printed: InvoiceText,
}

/// What invoices of a subscription show and nothing computes with.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct InvoiceText {
    /// The name of the bundle or of the product.
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) display_fields: Vec<DisplayField>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) instructions: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct StoredPricing {
    id: String,
    #[serde(with = "calendar::micros")]
    since: Timestamp,
    configs: Vec<Configuration>,
}

/// How far it has come.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct BillingState {
    status: StoredStatus,
    #[serde(with = "calendar::micros::optional")]
    end: Option<Timestamp>,
    renewal: i64,
    #[serde(with = "calendar::micros")]
    renewal_date: Timestamp,
    #[serde(with = "calendar::micros::optional", default, skip_serializing_if = "Option::is_none")]
    renewed: Option<Timestamp>,
    mrr: i64,
    arr: i64,
    /// Worth nothing any more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    valued: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    discounts: Vec<Discount>,
    progress: StoredProgress,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum StoredStatus {
    Pending,
    Active,
    Unpaid,
    Cancelled,
    Ended,
}

impl Terms {
    pub(crate) fn of(subscription: &Subscription, text: &InvoiceText) -> Terms {
        let pricings = subscription.state.pricings.iter().map(|subscribed| StoredPricing {
            id: subscribed.pricing.id.to_string(),
            since: subscribed.since,
            configs: subscribed
                .components
                .iter()
                .map(|state| Configuration::clone(&state.configuration))
                .collect(),
        });
        Terms {
            currency: subscription.currency,
            created: subscription.created,
            start: subscription.start,
            zone: subscription.anchor.zone().name().to_owned(),
            anchor: subscription.anchor.instant(),
            anchor_day: subscription.anchor.day(),
            term: subscription.term,
            renewal_base: subscription.renewals.base.instant(),
            renewal_day: subscription.renewals.base.day(),
            auto_renews: subscription.auto_renews,
            auto_charges: subscription.auto_charges,
            due_days: subscription.due_days,
            grace: subscription.grace,
            minimum: subscription.minimum,
            plans: pricings.collect(),
            first_turn: subscription.first_billing_date,
            past_until: subscription.past_until,
            printed: text.clone(),
        }
    }

    pub(crate) fn printed(&self) -> &InvoiceText {
        &self.printed
    }

    /// The zone that all its days are of.
    pub(crate) fn zone(&self) -> &str {
        &self.zone
    }

    /// The pricings that it needs to be read again.
    pub(crate) fn pricings(&self) -> impl Iterator<Item = &str> {
        self.plans.iter().map(|plan| plan.id.as_str())
    }

    /// The subscription again, with its pricings, and what the core does not know of its life.
    pub(crate) fn restore(
        self,
        id: &str,
        (state, life): (BillingState, StoredLifecycle),
        plans: &Pricings,
    ) -> Result<(Subscription, ShownDetails), Unreadable> {
        let zone: Zone = self.zone.parse()?;
        let anchor = Anchor::on_day(self.anchor, zone.clone(), self.anchor_day)?;
        let base = Anchor::on_day(self.renewal_base, zone, self.renewal_day)?;
        let pricings = self.plans.into_iter().map(|stored| {
            let pricing = named(plans, &stored.id)?.clone();
            let mismatch = || Unreadable::Missing(format!("what is set for {}", stored.id));
            period::SubscribedPricing::new(pricing, stored.since, stored.configs)
                .map_err(|_| mismatch())
        });
        let pricings = pricings.collect::<Result<_, Unreadable>>()?;
        let amount = |minor| Amount::new(self.currency, minor);
        let (mut lifecycle, notes) = life.restore(self.currency, plans)?;
        lifecycle.valued = state.valued || state.mrr != 0;
        let restored = Subscription {
            id: Handle::Known(id.into()),
            created: self.created,
            status: state.status.into(),
            currency: self.currency,
            start: self.start,
            end: state.end,
            anchor,
            term: self.term,
            renewals: Renewals {
                base,
                next: state.renewal,
                date: state.renewal_date,
                last: state.renewed,
            },
            auto_renews: self.auto_renews,
            auto_charges: self.auto_charges,
            due_days: self.due_days,
            grace: self.grace,
            minimum: self.minimum,
            discounts: state.discounts,
            first_billing_date: self.first_turn,
            past_until: self.past_until,
            state: state.progress.restore(pricings, plans)?,
            lifecycle,
            recurring_revenue: RecurringRevenue { mrr: amount(state.mrr), arr: amount(state.arr) },
            // The column says whether and why it is parked.
            parked: None,
        };
        Ok((restored, notes))
    }
}

/// The pricings that kept terms need to be read again.
pub(crate) fn pricings(terms: &str) -> Result<Vec<String>, Unreadable> {
    #[derive(Deserialize)]
    struct Plans {
        plans: Vec<Named>,
    }
    #[derive(Deserialize)]
    struct Named {
        id: String,
    }
    let named: Plans = super::read(terms)?;
    Ok(named.plans.into_iter().map(|plan| plan.id).collect())
}

impl BillingState {
    pub(crate) fn of(subscription: &Subscription) -> BillingState {
        BillingState {
            status: subscription.status.into(),
            end: subscription.end,
            renewal: subscription.renewals.next,
            renewal_date: subscription.renewals.date,
            renewed: subscription.renewals.last,
            mrr: subscription.recurring_revenue.mrr.minor,
            arr: subscription.recurring_revenue.arr.minor,
            valued: subscription.lifecycle.valued && subscription.recurring_revenue.mrr.is_zero(),
            discounts: subscription.discounts.clone(),
            progress: StoredProgress::of(&subscription.state),
        }
    }
}

impl From<Status> for StoredStatus {
    fn from(status: Status) -> StoredStatus {
        match status {
            Status::Pending => StoredStatus::Pending,
            Status::Active => StoredStatus::Active,
            Status::Unpaid => StoredStatus::Unpaid,
            Status::Cancelled => StoredStatus::Cancelled,
            Status::Ended => StoredStatus::Ended,
        }
    }
}

impl From<StoredStatus> for Status {
    fn from(status: StoredStatus) -> Status {
        match status {
            StoredStatus::Pending => Status::Pending,
            StoredStatus::Active => Status::Active,
            StoredStatus::Unpaid => Status::Unpaid,
            StoredStatus::Cancelled => Status::Cancelled,
            StoredStatus::Ended => Status::Ended,
        }
    }
}

/// The word of a status in its column.
pub(crate) fn status(subscription: &Subscription) -> &'static str {
    match subscription.status {
        Status::Pending => "PENDING",
        Status::Active => "ACTIVE",
        Status::Unpaid => "UNPAID",
        Status::Cancelled => "CANCELLED",
        Status::Ended => "ENDED",
    }
}
