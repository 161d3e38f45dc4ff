//! The share of an amount. A negative amount comes out as the negative of the positive one.

use calendar::Share;
use money::{Amount, AmountError, Rounding};

/// `amount × share`, rounded once.
pub fn prorate(amount: Amount, share: Share) -> Result<Amount, AmountError> {
    let exact = amount.major() * share.ratio();
    exact.to_minor(amount.currency, Rounding::HalfAwayFromZero)
}
