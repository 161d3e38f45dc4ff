//! Burning grants down by usage, in their order, each only while it is active.

use calendar::Timestamp;
use money::Ratio;

use crate::credit::order::Rank;

/// Something granted that usage takes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    pub amount: Ratio,
    pub rank: Rank,
    /// Active from here; always where absent.
    pub effective: Option<Timestamp>,
    /// Active until here, exclusive; for ever where absent.
    pub expires: Option<Timestamp>,
    /// Ends the grant where it comes before the expiry.
    pub voided: Option<Timestamp>,
}

/// Something used at an instant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usage {
    pub amount: Ratio,
    pub at: Timestamp,
}

/// What usage left behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Burned {
    /// What was not taken of each grant, in the order given.
    pub left: Vec<Ratio>,
    /// Usage that no active grant covered.
    pub overage: Ratio,
}

impl Grant {
    pub fn is_active(&self, at: Timestamp) -> bool {
        self.effective.is_none_or(|from| from <= at)
            && self.expires.is_none_or(|until| at < until)
            && self.voided.is_none_or(|until| at < until)
    }
}

/// Takes all usage from the grants, in order of time.
pub fn burn(grants: &[Grant], usage: &[Usage]) -> Burned {
    let mut order: Vec<(usize, &Grant)> = grants.iter().enumerate().collect();
    // Stable, so that equal ranks keep the order given.
    order.sort_by_key(|(_, grant)| grant.rank);
    let mut events: Vec<&Usage> = usage.iter().collect();
    events.sort_by_key(|event| event.at);
    let mut left: Vec<Ratio> = grants.iter().map(|grant| grant.amount.clone()).collect();
    let mut overage = Ratio::ZERO;
    for event in events {
        let mut wanted = event.amount.clone();
        for (place, grant) in &order {
            let Some(rest) = left.get_mut(*place).filter(|_| grant.is_active(event.at)) else {
                continue;
            };
            let taken = rest.clone().min(wanted.clone()).or_zero();
            *rest -= &taken;
            wanted -= &taken;
        }
        overage += &wanted.or_zero();
    }
    Burned { left, overage }
}

impl Burned {
    /// What each grant is worth at an instant: nothing while it is not active.
    pub fn balances(&self, grants: &[Grant], at: Timestamp) -> Vec<Ratio> {
        let worth = |(left, grant): (&Ratio, &Grant)| match grant.is_active(at) {
            true => left.clone(),
            false => Ratio::ZERO,
        };
        self.left.iter().zip(grants).map(worth).collect()
    }
}
