//! What can happen to a subscription.

use std::sync::Arc;

use calendar::{Period, Timestamp};
use money::{Amount, Ratio};

use crate::fact::event::FactType;
use crate::fact::handles::{Give, handle, shared_lines};
use crate::id::{ChangeHandle, DiscountHandle};
use crate::invoice::Line;
use crate::period::BillingState;
use crate::period::charge::SCHEDULED;
use crate::subscription::{Cancel, Change, Movement, Pause, RecurringRevenue, Subscription};

/// What happened to a subscription.
#[derive(Clone, Debug)]
pub enum SubscriptionFact {
    Created(Box<Subscription>),
    Started,
    /// Periods were closed and opened; `next` is the next date that may bill.
    Billed {
        state: Box<BillingState>,
        next: Option<Timestamp>,
    },
    Renewed {
        number: i64,
        next: Timestamp,
    },
    Ended,
    Parked {
        reason: String,
    },
    Retried,
    Updated {
        auto_charges: bool,
        due_days: Option<u32>,
        minimum: Option<Amount>,
    },
    /// `by` is the difference of the monthly value; all of them add up to what it is now.
    Valued {
        revenue: RecurringRevenue,
        movement: Movement,
        by: Amount,
    },
    /// `renewal` is when the first term will end.
    TrialExtended {
        end: Timestamp,
        renewal: Timestamp,
    },
    /// It is paid for from now on; carried whole as it is from then.
    TrialConverted {
        after: Box<Subscription>,
    },
    /// A change waits for its date; it takes the place of one that was asked for before.
    ChangeScheduled {
        change: Box<Change>,
    },
    /// A change that waited will not be made.
    ChangeDropped {
        change: ChangeHandle,
    },
    /// A change was made; carried whole as it is from then, with the change that was made last,
    /// and with its lines that waited before and still do.
    Changed {
        after: Box<Subscription>,
        pending_lines: Arc<[Line]>,
    },
    /// The lines that wait for the next invoice, all of them.
    PendingLines {
        lines: Arc<[Line]>,
    },
    CancelAsked {
        cancel: Box<Cancel>,
    },
    /// `end` is the end that it had before.
    CancelUndone {
        end: Option<Timestamp>,
    },
    Cancelled,
    /// It is billed here from its next periods on; what runs was billed elsewhere.
    TakenOver,
    /// Another customer pays for it from now on.
    PayerChanged {
        payer: Arc<str>,
    },
    Paused {
        pause: Pause,
    },
    Resumed,
    /// Usage of a billed period was looked at again; what came of it waits for the next invoice.
    UsageAdjusted {
        /// The id of the component.
        component: Arc<str>,
        period: Period,
        /// What is metered of it now.
        metered: Ratio,
    },
    DiscountRevoked {
        discount: DiscountHandle,
    },
    DiscountExpired {
        discount: DiscountHandle,
    },
}

impl SubscriptionFact {
    /// The whole subscription, where another one came of it.
    pub fn after(&self) -> Option<&Subscription> {
        match self {
            SubscriptionFact::Created(after)
            | SubscriptionFact::TrialConverted { after }
            | SubscriptionFact::Changed { after, .. } => Some(after),
            SubscriptionFact::Started
            | SubscriptionFact::Billed { .. }
            | SubscriptionFact::Renewed { .. }
            | SubscriptionFact::Ended
            | SubscriptionFact::Parked { .. }
            | SubscriptionFact::Retried
            | SubscriptionFact::Updated { .. }
            | SubscriptionFact::Valued { .. }
            | SubscriptionFact::TrialExtended { .. }
            | SubscriptionFact::ChangeScheduled { .. }
            | SubscriptionFact::ChangeDropped { .. }
            | SubscriptionFact::PendingLines { .. }
            | SubscriptionFact::CancelAsked { .. }
            | SubscriptionFact::CancelUndone { .. }
            | SubscriptionFact::Cancelled
            | SubscriptionFact::TakenOver
            | SubscriptionFact::PayerChanged { .. }
            | SubscriptionFact::Paused { .. }
            | SubscriptionFact::Resumed
            | SubscriptionFact::DiscountRevoked { .. }
            | SubscriptionFact::UsageAdjusted { .. }
            | SubscriptionFact::DiscountExpired { .. } => None,
        }
    }

    pub(crate) fn kind(&self) -> FactType {
        match self {
            SubscriptionFact::Created(_) => FactType::SubscriptionCreated,
            SubscriptionFact::Started => FactType::SubscriptionStarted,
            SubscriptionFact::Billed { .. } => FactType::SubscriptionBilled,
            SubscriptionFact::Renewed { .. } => FactType::SubscriptionRenewed,
            SubscriptionFact::Ended => FactType::SubscriptionEnded,
            SubscriptionFact::Parked { .. } => FactType::SubscriptionParked,
            SubscriptionFact::Retried => FactType::SubscriptionRetried,
            SubscriptionFact::Updated { .. } => FactType::SubscriptionUpdated,
            SubscriptionFact::Valued { .. } => FactType::SubscriptionValued,
            SubscriptionFact::TrialExtended { .. } => FactType::SubscriptionTrialExtended,
            SubscriptionFact::TrialConverted { .. } => FactType::SubscriptionTrialConverted,
            SubscriptionFact::ChangeScheduled { .. } => FactType::SubscriptionChangeScheduled,
            SubscriptionFact::ChangeDropped { .. } => FactType::SubscriptionChangeDropped,
            SubscriptionFact::Changed { .. } => FactType::SubscriptionChanged,
            SubscriptionFact::PendingLines { .. } => FactType::SubscriptionPendingLines,
            SubscriptionFact::CancelAsked { .. } => FactType::SubscriptionCancelAsked,
            SubscriptionFact::CancelUndone { .. } => FactType::SubscriptionCancelUndone,
            SubscriptionFact::Cancelled => FactType::SubscriptionCancelled,
            SubscriptionFact::TakenOver => FactType::SubscriptionTakenOver,
            SubscriptionFact::UsageAdjusted { .. } => FactType::SubscriptionUsageAdjusted,
            SubscriptionFact::PayerChanged { .. } => FactType::SubscriptionPayerChanged,
            SubscriptionFact::Paused { .. } => FactType::SubscriptionPaused,
            SubscriptionFact::Resumed => FactType::SubscriptionResumed,
            SubscriptionFact::DiscountRevoked { .. } => FactType::DiscountRevoked,
            SubscriptionFact::DiscountExpired { .. } => FactType::DiscountExpired,
        }
    }

    /// Replaces every handle of a record besides the one that it is about.
    pub(crate) fn replace_handles(&mut self, give: &mut Give<'_>) {
        match self {
            SubscriptionFact::Created(subscription) => subscription.replace_handles(give),
            SubscriptionFact::TrialConverted { after } => after.replace_handles(give),
            SubscriptionFact::Changed { after, pending_lines } => {
                after.replace_handles(give);
                shared_lines(pending_lines, give);
            }
            SubscriptionFact::Billed { state, .. } => state.replace_handles(give),
            SubscriptionFact::ChangeScheduled { change } => handle(&mut change.id, give),
            SubscriptionFact::PendingLines { lines } => shared_lines(lines, give),
            SubscriptionFact::CancelAsked { cancel } => handle(&mut cancel.id, give),
            SubscriptionFact::ChangeDropped { change } => handle(change, give),
            SubscriptionFact::DiscountRevoked { discount }
            | SubscriptionFact::DiscountExpired { discount } => handle(discount, give),
            SubscriptionFact::Started
            | SubscriptionFact::Renewed { .. }
            | SubscriptionFact::Ended
            | SubscriptionFact::Parked { .. }
            | SubscriptionFact::Retried
            | SubscriptionFact::Updated { .. }
            | SubscriptionFact::Valued { .. }
            | SubscriptionFact::TrialExtended { .. }
            | SubscriptionFact::CancelUndone { .. }
            | SubscriptionFact::Cancelled
            | SubscriptionFact::TakenOver
            | SubscriptionFact::PayerChanged { .. }
            | SubscriptionFact::Paused { .. }
            | SubscriptionFact::UsageAdjusted { .. }
            | SubscriptionFact::Resumed => {}
        }
    }

    /// The discount that it is about, where it is about one.
    pub fn discount(&self) -> Option<&DiscountHandle> {
        if let SubscriptionFact::DiscountRevoked { discount }
        | SubscriptionFact::DiscountExpired { discount } = self
        {
            return Some(discount);
        }
        None
    }

    /// Whether it may change the recurring revenue of a subscription: a billing date does only
    /// where prices are scheduled.
    pub(crate) fn may_revalue(&self, subscription: &Subscription) -> bool {
        match self {
            SubscriptionFact::Created(_)
            | SubscriptionFact::Started
            | SubscriptionFact::Changed { .. }
            | SubscriptionFact::Paused { .. }
            | SubscriptionFact::Resumed
            | SubscriptionFact::Cancelled
            | SubscriptionFact::Ended
            | SubscriptionFact::TrialConverted { .. }
            | SubscriptionFact::DiscountRevoked { .. }
            | SubscriptionFact::DiscountExpired { .. } => true,
            SubscriptionFact::Billed { .. } => subscription
                .state
                .components()
                .any(|(_, state)| state.component.pricing.pricing_type == SCHEDULED),
            SubscriptionFact::Renewed { .. }
            | SubscriptionFact::TakenOver
            | SubscriptionFact::PayerChanged { .. }
            | SubscriptionFact::Parked { .. }
            | SubscriptionFact::Retried
            | SubscriptionFact::Updated { .. }
            | SubscriptionFact::Valued { .. }
            | SubscriptionFact::TrialExtended { .. }
            | SubscriptionFact::ChangeScheduled { .. }
            | SubscriptionFact::ChangeDropped { .. }
            | SubscriptionFact::PendingLines { .. }
            | SubscriptionFact::CancelAsked { .. }
            | SubscriptionFact::UsageAdjusted { .. }
            | SubscriptionFact::CancelUndone { .. } => false,
        }
    }
}
