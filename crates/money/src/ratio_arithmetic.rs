//! The operators of [`Ratio`]. They are total: 128 bits first, big integers where that overflows.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use crate::Ratio;
use crate::ratio::Repr;

fn add(left: &Ratio, right: &Ratio) -> Ratio {
    small_sum(left, right).unwrap_or_else(|| {
        let ((a, b), (c, d)) = (left.to_big(), right.to_big());
        Ratio::from_big(a * &d + c * &b, b * d)
    })
}

fn small_sum(left: &Ratio, right: &Ratio) -> Option<Ratio> {
    let (Repr::Small(a, b), Repr::Small(c, d)) = (&left.0, &right.0) else {
        return None;
    };
    if b == d {
        return Some(Ratio::reduced(a.checked_add(*c)?, *b));
    }
    let numerator = a.checked_mul(*d)?.checked_add(c.checked_mul(*b)?)?;
    Some(Ratio::reduced(numerator, b.checked_mul(*d)?))
}

fn sub(left: &Ratio, right: &Ratio) -> Ratio {
    add(left, &neg(right))
}

fn mul(left: &Ratio, right: &Ratio) -> Ratio {
    small_product(left, right).unwrap_or_else(|| {
        let ((a, b), (c, d)) = (left.to_big(), right.to_big());
        Ratio::from_big(a * c, b * d)
    })
}

fn small_product(left: &Ratio, right: &Ratio) -> Option<Ratio> {
    let (Repr::Small(a, b), Repr::Small(c, d)) = (&left.0, &right.0) else {
        return None;
    };
    Some(Ratio::reduced(a.checked_mul(*c)?, b.checked_mul(*d)?))
}

fn neg(value: &Ratio) -> Ratio {
    match &value.0 {
        // The small form never holds the one numerator whose negative does not fit.
        Repr::Small(numerator, denominator) => Ratio(Repr::Small(-numerator, *denominator)),
        Repr::Big(big) => Ratio::from_big(-&big.0, big.1.clone()),
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident) => {
        impl $trait for &Ratio {
            type Output = Ratio;
            fn $method(self, other: &Ratio) -> Ratio {
                $method(self, other)
            }
        }
        impl $trait for Ratio {
            type Output = Ratio;
            fn $method(self, other: Ratio) -> Ratio {
                $method(&self, &other)
            }
        }
        impl $trait<&Ratio> for Ratio {
            type Output = Ratio;
            fn $method(self, other: &Ratio) -> Ratio {
                $method(&self, other)
            }
        }
        impl $trait<Ratio> for &Ratio {
            type Output = Ratio;
            fn $method(self, other: Ratio) -> Ratio {
                $method(self, &other)
            }
        }
    };
}

operator!(Add, add);
operator!(Sub, sub);
operator!(Mul, mul);

impl Neg for &Ratio {
    type Output = Ratio;
    fn neg(self) -> Ratio {
        neg(self)
    }
}

impl Neg for Ratio {
    type Output = Ratio;
    fn neg(self) -> Ratio {
        neg(&self)
    }
}

impl AddAssign<&Ratio> for Ratio {
    fn add_assign(&mut self, other: &Ratio) {
        *self = add(self, other);
    }
}

impl SubAssign<&Ratio> for Ratio {
    fn sub_assign(&mut self, other: &Ratio) {
        *self = sub(self, other);
    }
}

impl std::iter::Sum for Ratio {
    fn sum<I: Iterator<Item = Ratio>>(values: I) -> Ratio {
        values.fold(Ratio::ZERO, |sum, value| sum + value)
    }
}

impl<'a> std::iter::Sum<&'a Ratio> for Ratio {
    fn sum<I: Iterator<Item = &'a Ratio>>(values: I) -> Ratio {
        values.fold(Ratio::ZERO, |sum, value| sum + value)
    }
}

macro_rules! from_integer {
    ($($integer:ty),*) => {
        $(impl From<$integer> for Ratio {
            fn from(value: $integer) -> Ratio {
                Ratio(Repr::Small(i128::from(value), 1))
            }
        })*
    };
}

from_integer!(i32, i64, u8, u32, u64);
