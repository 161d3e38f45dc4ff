//! Units of a metered period as its line knows them: used, paid for before, and paid by credits.

use calendar::Measure;
use money::Ratio;
use serde::{Deserialize, Serialize};

use crate::credit::Precedence;
use crate::id::CreditHandle;

/// Units of a period that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Used {
    pub metered: Ratio,
    /// Those that earlier periods had paid for.
    #[serde(default, skip_serializing_if = "Ratio::is_zero")]
    pub carried: Ratio,
    /// Those that credits paid.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub credited: Vec<CreditedUnits>,
    /// By what objects were weighed.
    #[serde(default, skip_serializing_if = "is_by_days")]
    pub measure: Measure,
}

/// Units that a credit paid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreditedUnits {
    pub credit: CreditHandle,
    pub units: Ratio,
    /// What the credit had left.
    pub balance: Ratio,
    /// Why it came before the next; absent where nobody kept it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub precedence: Option<Precedence>,
}

impl Used {
    pub fn is_zero(&self) -> bool {
        self.metered.is_zero()
    }

    /// Units of a period of which no credit paid any yet.
    pub fn new(metered: Ratio, carried: Ratio) -> Used {
        Used { metered, carried, credited: Vec::new(), measure: Measure::LocalDays }
    }

    /// How many credits paid.
    pub fn by_credits(&self) -> Ratio {
        self.credited.iter().map(|each| &each.units).sum()
    }

    /// The units that are charged, unless a minimum asks for more or credits pay some.
    pub fn charged(&self) -> Ratio {
        &self.metered - &self.carried
    }
}

fn is_by_days(measure: &Measure) -> bool {
    *measure == Measure::LocalDays
}
