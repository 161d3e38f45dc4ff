//! The ways an exact value becomes a whole one. Every rounding in the product names one of these
//! at the call; there is no default to forget.

/// A direction of rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// To the nearest; a tie goes away from zero, so that a credit is the negative of its charge.
    HalfAwayFromZero,
    /// Towards negative infinity.
    Floor,
    /// Towards positive infinity.
    Ceiling,
    /// Cuts the fraction off.
    TowardZero,
}

impl Rounding {
    /// Whether the floor of a value has to be raised by one, given how the part above the floor
    /// compares with what is missing to the next integer.
    pub(crate) fn raises(self, negative: bool, exact: bool, half: std::cmp::Ordering) -> bool {
        if exact {
            return false;
        }
        match self {
            Rounding::Floor => false,
            Rounding::Ceiling => true,
            Rounding::TowardZero => negative,
            Rounding::HalfAwayFromZero => half.is_gt() || (half.is_eq() && !negative),
        }
    }
}
