//! Why a command is refused, or a subscription parked. Codes are stable; HTTP is not known here.

use std::sync::Arc;

use calendar::{CalendarError, Timestamp};
use money::AmountError;

use crate::definition::{Fault, Faults};
use crate::id::Name;
use crate::invoice::InvoiceError;
use crate::metering::UsageNotLoaded;
use crate::pricing::ChargeError;

/// Why nothing was decided.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("{}", sentence(.0))]
    Invalid(Faults),
    #[error("there is no such record")]
    NotFound,
    #[error("the document {0} that this depends on was not loaded")]
    NotLoaded(Name),
    #[error(transparent)]
    UsageNotLoaded(#[from] UsageNotLoaded),
    #[error("the customer {0} that this depends on was not loaded")]
    CustomerNotLoaded(Arc<str>),
    #[error("the progress of the subscription does not fit its pricings")]
    Mismatched,
    #[error("the invoice is a draft")]
    IsDraft,
    #[error("the invoice is not a draft")]
    NotDraft,
    #[error("the invoice is void")]
    IsVoid,
    #[error("the invoice is not void")]
    NotVoid,
    #[error("the invoice is paid")]
    IsPaid,
    #[error("the invoice is paid in part")]
    PartlyPaid,
    #[error("the invoice was issued again before")]
    AlreadyReissued,
    #[error("the credit that the invoice made is used")]
    CreditUsed,
    #[error("nothing is left of the credit")]
    CreditOver,
    #[error("money that the invoice refunded cannot be taken back")]
    Refunded,
    #[error("a later invoice gives back part of it")]
    CreditedLater,
    #[error("the subscription is cancelled already")]
    AlreadyCancelled,
    #[error("there is nothing to undo")]
    NothingToUndo,
    #[error("the subscription is not parked")]
    NotParked,
    #[error("the subscription is parked")]
    Parked,
    #[error("the subscription is over")]
    Over,
    #[error("the subscription is not active")]
    NotLive,
    #[error("the subscription is in its trial")]
    InTrial,
    #[error("the subscription is not in a trial")]
    NotInTrial,
    #[error("the subscription is paused")]
    Paused,
    #[error("the subscription is not paused")]
    NotPaused,
    #[error("the subscription ends before that")]
    Ending,
    #[error("the subscription changes before that")]
    Changing,
    #[error("what it is billed waits for the rollup of who pays")]
    RolledUp,
    #[error("the change cannot be made: {}", plainly(.0))]
    NotMade(Faults),
    #[error("the one-time charge is invoiced")]
    OneTimeInvoiced,
    #[error("the one-time charge is cancelled")]
    OneTimeCancelled,
    #[error("there is nothing to bill")]
    NothingToBill,
    #[error("another customer pays for the subscription since then")]
    PayerChanged,
    #[error("more than {0} invoices would be made for the past")]
    TooManyPastInvoices(usize),
    #[error("more than {0} invoices on one day")]
    TooManyOnOneDay(u32),
    #[error("what is due at {0} cannot be done")]
    Stuck(Timestamp),
    #[error(transparent)]
    Calendar(#[from] CalendarError),
    #[error(transparent)]
    Amount(#[from] AmountError),
    #[error(transparent)]
    Charge(#[from] ChargeError),
    #[error(transparent)]
    Invoice(#[from] InvoiceError),
}

impl Refusal {
    pub fn not_loaded(name: &Name) -> Refusal {
        Refusal::NotLoaded(name.clone())
    }

    /// A stable name in snake case.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::Invalid(_) => "invalid",
            Refusal::NotFound => "not_found",
            Refusal::NotLoaded(_) | Refusal::UsageNotLoaded(_) | Refusal::CustomerNotLoaded(_) => {
                "not_loaded"
            }
            Refusal::IsDraft => "invoice_draft",
            Refusal::NotDraft => "invoice_not_draft",
            Refusal::IsVoid => "invoice_void",
            Refusal::NotVoid => "invoice_not_void",
            Refusal::IsPaid => "invoice_paid",
            Refusal::PartlyPaid => "invoice_partly_paid",
            Refusal::AlreadyReissued => "already_reissued",
            Refusal::CreditUsed | Refusal::Refunded => "credit_used",
            Refusal::CreditOver => "credit_over",
            Refusal::CreditedLater => "credited_later",
            Refusal::AlreadyCancelled => "already_cancelled",
            Refusal::NothingToUndo => "nothing_to_undo",
            Refusal::NotParked => "not_parked",
            Refusal::Parked => "parked",
            Refusal::Over => "subscription_over",
            Refusal::NotLive => "subscription_not_active",
            Refusal::InTrial => "in_trial",
            Refusal::NotInTrial => "not_in_trial",
            Refusal::Paused => "paused",
            Refusal::NotPaused => "not_paused",
            Refusal::Ending => "subscription_ending",
            Refusal::Changing => "subscription_changing",
            Refusal::RolledUp => "rolled_up",
            Refusal::NotMade(_) => "change_not_possible",
            Refusal::OneTimeInvoiced => "one_time_invoiced",
            Refusal::OneTimeCancelled => "one_time_cancelled",
            Refusal::NothingToBill => "nothing_to_bill",
            Refusal::PayerChanged => "payer_changed",
            Refusal::TooManyPastInvoices(_) => "too_many_past_invoices",
            Refusal::TooManyOnOneDay(_) => "too_many_on_one_day",
            Refusal::Stuck(_) => "stuck",
            Refusal::Mismatched
            | Refusal::Calendar(_)
            | Refusal::Amount(_)
            | Refusal::Charge(_)
            | Refusal::Invoice(_) => "not_computable",
        }
    }
}

fn sentence(faults: &Faults) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// Without the paths of a body that was sent long ago.
fn plainly(faults: &Faults) -> String {
    let plain = |fault: &Fault| match fault.pointer.rsplit('/').next() {
        Some(field) if field.parse::<usize>().is_err() => format!("{field} {}", fault.detail),
        _ => fault.detail.clone(),
    };
    faults.iter().map(plain).collect::<Vec<_>>().join("; ")
}
