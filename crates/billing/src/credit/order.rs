//! The order in which credits are used: the most bound first, so that what is left is worth most.

use calendar::Timestamp;

/// How far a credit reaches; a smaller one is used first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
