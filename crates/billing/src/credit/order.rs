//! The order in which credits are used: the most bound first, so that what is left is worth most.

use calendar::Timestamp;
use serde::{Deserialize, Serialize};

/// How far a credit reaches; a smaller one is used first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Scope {
    Subscription,
    Product,
    Customer,
}

/// What two credits are compared by: scope, then earliest expiry (none last), then oldest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    scope: i64,
    /// `false` sorts first: credits that expire come before those that do not.
    lasting: bool,
    expires: Option<Timestamp>,
    created: Option<Timestamp>,
}

impl Rank {
    pub fn new(scope: Scope, expires: Option<Timestamp>, created: Timestamp) -> Rank {
        Rank::by_number(scope as i64, expires, Some(created))
    }

    /// The same order for scopes that are given as numbers, lower first. What has no beginning
    /// counts as oldest.
    pub fn by_number(scope: i64, expires: Option<Timestamp>, created: Option<Timestamp>) -> Rank {
        Rank { scope, lasting: expires.is_none(), expires, created }
    }
}

/// Why a credit came when it did, kept with what it paid, so that it can be told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Precedence {
    pub scope: Scope,
    #[serde(with = "calendar::micros::optional", default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<Timestamp>,
    /// Whether it belongs to somebody whom the payer pays for: such credits come first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub of_child: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_bound_credit_goes_first() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let order = [
            Rank::new(Scope::Subscription, None, at(9)),
            Rank::new(Scope::Product, Some(at(50)), at(9)),
            Rank::new(Scope::Product, None, at(1)),
            Rank::new(Scope::Customer, Some(at(20)), at(8)),
            Rank::new(Scope::Customer, Some(at(30)), at(2)),
            Rank::new(Scope::Customer, Some(at(30)), at(3)),
            Rank::new(Scope::Customer, None, at(1)),
        ];
        assert!(order.is_sorted());
    }
}
