//! What a customer must spend at least. Levels nest (item, pricing, subscription): what an inner
//! level adds counts in the outer one, so nothing is asked for twice.

use calendar::Share;
use money::{Amount, AmountError, Currency, Ratio, Rounding};

/// One level: its minimum, its own charges before discounts and tax, and the levels inside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spend {
    pub currency: Currency,
    pub minimum: Option<Amount>,
    /// The part of the period that is served.
    pub share: Share,
    /// Exact charges of the service period, in major units. One-time items and purchases of
    /// credits are left out by the caller; charges of longer periods come by their days.
    pub charges: Vec<Ratio>,
    pub inner: Vec<Spend>,
}

/// What is missing on one level, and on those inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortfall {
    /// The line this level adds; zero where the minimum is reached.
    pub amount: Amount,
    pub inner: Vec<Shortfall>,
    /// Everything charged up to and including this level, in major units.
    pub spent: Ratio,
}

/// `max(minimum × share − charges, 0)` on every level, innermost first, rounded once each.
pub fn shortfall(spend: &Spend) -> Result<Shortfall, AmountError> {
    let inner = spend
        .inner
        .iter()
        .map(shortfall)
        .collect::<Result<Vec<_>, _>>()?;
    let charged: Ratio = spend
        .charges
        .iter()
        .chain(inner.iter().map(|level| &level.spent))
        .sum();
    let minimum = spend.minimum.map_or(Ratio::ZERO, Amount::major);
    let missing = match spend.minimum {
        Some(_) => (minimum * spend.share.ratio() - &charged).or_zero(),
        None => Ratio::ZERO,
    };
    let amount = missing.to_minor(spend.currency, Rounding::HalfAwayFromZero)?;
    Ok(Shortfall {
        amount,
        inner,
        spent: charged + amount.major(),
    })
}
