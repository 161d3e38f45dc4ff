//! Refusals of the core as refusals of the service.

use billing::refusal::Refusal as Decided;

use crate::refusal::Faults;
use crate::{Failure, Refusal};

/// What a fault says is wrong: the field, or the whole path of one in a list.
fn named(pointer: &str) -> &str {
    match pointer.rsplit('/').next() {
        Some(field) if field.parse::<usize>().is_err() => field,
        _ => pointer,
    }
}

/// What a caller is told: faults with their pointers, or why the state does not allow it.
pub(crate) fn refused(refusal: Decided) -> Failure {
    let detail = || {
        let text = refusal.to_string();
        let mut letters = text.chars();
        let first = letters.next().map(|c| c.to_uppercase().collect::<String>());
        format!("{}{}.", first.unwrap_or_default(), letters.as_str().trim_end_matches('.'))
    };
    match &refusal {
        Decided::Invalid(faults) => {
            let mut all = Faults::default();
            for fault in faults.iter() {
                let field = named(&fault.pointer);
                let detail = format!("`{field}` {}.", fault.detail.trim_end_matches('.'));
                all.add(&format!("/{}", fault.pointer), fault.code, detail);
            }
            match all.refuse_any() {
                Err(refusal) => refusal.into(),
                Ok(()) => Refusal::invalid("", "invalid", detail()).into(),
            }
        }
        Decided::NotFound => Refusal::NotFound("There is no such record.".to_owned()).into(),
        Decided::TooManyPastInvoices(_) => {
            Refusal::invalid("/start_date", refusal.code(), detail()).into()
        }
        Decided::TooManyOnOneDay(_)
        | Decided::Stuck(_)
        | Decided::Calendar(_)
        | Decided::Amount(_)
        | Decided::Charge(_)
        | Decided::Invoice(_) => Refusal::invalid("", refusal.code(), detail()).into(),
        Decided::NotMade(_) => Refusal::invalid("", refusal.code(), detail()).into(),
        Decided::Mismatched
        | Decided::NotLoaded(_)
        | Decided::UsageNotLoaded(_)
        | Decided::CustomerNotLoaded(_)
        | Decided::IsDraft
        | Decided::NotDraft
        | Decided::IsVoid
        | Decided::NotVoid
        | Decided::IsPaid
        | Decided::PartlyPaid
        | Decided::AlreadyReissued
        | Decided::CreditUsed
        | Decided::CreditOver
        | Decided::Refunded
        | Decided::CreditedLater
        | Decided::AlreadyCancelled
        | Decided::NothingToUndo
        | Decided::NotParked
        | Decided::Parked
        | Decided::Over
        | Decided::NotLive
        | Decided::InTrial
        | Decided::NotInTrial
        | Decided::Paused
        | Decided::NotPaused
        | Decided::Ending
        | Decided::Changing
        | Decided::RolledUp
        | Decided::OneTimeInvoiced
        | Decided::OneTimeCancelled
        | Decided::PayerChanged
        | Decided::NothingToBill => Refusal::conflict(refusal.code(), detail()).into(),
    }
}
