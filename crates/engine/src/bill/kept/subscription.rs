//! A subscription as two documents: what was agreed, and how far it has come. The cycle rewrites
//! only the second.

use std::sync::Arc;

use billing::id::Handle;
use billing::period::Progress;
use billing::pricing::Config;
use billing::subscription::{Discount, PlanState, Renewals, Status, Subscription, Worth};
use calendar::{Anchor, Term, Timestamp, Zone};
use money::{Amount, Currency};
use records::DisplayField;
use serde::{Deserialize, Serialize};

use super::Unreadable;
use super::life::{KeptLife, Notes};
use super::plans::Plans;

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
    plans: Vec<KeptPlan>,
    #[serde(with = "calendar::micros")]
    first_turn: Timestamp,
    #[serde(with = "calendar::micros::optional")]
    past_until: Option<Timestamp>,
    #[serde(default)]
    printed: Printed,
}

/// What invoices of a subscription show and nothing computes with.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Printed {
    /// The name of the bundle or of the product.
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) display_fields: Vec<DisplayField>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) instructions: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct KeptPlan {
    id: String,
    #[serde(with = "calendar::micros")]
    since: Timestamp,
    configs: Vec<Config>,
}

/// How far it has come.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Course {
    status: KeptStatus,
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
    progress: Progress,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum KeptStatus {
    Pending,
    Active,
    Unpaid,
    Cancelled,
    Ended,
}

impl Terms {
    pub(crate) fn of(own: &Subscription, printed: &Printed) -> Terms {
        let plans = own.plans.iter().map(|state| KeptPlan {
            id: state.plan.id.to_string(),
            since: state.since,
            configs: state.configs.iter().map(|config| Config::clone(config)).collect(),
        });
        Terms {
            currency: own.currency,
            created: own.created,
            start: own.start,
            zone: own.anchor.zone().name().to_owned(),
            anchor: own.anchor.instant(),
            anchor_day: own.anchor.day(),
            term: own.term,
            renewal_base: own.renewals.base.instant(),
            renewal_day: own.renewals.base.day(),
            auto_renews: own.auto_renews,
            auto_charges: own.auto_charges,
            due_days: own.due_days,
            grace: own.grace,
            minimum: own.minimum,
            plans: plans.collect(),
            first_turn: own.first_turn,
            past_until: own.past_until,
            printed: printed.clone(),
        }
    }

    pub(crate) fn printed(&self) -> &Printed {
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

    /// The subscription again, with its plans, and what the core does not know of its life.
    pub(crate) fn restore(
        self,
        id: &str,
        (course, life): (Course, KeptLife),
        plans: &Plans,
    ) -> Result<(Subscription, Notes), Unreadable> {
        let zone: Zone = self.zone.parse()?;
        let anchor = Anchor::on_day(self.anchor, zone.clone(), self.anchor_day)?;
        let base = Anchor::on_day(self.renewal_base, zone, self.renewal_day)?;
        let states = self.plans.into_iter().map(|kept| {
            let plan = plans.get(&kept.id).ok_or_else(|| Unreadable::plan(&kept.id))?;
            let configs = kept.configs.into_iter().map(Arc::new).collect();
            Ok(PlanState { plan: Arc::clone(plan), since: kept.since, configs })
        });
        let amount = |minor| Amount::new(self.currency, minor);
        let (mut life, notes) = life.restore(self.currency, plans)?;
        life.valued = course.valued || course.mrr != 0;
        let restored = Subscription {
            id: Handle::Known(id.into()),
            created: self.created,
            status: course.status.into(),
            currency: self.currency,
            start: self.start,
            end: course.end,
            anchor,
            term: self.term,
            renewals: Renewals {
                base,
                next: course.renewal,
                date: course.renewal_date,
                last: course.renewed,
            },
            auto_renews: self.auto_renews,
            auto_charges: self.auto_charges,
            due_days: self.due_days,
            grace: self.grace,
            minimum: self.minimum,
            plans: states.collect::<Result<_, Unreadable>>()?,
            discounts: course.discounts,
            first_turn: self.first_turn,
            past_until: self.past_until,
            progress: course.progress,
            life,
            worth: Worth { mrr: amount(course.mrr), arr: amount(course.arr) },
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

impl Course {
    pub(crate) fn of(own: &Subscription) -> Course {
        Course {
            status: own.status.into(),
            end: own.end,
            renewal: own.renewals.next,
            renewal_date: own.renewals.date,
            renewed: own.renewals.last,
            mrr: own.worth.mrr.minor,
            arr: own.worth.arr.minor,
            valued: own.life.valued && own.worth.mrr.is_zero(),
            discounts: own.discounts.clone(),
            progress: own.progress.clone(),
        }
    }
}

impl From<Status> for KeptStatus {
    fn from(status: Status) -> KeptStatus {
        match status {
            Status::Pending => KeptStatus::Pending,
            Status::Active => KeptStatus::Active,
            Status::Unpaid => KeptStatus::Unpaid,
            Status::Cancelled => KeptStatus::Cancelled,
            Status::Ended => KeptStatus::Ended,
        }
    }
}

impl From<KeptStatus> for Status {
    fn from(status: KeptStatus) -> Status {
        match status {
            KeptStatus::Pending => Status::Pending,
            KeptStatus::Active => Status::Active,
            KeptStatus::Unpaid => Status::Unpaid,
            KeptStatus::Cancelled => Status::Cancelled,
            KeptStatus::Ended => Status::Ended,
        }
    }
}

/// The word of a status in its column.
pub(crate) fn status(own: &Subscription) -> &'static str {
    match own.status {
        Status::Pending => "PENDING",
        Status::Active => "ACTIVE",
        Status::Unpaid => "UNPAID",
        Status::Cancelled => "CANCELLED",
        Status::Ended => "ENDED",
    }
}
