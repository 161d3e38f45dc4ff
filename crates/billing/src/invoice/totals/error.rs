//! Why an invoice could not be computed. Each of these parks the subscription it comes from.

use money::{AmountError, SplitError};

/// A fault in the arithmetic of an invoice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvoiceError {
    #[error(transparent)]
    Amount(#[from] AmountError),
    #[error(transparent)]
    Split(#[from] SplitError),
    #[error("line {0} names a tax rate that the invoice does not have")]
    UnknownRate(usize),
}
