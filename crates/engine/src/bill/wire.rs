//! Money as it is answered.

use money::Amount;

pub(crate) fn wire(own: Amount) -> records::Amount {
    records::Amount { currency: own.currency.code().to_owned(), value_in_cents: own.minor }
}
