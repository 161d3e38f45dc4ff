//! Ratios as text. Reading loses nothing and is bounded, so that `1e400000000` is a refusal and
//! not a memory bomb; printing gives a decimal where one exists and `a/b` otherwise.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};

use crate::Ratio;
use crate::ratio::Repr;

/// Longer numbers and larger exponents are refused: no price or quantity needs them.
const MAX_LENGTH: usize = 128;
const MAX_EXPONENT: i32 = 128;
/// A stored fraction may have grown beyond what a person writes.
const MAX_FRACTION_LENGTH: usize = 4096;

/// Why a text is not a number this product accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecimalError {
    #[error("is not a decimal number")]
    NotANumber,
    #[error("has too many digits or too large an exponent")]
    TooLong,
}

impl Ratio {
    /// Reads a decimal such as `12`, `-0.10` or `1e3`, exactly.
    pub fn parse_decimal(text: &str) -> Result<Ratio, DecimalError> {
        if text.len() > MAX_LENGTH {
            return Err(DecimalError::TooLong);
        }
        let (negative, rest) = sign(text);
        let (mantissa, exponent) = match rest.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, parse_exponent(exponent)?),
            None => (rest, 0),
        };
        let (whole, fraction) = match mantissa.split_once('.') {
            Some((whole, fraction)) => (digits(whole)?, digits(fraction)?),
            None => (digits(mantissa)?, ""),
        };
        let value = integer(&format!("{whole}{fraction}"))?;
        let value = if negative { -value } else { value };
        let places = i32::try_from(fraction.len()).map_err(|_| DecimalError::TooLong)?;
        shift(value, exponent - places)
    }
}

/// Reads what [`Ratio`] prints: a decimal or `a/b`.
impl FromStr for Ratio {
    type Err = DecimalError;

    fn from_str(text: &str) -> Result<Ratio, DecimalError> {
        let Some((over, under)) = text.split_once('/') else {
            return Ratio::parse_decimal(text);
        };
        if text.len() > MAX_FRACTION_LENGTH {
            return Err(DecimalError::TooLong);
        }
        let (negative, over) = sign(over);
        let (over, under) = (integer(digits(over)?)?, integer(digits(under)?)?);
        let value = over.checked_div(&under).ok_or(DecimalError::NotANumber)?;
        Ok(if negative { -value } else { value })
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Repr::Small(whole, 1) = &self.0 {
            return write!(out, "{whole}");
        }
        let (numerator, denominator) = self.to_big();
        let Some(places) = decimal_places(&denominator) else {
            return write!(out, "{numerator}/{denominator}");
        };
        let scaled = numerator * BigInt::from(10).pow(places) / denominator;
        let places = places as usize;
        let digits = format!("{:0>width$}", scaled.magnitude().to_string(), width = places + 1);
        let (whole, fraction) = digits.split_at(digits.len() - places);
        let sign = if self.is_negative() { "-" } else { "" };
        let dot = if fraction.is_empty() { "" } else { "." };
        write!(out, "{sign}{whole}{dot}{fraction}")
    }
}

impl fmt::Debug for Ratio {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{self}")
    }
}

fn sign(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    }
}

fn digits(text: &str) -> Result<&str, DecimalError> {
    let all = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    all.then_some(text).ok_or(DecimalError::NotANumber)
}

fn parse_exponent(text: &str) -> Result<i32, DecimalError> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    digits(unsigned)?;
    let exponent: i32 = text.parse().map_err(|_| DecimalError::TooLong)?;
    let small = exponent.abs() <= MAX_EXPONENT;
    small.then_some(exponent).ok_or(DecimalError::TooLong)
}

fn integer(digits: &str) -> Result<Ratio, DecimalError> {
    if let Ok(small) = digits.parse::<i128>() {
        return Ok(Ratio::reduced(small, 1));
    }
    let big = digits.parse::<BigInt>().map_err(|_| DecimalError::NotANumber)?;
    Ok(Ratio::from_big(big, BigInt::one()))
}

fn shift(value: Ratio, exponent: i32) -> Result<Ratio, DecimalError> {
    let power = u8::try_from(exponent.unsigned_abs()).map_err(|_| DecimalError::TooLong)?;
    let scale = Ratio::power_of_ten(power);
    match exponent < 0 {
        true => value.checked_div(&scale).ok_or(DecimalError::NotANumber),
        false => Ok(value * scale),
    }
}

/// How many decimal places the fraction needs, if it ends at all.
fn decimal_places(denominator: &BigInt) -> Option<u32> {
    let mut rest = denominator.clone();
    let twos = take_factor(&mut rest, 2);
    let fives = take_factor(&mut rest, 5);
    rest.is_one().then(|| twos.max(fives))
}

fn take_factor(rest: &mut BigInt, factor: u8) -> u32 {
    let factor = BigInt::from(factor);
    let mut count = 0;
    loop {
        let (quotient, remainder) = rest.div_rem(&factor);
        if !remainder.is_zero() {
            return count;
        }
        *rest = quotient;
        count += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_read_and_printed_without_loss() {
        let table = [
            ("0.1", "0.1"),
            ("1e3", "1000"),
            ("1E-3", "0.001"),
            ("2.5e+2", "250"),
            ("-0.0", "0"),
            ("-12.50", "-12.5"),
            ("0.12345678901234567", "0.12345678901234567"),
            ("12345678901234567890123456789.123456789", "12345678901234567890123456789.123456789"),
            ("00012", "12"),
            ("1e40", "10000000000000000000000000000000000000000"),
            ("-0.00390625", "-0.00390625"),
        ];
        for (text, printed) in table {
            let value = Ratio::parse_decimal(text).unwrap();
            assert_eq!(value.to_string(), printed, "{text}");
            assert_eq!(printed.parse::<Ratio>().unwrap(), value);
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        let bad = ["", "-", "+1", ".5", "5.", "1e", "1e+", "NaN", "inf", " 1", "1 ", "1,5", "0x1"];
        for text in bad.iter().chain(&["--1", "1-1", "1e1.5", "١"]) {
            assert_eq!(Ratio::parse_decimal(text), Err(DecimalError::NotANumber), "{text:?}");
        }
        let long = "9".repeat(MAX_LENGTH + 1);
        for text in ["1e400000000", "1e-400", "1e99999999999999999999", long.as_str()] {
            assert_eq!(Ratio::parse_decimal(text), Err(DecimalError::TooLong), "{text:?}");
        }
    }

    #[test]
    fn fractions_without_a_decimal_print_as_such() {
        for text in ["1/3", "-85/92", "22/7"] {
            assert_eq!(text.parse::<Ratio>().unwrap().to_string(), text);
        }
        assert_eq!("1/0".parse::<Ratio>(), Err(DecimalError::NotANumber));
        assert_eq!("2/4".parse::<Ratio>().unwrap().to_string(), "0.5");
    }
}
