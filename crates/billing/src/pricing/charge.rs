//! One charge: units in, rows and an exact sum out. It is rounded by whoever makes a line of it.

use calendar::Share;
use money::{Amount, AmountError, Currency, Price, Ratio, Rounding};
use serde::{Deserialize, Serialize};

use crate::pricing::overrides::Overrides;

/// What is charged, for one service period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demand {
    pub units: Ratio,
    pub kind: Kind,
    /// The part of the period that is served; a full one unless it is a stub.
    pub share: Share,
    /// How many full periods came before since the pricing was added; 0 in a stub.
    pub period: usize,
    pub overrides: Overrides,
}

/// Where units come from, which decides what a stub does to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// Licences and fees: a stub takes its share of the whole charge.
    Licence,
    /// Metered usage: a stub takes its share of what is fixed, and the usage as it is.
    Usage,
}

impl Demand {
    /// Units of a full period, without overrides.
    pub fn new(units: Ratio, kind: Kind) -> Demand {
        let overrides = Overrides::default();
        Demand { units, kind, share: Share::FULL, period: 0, overrides }
    }

    /// Metered units of a part of a period: what was used, at least that part of the minimum.
    pub fn metered(used: &Ratio, minimum: &Ratio, share: Share) -> Demand {
        let units = used.clone().max(minimum * share.ratio());
        Demand::new(units, Kind::Usage).for_share(share)
    }

    /// The same units, for a part of the period.
    pub fn for_share(self, share: Share) -> Demand {
        Demand { share, ..self }
    }
}

/// The row of the base price.
pub(crate) const BASE: &str = "base price";
/// The row of units that cost nothing more.
pub(crate) const INCLUDED: &str = "included units";

/// How a part of a charge came about: `units × unit_price = amount`, in major units, exact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    pub label: String,
    pub units: Ratio,
    pub unit_price: Ratio,
    pub amount: Ratio,
    /// The tier that priced it, counted from zero.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tier: Option<usize>,
}

impl Row {
    pub fn new(label: impl Into<String>, units: Ratio, unit_price: Ratio) -> Row {
        let amount = &units * &unit_price;
        Row { label: label.into(), units, unit_price, amount, tier: None }
    }

    pub fn in_tier(self, tier: usize) -> Row {
        Row { tier: Some(tier), ..self }
    }
}

/// A charge with its derivation. The exact value is the share of the sum of the rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charge {
    pub currency: Currency,
    pub rows: Vec<Row>,
    /// What the sum of the rows is multiplied by.
    pub share: Share,
    pub exact: Ratio,
}

impl Charge {
    /// The amount of the line: rounded once, half away from zero.
    pub fn rounded(&self) -> Result<Amount, AmountError> {
        self.exact.to_minor(self.currency, Rounding::HalfAwayFromZero)
    }

    /// The exact and the rounded value beyond an advance that was billed for the same units, never
    /// below zero; the whole charge where nothing was billed in advance.
    pub fn beyond(&self, advance: Option<Amount>) -> Result<(Ratio, Amount), AmountError> {
        let whole = self.rounded()?;
        let Some(advance) = advance else { return Ok((self.exact.clone(), whole)) };
        let exact = (&self.exact - advance.major()).or_zero();
        Ok((exact, whole.checked_sub(advance)?.or_zero()))
    }
}

/// Why units could not be priced.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChargeError {
    #[error("{0} units are beyond the last tier")]
    BeyondLastTier(Ratio),
    #[error("the tier at index {0} is custom and has no price yet")]
    CustomTierWithoutPrice(usize),
    #[error("there is no custom tier at index {0}")]
    NoCustomTier(usize),
    #[error("the price per unit must be at least {0}{up}", up = up_to(.1))]
    PriceOutOfBounds(Price, Option<Price>),
    #[error("this pricing takes no price of its own")]
    OverrideRefused,
    #[error("a definition without prices cannot charge")]
    NoPrice,
    #[error(transparent)]
    Amount(#[from] AmountError),
}

fn up_to(maximum: &Option<Price>) -> String {
    maximum.as_ref().map_or(String::new(), |maximum| format!(" and at most {maximum}"))
}
