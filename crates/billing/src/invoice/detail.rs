//! How the total of an invoice came about: what discounts took off, what taxes came to, and what
//! credits paid.

use calendar::Timestamp;
use money::{Amount, AmountError, Ratio};
use serde::{Deserialize, Serialize};

use crate::credit::Precedence;
use crate::id::{CreditHandle, DiscountHandle, InvoiceHandle};
use crate::invoice::totals::Effect;

/// What one discount took off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscountDetail {
    pub discount: DiscountHandle,
    pub name: String,
    pub amount: Amount,
    /// How it came to that; absent where nobody kept it.
    pub taken: Option<Taken>,
}

/// How a discount came to what it took off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taken {
    pub effect: Effect,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap: Option<Amount>,
    /// What it took of each line that it is for.
    pub parts: Vec<LinePart>,
    /// Whether it came back with lines that a change replaced, and is of no billing date.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub moved: bool,
    /// The billing date, where a rollup collected it.
    #[serde(with = "calendar::micros::optional", default, skip_serializing_if = "Option::is_none")]
    pub date: Option<Timestamp>,
}

/// Minor units of one line, by the place of the line.
pub type LinePart = (usize, i64);

/// What one rate came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaxDetail {
    pub name: String,
    pub rate: Ratio,
    pub base: Amount,
    pub amount: Amount,
    /// What each line that it is for shows of it.
    pub parts: Vec<LinePart>,
}

/// What one credit paid; negative for what the invoice itself gives back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreditDetail {
    pub of: Settling,
    pub net: Amount,
    pub tax: Amount,
    /// What it could have paid; absent for what the invoice itself gives, or where nobody kept it.
    pub means: Option<Means>,
    /// What later documents gave back to the credit of what it paid here.
    pub restored: Amount,
}

/// What a credit had, and what was left of the lines that it may pay, in minor units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Means {
    pub balance: Ratio,
    pub net: Ratio,
    pub tax: Ratio,
    /// Why it came before the next; absent where nobody kept it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub precedence: Option<Precedence>,
}

/// What a credit paid of an invoice that was issued before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreditPayment {
    pub credit: CreditHandle,
    /// The net part of the payment; the rest is tax.
    pub net: Amount,
    /// What the revenue of the invoice is lowered by: nothing where the credit is money.
    pub revenue: Amount,
    /// What later documents gave back to the credit of it.
    pub restored: Amount,
}

/// What pays an invoice, or where goes what it gives back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Settling {
    /// A credit that paid; a new one where the amount is negative.
    Credit(CreditHandle),
    /// Lowered what was due of an earlier invoice.
    Due { invoice: InvoiceHandle },
    /// Sent back payments of an earlier invoice.
    Refund { invoice: InvoiceHandle },
    /// Went back to a credit that had paid an earlier invoice.
    Restored { credit: CreditHandle, invoice: InvoiceHandle },
}

impl CreditDetail {
    /// The credit that paid, was made, or got something back.
    pub fn credit(&self) -> Option<&CreditHandle> {
        match &self.of {
            Settling::Credit(credit) | Settling::Restored { credit, .. } => Some(credit),
            Settling::Due { .. } | Settling::Refund { .. } => None,
        }
    }

    /// The earlier invoice that it went to.
    pub fn invoice(&self) -> Option<&InvoiceHandle> {
        match &self.of {
            Settling::Credit(_) => None,
            Settling::Due { invoice }
            | Settling::Refund { invoice }
            | Settling::Restored { invoice, .. } => Some(invoice),
        }
    }

    pub fn amount(&self) -> Result<Amount, AmountError> {
        self.net.checked_add(self.tax)
    }
}
