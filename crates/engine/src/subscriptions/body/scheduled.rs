//! Changes that come with a new subscription, each for a date of its own.

use billing::command::ScheduledChange as Command;
use billing::subscription::{Changes, NewTrial};
use calendar::Timestamp;
use records::subscription::change::{ChangeConfig, ChangeProration, ChangeTiming};
use records::subscription::scheduled_change::ScheduledChange;
use records::{Moment, SubscriptionCreate};

use super::ordered::{self, Ordered};
use super::parts::Parts;
use super::scopes::Holder;
use super::{terms, upper, upper_items};
use crate::refusal::Faults;
use crate::subscriptions::check;
use crate::{Failure, Session};

/// One of them, checked.
pub(crate) struct Scheduled {
    pub(crate) ordered: Ordered,
    /// Where it stands in the body.
    pub(super) place: usize,
    at: Timestamp,
    sent: ScheduledChange,
}

/// Reads them in the order of their dates; each begins with what the one before has left.
pub(super) fn read(
    session: &mut Session<'_, '_>,
    body: &mut SubscriptionCreate,
    (ordered, holder): (&Ordered, &Holder),
    faults: &mut Faults,
) -> Result<Vec<Scheduled>, Failure> {
    let start = body.start_date.unwrap_or(session.now());
    let mut last = start;
    let mut had = ordered.had();
    let mut all = Vec::new();
    let mut dated: Vec<_> = body.scheduled_changes.iter_mut().flatten().enumerate().collect();
    dated.sort_by_key(|(_, sent)| (sent.custom_change_date.is_none(), sent.custom_change_date));
    for (place, sent) in dated {
        let mut inner = Faults::default();
        let at = date(sent, start, &mut last, &mut inner);
        check::metadata(sent.metadata.as_ref(), &mut inner);
        let parts = Parts::of_scheduled(sent);
        let read = ordered::read(session, &parts, (Some(&had), holder), &mut inner)?;
        faults.within(&format!("/scheduled_changes/{place}"), inner);
        upper(&mut sent.discounts);
        upper_items(&mut sent.onetime_items);
        had = read.had();
        if let Some(at) = at {
            all.push(Scheduled { ordered: read, place, at, sent: sent.clone() });
        }
    }
    Ok(all)
}

/// Each has a date of its own, after the start.
fn date(
    sent: &ScheduledChange,
    start: Moment,
    last: &mut Moment,
    faults: &mut Faults,
) -> Option<Timestamp> {
    let pointer = "/custom_change_date";
    let Some(at) = sent.custom_change_date else {
        faults.add(pointer, "required", "A change needs the date that it is for.");
        return None;
    };
    if at <= start {
        faults.add(pointer, "before_start", "`custom_change_date` must lie after the start.");
    } else if at <= *last {
        let detail = "Another change has this date.";
        faults.add(pointer, "same_date", detail);
    }
    *last = at.max(*last);
    terms::instant(Some(at), pointer, faults)
}

impl Scheduled {
    pub(super) fn command(&self, session: &mut Session<'_, '_>) -> Result<Command, Failure> {
        let wanted = Changes {
            auto_renews: self.sent.auto_renews,
            auto_charges: self.sent.auto_charges,
            reset_anchor: self.sent.reset_billing_anchor.unwrap_or(false),
            trial: self.sent.trial.map(|trial| match trial {
                true => NewTrial::Stays,
                false => NewTrial::Over,
            }),
            ..self.ordered.changes(session)?
        };
        Ok(Command { at: self.at, wanted })
    }

    /// As it is kept and answered, without what is filled in when it is made.
    pub(crate) fn config(&self) -> ChangeConfig {
        let sent = self.sent.clone();
        let pricings = self.ordered.bought.pricings.iter();
        ChangeConfig {
            auto_charges: sent.auto_charges,
            auto_renews: sent.auto_renews,
            config_items: self.ordered.items.clone(),
            custom_change_date: sent.custom_change_date,
            discounts: sent.discounts.unwrap_or_default(),
            metadata: sent.metadata,
            minimum_spend: self.ordered.minimum,
            onetime_items: sent.onetime_items.unwrap_or_default(),
            payment_method_id: sent.payment_method_id,
            product_pricing_ids: pricings.map(|pricing| pricing.id.clone()).collect(),
            proration_type: Some(ChangeProration::Next),
            reset_billing_anchor: sent.reset_billing_anchor.unwrap_or(false),
            timing: Some(ChangeTiming::CustomDate),
            trial: sent.trial,
            ..ChangeConfig::default()
        }
    }
}
