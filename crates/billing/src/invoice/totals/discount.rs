//! Discounts: the narrowest scope first, percents before amounts, older before newer, each on what
//! the ones before it left, spread over its lines by largest remainder. A line never goes below
//! zero.

use calendar::Timestamp;
use money::{Amount, AmountError, Ratio, Rounding, apportion, split};
use serde::{Deserialize, Serialize};

use crate::invoice::totals::error::InvoiceError;
use crate::invoice::totals::line::{Line, LineKind};

/// A discount that holds on the billing date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discount {
    pub scope: DiscountScope,
    pub effect: Effect,
    /// The most that one application takes off.
    pub cap: Option<Amount>,
    pub created: Timestamp,
    /// Whether it is only for what a change charges of a running period.
    pub prorated: bool,
    /// It is for lines of this part: in a rollup, those of one billing of one subscription.
    pub part: usize,
    /// The order whose one-time charges it is only for, if it came with one.
    pub order: Option<String>,
}

/// The lines a discount is for, narrowest first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum DiscountScope {
    /// All one-time charges of an order.
    OneTime(String),
    OneTimeCharge(String),
    ItemPricing(String),
    ProductPricing(String),
    Product(String),
    /// Everything but one-time and minimum-spend lines.
    Anything,
}

impl DiscountScope {
    /// The same scope where an order has another name.
    pub(crate) fn rename_order(&mut self, before: &str, after: &str) {
        if let DiscountScope::OneTime(order) = self
            && order == before
        {
            after.clone_into(order);
        }
    }
}

/// What a discount takes off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Effect {
    /// A part of what is left, between 0 and 1.
    Percent(Ratio),
    /// An amount, less what was used of it for the same billing date.
    Amount { amount: Amount, used: Amount },
    /// An amount for each billed unit, at most the line.
    PerUnit(Amount),
}

/// What one discount took off, in all and of each line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscountUse {
    /// The place of the discount in the list given.
    pub discount: usize,
    pub amount: Amount,
    pub parts: Vec<i64>,
}

/// Applies all discounts. `nets` holds the lines' amounts and is lowered by what is taken off.
pub fn discount(
    lines: &[Line],
    discounts: &[Discount],
    nets: &mut [i64],
) -> Result<Vec<DiscountUse>, InvoiceError> {
    let mut order: Vec<(usize, &Discount)> = discounts.iter().enumerate().collect();
    order.sort_by_key(|(_, discount)| discount.rank());
    let mut uses = Vec::new();
    for (place, discount) in order {
        let left: Vec<Ratio> = lines
            .iter()
            .zip(&*nets)
            .map(|(line, net)| if discount.reaches(line) { (*net).max(0) } else { 0 })
            .map(Ratio::from)
            .collect();
        let Some(first) = lines.first() else { break };
        let parts = discount.parts(lines, &left, Amount::zero(first.amount.currency))?;
        for (net, part) in nets.iter_mut().zip(&parts) {
            *net = net.checked_sub(*part).ok_or(AmountError::Overflow)?;
        }
        let amounts = parts.iter().map(|part| Amount::new(first.amount.currency, *part));
        let amount = Amount::sum(first.amount.currency, amounts)?;
        uses.push(DiscountUse { discount: place, amount, parts });
    }
    Ok(uses)
}

impl Effect {
    /// What is taken off a remainder, rounded once. Never more than the remainder or the cap.
    pub fn off(&self, remainder: Amount, cap: Option<Amount>) -> Result<Amount, AmountError> {
        let remainder = remainder.or_zero();
        let wanted = match self {
            Effect::Percent(part) => {
                let exact = remainder.major() * part;
                exact.to_minor(remainder.currency, Rounding::HalfAwayFromZero)?
            }
            Effect::Amount { amount, used } => amount.checked_sub(*used)?,
            Effect::PerUnit(amount) => *amount,
        };
        let capped = wanted.checked_min(cap.unwrap_or(remainder))?;
        Ok(capped.checked_min(remainder)?.or_zero())
    }
}

impl Discount {
    fn rank(&self) -> (u8, bool, Timestamp) {
        let scope = match self.scope {
            DiscountScope::OneTime(_) | DiscountScope::OneTimeCharge(_) => 0,
            DiscountScope::ItemPricing(_) => 1,
            DiscountScope::ProductPricing(_) => 2,
            DiscountScope::Product(_) => 3,
            DiscountScope::Anything => 4,
        };
        (scope, !matches!(self.effect, Effect::Percent(_)), self.created)
    }

    /// Whether a line is one this discount is for.
    pub fn reaches(&self, line: &Line) -> bool {
        let is = |text: &Option<String>, id: &String| text.as_ref() == Some(id);
        let discountable = matches!(line.kind, LineKind::Recurring | LineKind::OneTime);
        line.amount.is_positive()
            && line.part == self.part
            && (line.prorated || !self.prorated)
            && self.order.as_ref().is_none_or(|order| is(&line.scope.one_time, order))
            && discountable
            && match &self.scope {
                DiscountScope::OneTime(id) => is(&line.scope.one_time, id),
                DiscountScope::OneTimeCharge(id) => is(&line.scope.one_time_charge, id),
                DiscountScope::ItemPricing(id) => is(&line.scope.item_pricing, id),
                DiscountScope::ProductPricing(id) => is(&line.scope.product_pricing, id),
                DiscountScope::Product(id) => is(&line.scope.product, id),
                DiscountScope::Anything => line.kind == LineKind::Recurring,
            }
    }

    /// What is taken off each line, given what is left of each that the discount reaches.
    fn parts(
        &self,
        lines: &[Line],
        left: &[Ratio],
        zero: Amount,
    ) -> Result<Vec<i64>, InvoiceError> {
        let Effect::PerUnit(amount) = &self.effect else {
            let sum = left.iter().sum::<Ratio>().to_i64().ok_or(AmountError::Overflow)?;
            let off = self.effect.off(Amount { minor: sum, ..zero }, self.cap)?;
            return Ok(split(off.minor, left)?);
        };
        zero.same_currency(*amount)?;
        let exact: Vec<Ratio> = lines
            .iter()
            .zip(left)
            .map(|(line, left)| {
                (&line.units * Ratio::from(amount.minor)).or_zero().min(left.clone())
            })
            .collect();
        let parts = apportion(&exact)?;
        let sum =
            Amount::sum(zero.currency, parts.iter().map(|minor| Amount { minor: *minor, ..zero }))?;
        match self.cap {
            Some(cap) if cap.checked_min(sum)? != sum => Ok(split(cap.or_zero().minor, &exact)?),
            _ => Ok(parts),
        }
    }
}
