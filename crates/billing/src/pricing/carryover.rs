//! Prepaid units that were not used and go on to later periods, oldest first. They lapse at
//! renewal or when their pricing changes: the caller then starts with an empty carryover.

use money::Ratio;
use serde::{Deserialize, Serialize};

/// Units left over from earlier periods, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Carryover {
    lots: Vec<Ratio>,
}

/// What one period took from the carryover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carried {
    /// Units beyond the prepaid ones that earlier periods had paid for.
    pub taken: Ratio,
    /// The units that this period is charged for.
    pub charged: Ratio,
    pub left: Carryover,
}

impl Carryover {
    pub fn is_empty(&self) -> bool {
        self.lots.is_empty()
    }

    /// All units that are left over.
    pub fn units(&self) -> Ratio {
        self.lots.iter().sum()
    }

    /// Closes a period that had prepaid and used so many units.
    pub fn settle(&self, prepaid: &Ratio, used: &Ratio) -> Carried {
        let mut missing = (used - prepaid).or_zero();
        let mut taken = Ratio::ZERO;
        let mut left = Vec::new();
        for lot in &self.lots {
            let part = lot.clone().min(missing.clone());
            missing -= &part;
            taken += &part;
            left.push(lot - part);
        }
        left.push((prepaid - used).or_zero());
        left.retain(|lot| !lot.is_zero());
        Carried { charged: used - &taken, taken, left: Carryover { lots: left } }
    }
}
