//! What a customer must spend at least. Levels nest (item, pricing, subscription): the caller
//! counts what an inner level adds in the outer one, so that nothing is asked for twice.

use calendar::Share;
use money::{Amount, AmountError, Currency, Ratio, Rounding};

/// What is missing of a minimum, or was spent above it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortfall {
    pub exact: Ratio,
    /// The line that a level adds; zero where its minimum is reached.
    pub amount: Amount,
    /// What was spent above the minimum, for a schedule that pulls it forward.
    pub excess: Ratio,
}

/// `max(minimum × share − spent, 0)`, in major units, rounded once. What is spent are the lines of
/// the service period as they were rounded, before discounts and tax, without one-time items and
/// purchases of credits.
pub fn shortfall(
    currency: Currency,
    minimum: &Ratio,
    share: Share,
    spent: &Ratio,
) -> Result<Shortfall, AmountError> {
    let over = spent - minimum * share.ratio();
    let exact = (-&over).or_zero();
    let amount = exact.to_minor(currency, Rounding::HalfAwayFromZero)?;
    Ok(Shortfall { exact, amount, excess: over.or_zero() })
}
