//! Amounts of one currency as an e-invoice writes them. A credit note turns every sign: what gives
//! back is positive there.

use money::{Amount, Currency};

/// Minor units; wide enough for any sum of lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Minor(pub i128);

#[derive(Clone, Copy)]
pub struct Signs {
    pub currency: Currency,
    pub turned: bool,
}

impl Signs {
    pub fn minor(self, amount: Amount) -> Minor {
        let minor = i128::from(amount.minor);
        Minor(if self.turned { -minor } else { minor })
    }

    /// `1234.50`, with every digit of the currency.
    pub fn text(self, Minor(minor): Minor) -> String {
        let places = usize::from(self.currency.digits());
        let digits = format!("{:0>width$}", minor.unsigned_abs(), width = places + 1);
        let (whole, fraction) = digits.split_at(digits.len() - places);
        let sign = if minor < 0 { "-" } else { "" };
        let dot = if fraction.is_empty() { "" } else { "." };
        format!("{sign}{whole}{dot}{fraction}")
    }
}

impl Minor {
    pub fn sum(all: impl IntoIterator<Item = Minor>) -> Minor {
        Minor(all.into_iter().map(|Minor(one)| one).sum())
    }

    pub fn less(self, Minor(other): Minor) -> Minor {
        Minor(self.0 - other)
    }

    pub fn plus(self, Minor(other): Minor) -> Minor {
        Minor(self.0 + other)
    }
}
