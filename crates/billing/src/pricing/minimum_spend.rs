//! What a customer must spend at least. Levels nest (item, pricing, subscription): what an inner
//! level adds counts in the outer one, so nothing is asked for twice.

use calendar::Share;
use money::{Amount, AmountError, Currency, Ratio, Rounding};

/// One level: its minimum, its own charges before discounts and tax, and the levels inside. All
/// values are exact, in major units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spend {
    pub currency: Currency,
    /// What a full period has to come to; nothing where the level has no minimum.
    pub minimum: Option<Ratio>,
    /// The part of the period that is served.
    pub share: Share,
    /// Excess of earlier periods that counts towards this minimum, and nowhere else.
    pub pulled: Ratio,
    /// Charges of the service period. One-time items and purchases of credits are left out by the
    /// caller; charges of longer periods come by their days.
    pub charges: Vec<Ratio>,
    pub inner: Vec<Spend>,
}

/// What is missing on one level, and on those inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortfall {
    /// The line this level adds; zero where the minimum is reached.
    pub amount: Amount,
    pub inner: Vec<Shortfall>,
    /// Everything charged up to and including this level.
    pub spent: Ratio,
    /// What was spent above the minimum, for a schedule that pulls it forward.
    pub excess: Ratio,
}

impl Spend {
    /// A level of a full period without levels inside.
    pub fn new(currency: Currency, minimum: Option<Ratio>, charges: Vec<Ratio>) -> Spend {
        let (pulled, inner) = (Ratio::ZERO, Vec::new());
        Spend { currency, minimum, share: Share::FULL, pulled, charges, inner }
    }
}

/// `max(minimum × share − charges, 0)` on every level, innermost first, rounded once each.
pub fn shortfall(spend: &Spend) -> Result<Shortfall, AmountError> {
    let inner = spend.inner.iter().map(shortfall).collect::<Result<Vec<_>, _>>()?;
    let charged: Ratio = spend.charges.iter().chain(inner.iter().map(|level| &level.spent)).sum();
    let over = match &spend.minimum {
        Some(minimum) => &charged + &spend.pulled - minimum * spend.share.ratio(),
        None => Ratio::ZERO,
    };
    let missing = (-&over).or_zero();
    let amount = missing.to_minor(spend.currency, Rounding::HalfAwayFromZero)?;
    Ok(Shortfall { amount, inner, spent: charged + amount.major(), excess: over.or_zero() })
}
