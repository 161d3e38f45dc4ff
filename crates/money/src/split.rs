//! Dividing a whole into parts that add up to it again: largest remainder, ties to the earlier
//! part, and negative wholes as the mirror image of positive ones.

use std::cmp::Reverse;

use crate::{Ratio, Rounding};

/// Why a whole could not be divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SplitError {
    #[error("a whole that is not zero needs at least one part")]
    NoParts,
    #[error("a weight is negative")]
    NegativeWeight,
    #[error("a part does not fit into 64 bits")]
    Overflow,
}

/// Divides `total` in proportion to `weights`. Where all weights are zero, equally.
pub fn split(total: i64, weights: &[Ratio]) -> Result<Vec<i64>, SplitError> {
    if weights.iter().any(Ratio::is_negative) {
        return Err(SplitError::NegativeWeight);
    }
    if weights.is_empty() && total == 0 {
        return Ok(Vec::new());
    }
    let whole: Option<Vec<u64>> = weights.iter().map(whole).collect();
    let whole = whole.filter(|weights| !weights.is_empty());
    if let Some(parts) = whole.and_then(|weights| split_whole(total, weights)) {
        return Ok(parts);
    }
    let sum: Ratio = weights.iter().sum();
    let equal = sum.is_zero();
    let sum = if equal { weights.iter().map(|_| Ratio::ONE).sum() } else { sum };
    let per_weight = Ratio::from(total).checked_div(&sum).ok_or(SplitError::NoParts)?;
    let exact: Vec<Ratio> = weights
        .iter()
        .map(|weight| if equal { per_weight.clone() } else { &per_weight * weight })
        .collect();
    apportion(&exact)
}

fn whole(weight: &Ratio) -> Option<u64> {
    weight.to_i64().and_then(|weight| u64::try_from(weight).ok())
}

/// The same by whole weights, as amounts are, without a fraction: a thousand lines have a thousand.
/// None where that is not possible.
fn split_whole(total: i64, mut weights: Vec<u64>) -> Option<Vec<i64>> {
    if weights.iter().all(|weight| *weight == 0) {
        weights.fill(1);
    }
    let sum: u128 = weights.iter().map(|weight| u128::from(*weight)).sum();
    let (size, sign) = (u128::from(total.unsigned_abs()), i128::from(total.signum()));
    let mut parts = Vec::with_capacity(weights.len());
    let mut rests = Vec::with_capacity(weights.len());
    let mut left = size;
    for (place, weight) in weights.into_iter().enumerate() {
        // Both are below two to the power of 64.
        let product = size.checked_mul(u128::from(weight))?;
        let (part, rest) = (product.checked_div(sum)?, product.checked_rem(sum)?);
        left = left.checked_sub(part)?;
        parts.push(part);
        rests.push((Reverse(rest), place));
    }
    let more = usize::try_from(left).ok()?;
    if more > 0 {
        // What is left is less than there are parts.
        rests.select_nth_unstable(more.checked_sub(1)?);
    }
    for (_, place) in rests.into_iter().take(more) {
        *parts.get_mut(place)? += 1;
    }
    let signed = |part: u128| i64::try_from(i128::try_from(part).ok()? * sign).ok();
    parts.into_iter().map(signed).collect()
}

/// Rounds parts so that they add up to their rounded sum. Each goes to its nearest integer, then
/// those that are worst off move by one until the sum fits: for parts of one sign that is the
/// method of the largest remainder, and parts of both signs come out nearest too.
pub fn apportion(exact: &[Ratio]) -> Result<Vec<i64>, SplitError> {
    let nearest = |value: &Ratio| value.to_whole(Rounding::HalfAwayFromZero);
    let mut parts: Vec<Ratio> = exact.iter().map(nearest).collect();
    let missing = nearest(&exact.iter().sum()) - parts.iter().sum::<Ratio>();
    let unit = if missing.is_negative() { -Ratio::ONE } else { Ratio::ONE };
    let moved = missing.abs().to_i64().and_then(|count| usize::try_from(count).ok());
    let moved = moved.ok_or(SplitError::Overflow)?;
    for place in worst_off(exact, &parts, &unit).into_iter().take(moved) {
        if let Some(part) = parts.get_mut(place) {
            *part += &unit;
        }
    }
    parts.iter().map(|part| part.to_i64().ok_or(SplitError::Overflow)).collect()
}

/// The places of the parts by how much they gain from a step of `unit`. Ties favour the earlier
/// part with the larger size: a growing step takes it first, a shrinking step last.
fn worst_off(exact: &[Ratio], parts: &[Ratio], unit: &Ratio) -> Vec<usize> {
    let rank = |place: usize, exact: &Ratio| match exact.is_negative() == unit.is_negative() {
        true => (false, place),
        false => (true, parts.len() - place),
    };
    let mut order: Vec<(usize, Ratio, (bool, usize))> = exact
        .iter()
        .zip(parts)
        .enumerate()
        .map(|(place, (exact, part))| (place, (exact - part) * unit, rank(place, exact)))
        .collect();
    order.sort_by(|(_, gain, rank), (_, other, later)| other.cmp(gain).then(rank.cmp(later)));
    order.into_iter().map(|(place, _, _)| place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(values: &[i64]) -> Vec<Ratio> {
        values.iter().map(|value| Ratio::from(*value)).collect()
    }

    #[test]
    fn parts_follow_the_largest_remainder() {
        let table: [(i64, &[i64], &[i64]); 10] = [
            (12, &[200, 100], &[8, 4]),
            (100, &[1, 1, 1], &[34, 33, 33]),
            (-100, &[1, 1, 1], &[-34, -33, -33]),
            (2, &[1, 1, 1], &[1, 1, 0]),
            (10, &[0, 3, 0, 1], &[0, 8, 0, 2]),
            (5, &[0, 0, 0], &[2, 2, 1]),
            (0, &[], &[]),
            (0, &[3, 4], &[0, 0]),
            (i64::MIN, &[1], &[i64::MIN]),
            (i64::MAX, &[1, 1], &[i64::MAX / 2 + 1, i64::MAX / 2]),
        ];
        for (total, shares, parts) in table {
            assert_eq!(split(total, &weights(shares)).unwrap(), parts, "{total} by {shares:?}");
        }
    }

    /// Whole weights are divided as their halves are, which are not whole.
    #[test]
    fn whole_weights_are_no_exception() {
        let half = Ratio::new(1, 2).unwrap();
        let mut state = 1_u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            i64::try_from((state >> 33) % below).unwrap()
        };
        for round in 0..2_000 {
            let count = next(9) + 1;
            let largest = [3, 10, 1_000_000][round % 3];
            let mut shares: Vec<i64> = (0..count).map(|_| next(largest)).collect();
            // Halves of odd numbers are not whole; of this one there is always one.
            shares.push(2 * next(largest) + 1);
            let total = next(20_000) - 10_000;
            let halves: Vec<Ratio> = weights(&shares).iter().map(|share| share * &half).collect();
            let whole = split(total, &weights(&shares)).unwrap();
            assert_eq!(whole, split(total, &halves).unwrap(), "{total} by {shares:?}");
        }
    }

    #[test]
    fn impossible_splits_are_refused() {
        assert_eq!(split(1, &[]), Err(SplitError::NoParts));
        assert_eq!(split(1, &weights(&[2, -1])), Err(SplitError::NegativeWeight));
        let wide = Ratio::from(i64::MAX) + Ratio::ONE;
        assert_eq!(apportion(&[wide]), Err(SplitError::Overflow));
    }

    #[test]
    fn mixed_signs_add_up_to_the_rounded_sum() {
        let exact: Vec<Ratio> =
            ["-2.85", "5.7", "0.1", "-0.4"].iter().map(|text| text.parse().unwrap()).collect();
        let parts = apportion(&exact).unwrap();
        assert_eq!(parts, [-3, 6, 0, 0]);
        let tied: Vec<Ratio> =
            ["0.5", "-0.5", "0.5", "-0.5"].map(|text| text.parse().unwrap()).into();
        assert_eq!(apportion(&tied).unwrap().iter().sum::<i64>(), 0);
        let mirrored: Vec<Ratio> = exact.iter().map(|part| -part).collect();
        assert_eq!(apportion(&mirrored).unwrap(), [3, -6, 0, 0]);
    }
}
