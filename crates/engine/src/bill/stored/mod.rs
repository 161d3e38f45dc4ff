//! Records of the core as they are stored: documents that only the engine reads, written and read
//! here and nowhere else.

mod credit;
mod details;
mod invoice;
mod item;
mod lifecycle;
pub(crate) mod lift;
mod line;
mod one_time;
mod origins;
pub(crate) mod references;
mod rollup;
mod shown;
mod subscription;

pub(crate) use credit::{
    action, action_of, credit, credit_document, logged_value, state as credit_state, usage_record,
    usage_record_of, value_columns,
};
pub(crate) use details::payment_word;
pub(crate) use invoice::{Draft, InvoiceDocument, invoice, status as invoice_status};
pub(crate) use item::{line_id, line_items};
pub(crate) use lifecycle::{CancelDetails, ChangeDetails, ShownDetails, life};
pub(crate) use line::derivations;
pub(crate) use one_time::{
    OneTimeText, came_with, one_time, one_time_currency, one_time_document, one_time_kind,
    one_time_state,
};
pub(crate) use rollup::{rollup, rollup_run};
pub(crate) use shown::{Shown as ShownLife, shown};
pub(crate) use subscription::{
    InvoiceText, Restored, StoredProgress, StoredTerms, status, subscription, terms,
};

use calendar::{CalendarError, Timestamp};
use records::Moment;
use serde::{Serialize, de::DeserializeOwned};

use crate::Failure;

/// The version of documents that are written. Older ones are lifted when they are read.
const VERSION: u32 = 2;

/// Why a stored record cannot be read: a fault of ours, never of a caller.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unreadable {
    #[error("a stored document cannot be read: {0}")]
    Document(#[from] serde_json::Error),
    #[error("a stored date cannot be read: {0}")]
    Calendar(#[from] CalendarError),
    #[error("a stored amount cannot be read: {0}")]
    Amount(#[from] money::AmountError),
    #[error("{0}")]
    Missing(String),
}

impl From<Unreadable> for Failure {
    fn from(error: Unreadable) -> Failure {
        Failure::Store(store::Error::Broken(error.to_string()))
    }
}

pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<T, Unreadable> {
    Ok(serde_json::from_str(text)?)
}

pub(crate) fn written<T: Serialize>(value: &T) -> Result<String, Unreadable> {
    Ok(serde_json::to_string(value)?)
}

/// An instant of the database as the core takes it.
pub(crate) fn instant(at: Moment) -> Result<Timestamp, Unreadable> {
    Timestamp::from_microsecond(at.micros()).map_err(|_| CalendarError::OutOfRange.into())
}

pub(crate) fn maybe_instant(at: Option<Moment>) -> Result<Option<Timestamp>, Unreadable> {
    at.map(instant).transpose()
}
