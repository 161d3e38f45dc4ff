//! Records of the core as they are stored: documents that only the engine reads, written and read
//! here and nowhere else.

mod credit;
mod details;
mod invoice;
mod item;
mod lifecycle;
mod line;
mod pricings;
mod progress;
mod settled;
mod shown;
mod subscription;

pub(crate) use credit::{action, action_of, credit, credit_document, state as credit_state};
pub(crate) use details::payment_word;
pub(crate) use invoice::{Draft, InvoiceDocument, invoice, status as invoice_status};
pub(crate) use item::{line_id, line_items};
pub(crate) use lifecycle::{CancelDetails, ChangeDetails, ShownDetails, StoredLifecycle, life};
pub(crate) use line::{derivations, pricings as pricings_of_lines};
pub(crate) use pricings::Pricings;
pub(crate) use shown::{Shown as ShownLife, shown};
pub(crate) use subscription::{
    BillingState, InvoiceText, Terms, pricings as pricings_of_terms, status,
};

use calendar::{CalendarError, Timestamp};
use records::Moment;
use serde::{Serialize, de::DeserializeOwned};

use crate::Failure;

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

impl Unreadable {
    fn plan(id: &str) -> Unreadable {
        Unreadable::Missing(format!("the pricing {id} is not there"))
    }
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

#[cfg(test)]
mod tests {
    use super::StoredLifecycle;
    use super::line::StoredLine;

    /// What stands in databases today: whatever types and fields are called, it has to be read.
    #[test]
    fn stored_samples_are_read() {
        let lifecycle = r#"{"cancel":{"own":{"id":"can_1","asked":1,"timing":"Immediate",
            "at":1,"refund":"Prorated","remaining_balance":false,"pending_invoices":false,
            "before":null},"note":{}},"former":["price_1"],"waiting":[]}"#;
        super::read::<StoredLifecycle>(lifecycle).unwrap();
        let line = r#"{"role":"GivenBack","plan":"price_1","component":0,
            "period":{"start":1,"end":2},"units":"23","share":{"numerator":21,"denominator":31},
            "exact":"-15750/31","amount":-50806,"given_back":{"invoice":"1","line":0,
            "net":{"currency":"USD","value_in_cents":75000},
            "unused":{"numerator":21,"denominator":31},
            "before":{"currency":"USD","value_in_cents":0},"taxes":[]}}"#;
        super::read::<StoredLine>(line).unwrap();
        let line = r#"{"role":"Remainder","plan":"price_1","component":0,
            "period":{"start":1,"end":2},"units":"1","share":{"numerator":1,"denominator":1},
            "exact":"1","amount":100,"charge":{"config":{"licences":"1","minimum_units":"0",
            "overrides":{"price_per_unit":null,"tiers":[]},"sort_order":null},"scheduled":0,
            "share":{"numerator":1,"denominator":1},"exact":"1","rows":[]}}"#;
        super::read::<StoredLine>(line).unwrap();
    }
}
