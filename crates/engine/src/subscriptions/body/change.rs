//! The body of a change.

use billing::command::AskChange;
use billing::id::Handle;
use billing::subscription::{Changes, NewTrial, Proration, Timing};
use calendar::{Term, Timestamp};
use records::subscription::change::{ChangeConfig, ChangeProration, ChangeRequest, ChangeTiming};
use records::subscription::discount::SubscriptionDiscount;
use records::{Entitlement, SubscriptionId};

use super::ordered::{self, Ordered};
use super::parts::{Had, Parts};
use super::scopes::Holder;
use super::{terms, upper, upper_items};
use crate::customers::entitlements::own;
use crate::refusal::Faults;
use crate::subscriptions::check;
use crate::{Failure, Refusal, Session};

/// A change that was checked, as far as a body can tell.
pub(crate) struct Changed {
    body: ChangeRequest,
    pub(crate) ordered: Ordered,
    custom_date: Option<Timestamp>,
    /// Entitlements of its own, where it says so.
    overrides: Option<Vec<Entitlement>>,
    term: Option<Term>,
    trial: Option<NewTrial>,
}

impl Changed {
    /// Reads a body that the schema has accepted.
    pub(crate) fn read(
        session: &mut Session<'_, '_>,
        mut body: ChangeRequest,
        (had, holder): (&Had, &Holder),
        faults: &mut Faults,
    ) -> Result<Changed, Failure> {
        let timing = body.timing.unwrap_or(ChangeTiming::Immediate);
        let date = (timing, body.custom_change_date);
        let custom_date = terms::custom_date(session, date, "custom_change_date", faults);
        let term = terms::term(body.term, "/term", faults);
        check::metadata(body.metadata.as_ref(), faults);
        if body.relative_term == Some(true) && body.term.is_none() {
            let detail = "Only a `term` that is sent can count from the change.";
            faults.add("/relative_term", "mismatch", detail);
        }
        let length = terms::trial_length((body.trial, body.trial_term), faults);
        let trial = body.trial.map(|trial| match (trial, length) {
            (true, Some(length)) => NewTrial::For(length),
            (true, None) => NewTrial::Stays,
            (false, _) => NewTrial::Over,
        });
        let parts = Parts::of_change(&body);
        let ordered = ordered::read(session, &parts, (Some(had), holder), faults)?;
        upper(&mut body.discounts);
        upper_items(&mut body.onetime_items);
        let overrides = match body.override_entitlements.take() {
            Some(values) => {
                let pricings = ordered.bought.ids();
                let known = (had.overrides.as_slice(), pricings.as_slice());
                Some(own::of_subscription(session, &values, known, faults)?)
            }
            None => None,
        };
        Ok(Changed { body, ordered, custom_date, overrides, term, trial })
    }

    pub(crate) fn discounts(&self) -> impl Iterator<Item = &SubscriptionDiscount> {
        self.body.discounts.iter().flatten()
    }

    pub(crate) fn command(
        &self,
        session: &mut Session<'_, '_>,
        subscription: &SubscriptionId,
    ) -> Result<AskChange, Failure> {
        let body = &self.body;
        let wanted = Changes {
            reset_anchor: body.reset_billing_anchor.unwrap_or(false),
            term: self.term,
            relative_term: body.relative_term.unwrap_or(false),
            auto_renews: body.auto_renews,
            auto_charges: body.auto_charges,
            trial: self.trial,
            ..self.ordered.changes(session)?
        };
        Ok(AskChange {
            subscription: Handle::known(subscription),
            timing: timing(self.timing()),
            custom_date: self.custom_date,
            proration: proration(self.proration()),
            wanted,
        })
    }

    /// As it is kept and answered, without what is filled in when it is made.
    pub(crate) fn config(&self) -> ChangeConfig {
        let body = self.body.clone();
        let pricings = self.ordered.bought.pricings.iter();
        ChangeConfig {
            auto_charges: body.auto_charges,
            auto_renews: body.auto_renews,
            config_items: self.ordered.items.clone(),
            custom_change_date: body.custom_change_date,
            discounts: body.discounts.unwrap_or_default(),
            metadata: body.metadata,
            minimum_spend: self.ordered.minimum,
            onetime_items: body.onetime_items.unwrap_or_default(),
            override_entitlements: self.overrides.clone(),
            payment_method_id: body.payment_method_id,
            product_pricing_ids: pricings.map(|pricing| pricing.id.clone()).collect(),
            proration_type: Some(self.proration()),
            relative_term: body.relative_term.unwrap_or(false),
            reset_billing_anchor: body.reset_billing_anchor.unwrap_or(false),
            term: body.term,
            timing: Some(self.timing()),
            trial: body.trial,
            trial_term: body.trial_term,
            ..ChangeConfig::default()
        }
    }

    /// What the core found wrong, by the fields of the body.
    pub(crate) fn pointed(&self, failure: Failure) -> Failure {
        match failure {
            Failure::Refused(Refusal::Invalid(faults)) => {
                let faults = faults.into_iter().map(|fault| self.ordered.pointed(fault));
                Refusal::Invalid(faults.collect()).into()
            }
            other => other,
        }
    }

    fn timing(&self) -> ChangeTiming {
        self.body.timing.unwrap_or(ChangeTiming::Immediate)
    }

    fn proration(&self) -> ChangeProration {
        self.body.proration_type.unwrap_or(ChangeProration::Next)
    }
}

pub(super) fn timing(change_timing: ChangeTiming) -> Timing {
    match change_timing {
        ChangeTiming::Immediate => Timing::Immediate,
        ChangeTiming::PeriodEnd => Timing::PeriodEnd,
        ChangeTiming::Renewal => Timing::Renewal,
        ChangeTiming::CustomDate => Timing::CustomDate,
    }
}

fn proration(change_proration: ChangeProration) -> Proration {
    match change_proration {
        ChangeProration::Next => Proration::Next,
        ChangeProration::Immediate => Proration::Immediate,
        ChangeProration::None => Proration::None,
    }
}
