//! Money as it is answered.

use money::Amount;

pub(crate) fn wire(amount: Amount) -> records::Amount {
    records::Amount { currency: amount.currency.code().to_owned(), value_in_cents: amount.minor }
}
