//! PRE_POST: what is known is billed in advance, what exceeds it at the end, and never is a part
//! billed twice or given back by being small.

use calendar::Share;
use money::{Amount, Ratio, Rounding};

use crate::pricing::charge::{Charge, ChargeError, Demand};
use crate::pricing::define::Pricing;

/// The charge in advance for the units that are known then.
pub fn advance(pricing: &Pricing, known: &Demand) -> Result<Charge, ChargeError> {
    pricing.charge(known)
}

/// What is left to bill at the end: the rounded charge of all units less what was billed in
/// advance, never below zero.
pub fn excess(pricing: &Pricing, actual: &Demand, billed: Amount) -> Result<Amount, ChargeError> {
    let whole = pricing.charge(actual)?.rounded()?;
    Ok(whole.checked_sub(billed)?.or_zero())
}

/// The arrears of one true-up window inside a period: what the units beyond the known ones add to
/// the charge, for the window's share of the period.
pub fn true_up(
    pricing: &Pricing,
    known: &Demand,
    excess: &Ratio,
    window: Share,
) -> Result<Amount, ChargeError> {
    let more = Demand { units: &known.units + excess.clone().or_zero(), ..known.clone() };
    let added = pricing.charge(&more)?.exact - pricing.charge(known)?.exact;
    let exact = added * window.ratio();
    Ok(exact.to_minor(pricing.currency, Rounding::HalfAwayFromZero)?)
}
