//! The one exact number of the product: a reduced fraction for prices, quantities and shares.
//! It never rounds by itself and never overflows: what outgrows 128 bits moves to big integers.

use std::cmp::Ordering;
use std::num::NonZeroI128;
use std::sync::Arc;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use crate::{Amount, AmountError, Currency, Rounding};

/// An exact rational number, always reduced, with a positive denominator.
///
/// Equality and hashing compare values because every value has one representation.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Ratio(pub(crate) Repr);

/// `Small` whenever numerator and denominator both fit; `Big` only otherwise.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Repr {
    Small(i128, i128),
    Big(Arc<(BigInt, BigInt)>),
}

impl Ratio {
    pub const ZERO: Ratio = Ratio(Repr::Small(0, 1));
    pub const ONE: Ratio = Ratio(Repr::Small(1, 1));

    /// `numerator / denominator`, or nothing when the denominator is zero.
    pub fn new(numerator: i128, denominator: i128) -> Option<Ratio> {
        (denominator != 0).then(|| Ratio::reduced(numerator, denominator))
    }

    /// `numerator / denominator`, where the type says that it can be divided by.
    pub fn over(numerator: i128, denominator: NonZeroI128) -> Ratio {
        Ratio::reduced(numerator, denominator.get())
    }

    /// `10^exponent`; small, so that no exponent of a caller can exhaust memory.
    pub fn power_of_ten(exponent: u8) -> Ratio {
        match 10_i128.checked_pow(u32::from(exponent)) {
            Some(power) => Ratio(Repr::Small(power, 1)),
            None => Ratio::from_big(BigInt::from(10).pow(u32::from(exponent)), BigInt::one()),
        }
    }

    /// `10^-digits`, the smallest step of that many decimal places.
    pub fn unit_of(digits: u8) -> Ratio {
        match 10_i128.checked_pow(u32::from(digits)) {
            Some(power) => Ratio(Repr::Small(1, power)),
            None => Ratio::from_big(BigInt::one(), BigInt::from(10).pow(u32::from(digits))),
        }
    }

    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small(0, _))
    }

    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Small(numerator, _) => *numerator < 0,
            Repr::Big(big) => big.0.is_negative(),
        }
    }

    pub fn is_positive(&self) -> bool {
        !self.is_zero() && !self.is_negative()
    }

    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Small(_, denominator) => *denominator == 1,
            Repr::Big(big) => big.1.is_one(),
        }
    }

    pub fn abs(&self) -> Ratio {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// The value, or zero where it is negative.
    pub fn or_zero(self) -> Ratio {
        self.max(Ratio::ZERO)
    }

    /// The quotient, or nothing when the divisor is zero.
    pub fn checked_div(&self, divisor: &Ratio) -> Option<Ratio> {
        let inverse = match &divisor.0 {
            Repr::Small(0, _) => return None,
            Repr::Small(numerator, denominator) => Ratio::reduced(*denominator, *numerator),
            Repr::Big(big) => Ratio::from_big(big.1.clone(), big.0.clone()),
        };
        Some(self * &inverse)
    }

    /// The nearest whole number in the named direction.
    pub fn to_whole(&self, rounding: Rounding) -> Ratio {
        match &self.0 {
            Repr::Small(numerator, denominator) => {
                let floor = numerator.div_euclid(*denominator);
                let above = numerator.rem_euclid(*denominator);
                let half = above.cmp(&(denominator - above));
                let raised = rounding.raises(*numerator < 0, above == 0, half);
                Ratio(Repr::Small(floor + i128::from(raised), 1))
            }
            Repr::Big(big) => {
                let (floor, above) = big.0.div_mod_floor(&big.1);
                let half = above.cmp(&(&big.1 - &above));
                let raised = rounding.raises(big.0.is_negative(), above.is_zero(), half);
                Ratio::from_big(floor + u8::from(raised), BigInt::one())
            }
        }
    }

    /// The value with at most `digits` decimal places, rounded once in the named direction.
    pub fn round(&self, digits: u8, rounding: Rounding) -> Ratio {
        let whole = (self * &Ratio::power_of_ten(digits)).to_whole(rounding);
        whole * Ratio::unit_of(digits)
    }

    /// The value as an integer, where it is one and fits.
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Repr::Small(numerator, 1) => i64::try_from(*numerator).ok(),
            _ => None,
        }
    }

    /// Major units of a currency as an amount in its minor units.
    pub fn to_minor(&self, currency: Currency, rounding: Rounding) -> Result<Amount, AmountError> {
        let minor = (self * &Ratio::power_of_ten(currency.digits())).to_whole(rounding);
        let minor = minor.to_i64().ok_or(AmountError::Overflow)?;
        Ok(Amount { currency, minor })
    }

    /// Reduces; the denominator must not be zero.
    pub(crate) fn reduced(numerator: i128, denominator: i128) -> Ratio {
        if numerator == i128::MIN || denominator == i128::MIN {
            // Their absolute value does not fit, so the careful path takes them.
            return Ratio::from_big(numerator.into(), denominator.into());
        }
        let divisor = match numerator.gcd(&denominator) {
            0 => 1,
            divisor => divisor * denominator.signum(),
        };
        Ratio(Repr::Small(numerator / divisor, denominator / divisor))
    }

    /// Reduces and moves back to the small form where both parts fit.
    pub(crate) fn from_big(numerator: BigInt, denominator: BigInt) -> Ratio {
        let divisor = numerator.gcd(&denominator) * denominator.signum();
        let (numerator, denominator) = (numerator / &divisor, denominator / divisor);
        match (i128::try_from(&numerator), i128::try_from(&denominator)) {
            (Ok(small), Ok(under)) if small != i128::MIN => Ratio(Repr::Small(small, under)),
            _ => Ratio(Repr::Big(Arc::new((numerator, denominator)))),
        }
    }

    pub(crate) fn to_big(&self) -> (BigInt, BigInt) {
        match &self.0 {
            Repr::Small(numerator, denominator) => ((*numerator).into(), (*denominator).into()),
            Repr::Big(big) => (big.0.clone(), big.1.clone()),
        }
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Ratio) -> Ordering {
        if let (Repr::Small(a, b), Repr::Small(c, d)) = (&self.0, &other.0)
            && let (Some(left), Some(right)) = (a.checked_mul(*d), c.checked_mul(*b))
        {
            return left.cmp(&right);
        }
        let ((a, b), (c, d)) = (self.to_big(), other.to_big());
        (a * d).cmp(&(c * b))
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Ratio) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Default for Ratio {
    fn default() -> Ratio {
        Ratio::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(numerator: i128, denominator: i128) -> Ratio {
        Ratio::new(numerator, denominator).unwrap()
    }

    #[test]
    fn values_are_reduced_and_signs_sit_above() {
        assert_eq!(ratio(2, -4), ratio(-1, 2));
        assert_eq!(ratio(0, -7), Ratio::ZERO);
        assert_eq!(Ratio::new(1, 0), None);
        assert_eq!(ratio(i128::MIN, i128::MIN), Ratio::ONE);
        assert_eq!(ratio(i128::MIN, 2), ratio(-(1 << 126), 1));
    }

    #[test]
    fn products_wider_than_128_bits_stay_exact() {
        let wide = ratio(i128::MAX, 3);
        let square = &wide * &wide;
        assert_eq!(square.checked_div(&wide), Some(wide.clone()));
        assert!(square > wide);
        assert!(-&square < -&wide);
        assert_eq!(&square - &square, Ratio::ZERO);
        assert!(matches!((&square - &square).0, Repr::Small(0, 1)));
    }

    #[test]
    fn sums_of_awkward_denominators_stay_exact() {
        let third = ratio(1, 3);
        assert_eq!(&(&third + &third) + &third, Ratio::ONE);
        let tiny = ratio(1, i128::MAX);
        let tinier = ratio(1, i128::MAX - 1);
        assert!(&tiny + &tinier > tiny);
        assert_eq!(&(&tiny + &tinier) - &tinier, tiny);
    }

    #[test]
    fn rounding_goes_where_the_call_says() {
        let table = [
            // value, half away, floor, ceiling, toward zero
            ((5, 2), 3, 2, 3, 2),
            ((-5, 2), -3, -3, -2, -2),
            ((7, 3), 2, 2, 3, 2),
            ((-7, 3), -2, -3, -2, -2),
            ((8, 3), 3, 2, 3, 2),
            ((4, 1), 4, 4, 4, 4),
            ((0, 1), 0, 0, 0, 0),
        ];
        for ((numerator, denominator), half, floor, ceiling, zero) in table {
            let value = ratio(numerator, denominator);
            assert_eq!(value.to_whole(Rounding::HalfAwayFromZero), half.into());
            assert_eq!(value.to_whole(Rounding::Floor), floor.into());
            assert_eq!(value.to_whole(Rounding::Ceiling), ceiling.into());
            assert_eq!(value.to_whole(Rounding::TowardZero), zero.into());
        }
    }

    #[test]
    fn wide_values_round_like_small_ones() {
        let whole = &Ratio::power_of_ten(60) + &ratio(1, 2);
        let up = whole.to_whole(Rounding::HalfAwayFromZero);
        assert_eq!(&up - &Ratio::power_of_ten(60), Ratio::ONE);
        let down = (-&whole).to_whole(Rounding::HalfAwayFromZero);
        assert_eq!(down, -up);
    }

    #[test]
    fn minor_units_follow_the_currency() {
        let table = [("JPY", 13), ("EUR", 1250), ("KWD", 12500), ("CLF", 125000)];
        for (code, minor) in table {
            let currency: Currency = code.parse().unwrap();
            let amount = ratio(25, 2).to_minor(currency, Rounding::HalfAwayFromZero).unwrap();
            assert_eq!(amount.minor, minor, "{code}");
        }
        let eur = "EUR".parse().unwrap();
        let beyond = ratio(i128::from(i64::MAX), 10);
        assert_eq!(beyond.to_minor(eur, Rounding::Floor), Err(AmountError::Overflow));
    }
}
