//! What can happen to a subscription.

use calendar::Timestamp;
use money::Amount;

use crate::fact::event::FactType;
use crate::id::Handle;
use crate::invoice::Line;
use crate::period::Progress;
use crate::subscription::{Cancel, Change, Movement, Pause, Subscription, Worth};

/// What happened to a subscription.
#[derive(Clone, Debug)]
pub enum SubscriptionFact {
    Created(Box<Subscription>),
    Started,
    /// Periods were closed and opened; `next` is the next date that may bill.
    Billed {
        progress: Box<Progress>,
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
        worth: Worth,
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
        change: Handle,
    },
    /// A change was made; carried whole as it is from then, with the change that was made last.
    Changed {
        after: Box<Subscription>,
    },
    /// The lines that wait for the next invoice, all of them.
    PendingLines {
        lines: Vec<Line>,
    },
    CancelAsked {
        cancel: Box<Cancel>,
    },
    /// `end` is the end that it had before.
    CancelUndone {
        end: Option<Timestamp>,
    },
    Cancelled,
    Paused {
        pause: Pause,
    },
    Resumed,
    DiscountRevoked {
        discount: Handle,
    },
    DiscountExpired {
        discount: Handle,
    },
}

impl SubscriptionFact {
    /// The whole subscription, where another one came of it.
    pub fn after(&self) -> Option<&Subscription> {
        match self {
            SubscriptionFact::Created(after)
            | SubscriptionFact::TrialConverted { after }
            | SubscriptionFact::Changed { after } => Some(after),
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
            | SubscriptionFact::Paused { .. }
            | SubscriptionFact::Resumed
            | SubscriptionFact::DiscountRevoked { .. }
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
            SubscriptionFact::PendingLines { .. } => FactType::SubscriptionLinesWaiting,
            SubscriptionFact::CancelAsked { .. } => FactType::SubscriptionCancelAsked,
            SubscriptionFact::CancelUndone { .. } => FactType::SubscriptionCancelUndone,
            SubscriptionFact::Cancelled => FactType::SubscriptionCancelled,
            SubscriptionFact::Paused { .. } => FactType::SubscriptionPaused,
            SubscriptionFact::Resumed => FactType::SubscriptionResumed,
            SubscriptionFact::DiscountRevoked { .. } => FactType::DiscountRevoked,
            SubscriptionFact::DiscountExpired { .. } => FactType::DiscountExpired,
        }
    }
}
