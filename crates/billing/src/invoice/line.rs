//! A line of an invoice with its derivation: enough to compute it again and to explain it.

use std::sync::Arc;

use calendar::{Period, Share, Timestamp};
use money::{Amount, Ratio};
use serde::{Deserialize, Serialize};

use crate::id::{
    DiscountHandle, InvoiceHandle, LineHandle, OneTimeHandle, RequestHandle, SubscriptionHandle,
};
use crate::invoice::adjust::value::Adjusts;
use crate::invoice::reason::Reason;
use crate::invoice::used::{CreditedUnits, Used};
use crate::period::reverse;
use crate::pricing::{Charge, Component, Configuration, ProductPricing, reference};

/// A rounded charge and how it came about.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Line {
    /// Given when it begins to wait, and kept on the invoice that takes it: it is billed once.
    /// Other lines are named by their invoice and their place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<LineHandle>,
    /// Since when it waits, or waited before it was billed.
    #[serde(with = "calendar::micros::optional", default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Timestamp>,
    /// The billing that made it, where it waits for a rollup.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub collected: Option<Collected>,
    pub role: Role,
    /// Whose it is; the invoice goes to who pays for them.
    pub customer: Arc<str>,
    /// The subscription that it bills, if it is one's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subscription: Option<SubscriptionHandle>,
    /// The one-time charge that it bills, if it is one's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub one_time: Option<OneTimeLine>,
    /// Absent for a minimum of the whole subscription.
    #[serde(with = "reference::optional", default, skip_serializing_if = "Option::is_none")]
    pub pricing: Option<Arc<ProductPricing>>,
    /// Absent for a minimum above the components.
    #[serde(with = "reference::optional", default, skip_serializing_if = "Option::is_none")]
    pub component: Option<Arc<Component>>,
    pub period: Period,
    pub units: Ratio,
    /// The part of the grid period that was served.
    pub share: Share,
    pub derivation: Derivation,
    /// In major units, before it is rounded.
    pub exact: Ratio,
    #[serde(with = "money::compact")]
    pub amount: Amount,
    /// What discounts took off.
    #[serde(with = "money::compact")]
    pub discount: Amount,
    #[serde(with = "money::compact")]
    pub tax: Amount,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sort_order: Option<Ratio>,
}

/// Which one-time charge a line bills.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OneTimeLine {
    pub id: OneTimeHandle,
    /// The order that it came with.
    pub order: RequestHandle,
    /// The product that a price of its own is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product: Option<Arc<str>>,
}

/// What would have been the invoice of a line, had no rollup collected it. Lines of one
/// subscription with the same are discounted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Collected {
    /// The billing date.
    #[serde(with = "calendar::micros")]
    pub at: Timestamp,
    pub reason: Reason,
    /// Whether it is of a change that began all periods anew, which is a billing date.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub resets: bool,
    /// Until when late usage is waited for.
    #[serde(with = "calendar::micros::optional", default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
}

/// Why a line stands on an invoice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    /// For a period that begins.
    Advance,
    /// For the rest of a period in which a change added it.
    ProrationCharge,
    /// For a period that is over.
    Arrears,
    /// What was missing of a minimum.
    Minimum,
    /// What was billed and will not be used.
    ProrationCredit,
    /// What is bought once.
    OneTime,
    /// What a period that was billed comes to by usage that was noticed later.
    Adjustment,
}

/// What a line was computed from.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Derivation {
    Charge {
        #[serde(default, skip_serializing_if = "Configuration::is_default")]
        configuration: Arc<Configuration>,
        /// How many full periods the pricing had before, where its price is scheduled.
        #[serde(default, skip_serializing_if = "is_none")]
        scheduled: usize,
        charge: Charge,
        /// What was billed in advance for the same period.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        less: Option<Amount>,
        /// What was metered, where the units are those of a period that is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        used: Option<Used>,
    },
    Minimum {
        level: Level,
        /// What a full period has to come to, in major units.
        minimum: Ratio,
        /// Excess of earlier periods that counts here.
        pulled: Ratio,
        counted: Vec<Counted>,
    },
    /// The unused share of the net of a line of an earlier invoice.
    ProrationCredit(ProrationCredit),
}

/// What comes back of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProrationCredit {
    pub invoice: InvoiceHandle,
    /// The place of the line on its invoice.
    pub line: usize,
    /// The line after its discounts, as it was billed.
    pub net: Amount,
    pub unused: Share,
    /// What came back of it before, as a positive amount.
    pub before: Amount,
    /// The rates that it was taxed at, and what comes back of each, as negative amounts.
    pub taxes: Vec<TaxCredit>,
    /// What documents gave back of it before, each with its amount.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<(InvoiceHandle, Amount)>,
    /// Whether the tax that comes back is as agreed, not by the rates.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub agreed: bool,
    /// What amounts off come back with it and go to the charges of the same change, in minor units.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub discounts: Vec<(DiscountHandle, Ratio)>,
    /// Where usage became another after it was billed: what comes back, or comes on top.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjusts: Option<Adjusts>,
}

impl ProrationCredit {
    /// What it comes to, exact and rounded.
    pub fn value(&self) -> Result<(Ratio, Amount), money::AmountError> {
        match &self.adjusts {
            None => reverse(self.net, self.unused, self.before),
            Some(adjusts) => adjusts.value(self.net.checked_sub(self.before)?),
        }
    }
}

/// The tax of one rate that comes back with a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaxCredit {
    pub name: String,
    pub rate: Ratio,
    pub amount: Amount,
    /// What may come back at most, as a positive amount; absent where nobody kept it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<Amount>,
}

/// The level of a minimum, from the inside out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Level {
    Component,
    Pricing,
    Subscription,
}

/// A charge that counts towards a minimum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Counted {
    /// A line of the same invoice, by its place.
    Line(usize),
    /// What was billed before, in major units.
    Earlier(Ratio),
    /// The part of an advance that falls into the period.
    Advance { amount: Amount, share: Share },
}

impl Line {
    pub fn name(&self) -> &str {
        let Some(pricing) = &self.pricing else { return self.free_name() };
        match &self.component {
            Some(component) if pricing.components.len() > 1 => &component.name,
            _ => &pricing.name,
        }
    }

    /// The name of a line without a pricing: that of a price of its own, or a minimum.
    fn free_name(&self) -> &str {
        match (&self.one_time, &self.derivation) {
            (Some(_), Derivation::Charge { charge, .. }) => {
                charge.rows.first().map_or("", |row| &row.label)
            }
            _ => "minimum",
        }
    }

    /// The line that goes on waiting in place of another.
    pub(crate) fn instead_of(self, waited: &Line) -> Line {
        let (id, since) = (waited.id.clone(), waited.since);
        Line { id, since, collected: waited.collected, ..self }
    }

    /// The product that it is for.
    pub fn product(&self) -> Option<&Arc<str>> {
        let once = self.one_time.as_ref().and_then(|one_time| one_time.product.as_ref());
        self.pricing.as_ref().map(|pricing| &pricing.product).or(once)
    }

    /// Whether it bills a component of a pricing.
    pub fn is_of(&self, pricing: &ProductPricing, component: &Component) -> bool {
        let known = self.pricing.as_ref().zip(self.component.as_ref());
        known.is_some_and(|(of, part)| of.id == pricing.id && part.id == component.id)
    }

    /// Whether it bills what another line does.
    pub fn bills_same(&self, other: &Line) -> bool {
        let ids = |line: &Line| {
            let pricing = line.pricing.as_ref().map(|pricing| pricing.id.clone());
            (pricing, line.component.as_ref().map(|component| component.id.clone()))
        };
        ids(self) == ids(other)
    }

    pub fn gl_code(&self) -> Option<&str> {
        self.pricing.as_ref().and_then(|pricing| pricing.gl_code.as_deref())
    }

    /// Whether it was billed for time to come, of which something may come back.
    pub fn is_ahead(&self) -> bool {
        matches!(self.role, Role::Advance | Role::ProrationCharge)
    }

    /// The invoice of which it gives something back.
    pub fn corrects(&self) -> Option<&InvoiceHandle> {
        match &self.derivation {
            Derivation::ProrationCredit(proration_credit) => Some(&proration_credit.invoice),
            Derivation::Charge { .. } | Derivation::Minimum { .. } => None,
        }
    }

    /// The units of it that credits paid.
    pub fn credited(&self) -> &[CreditedUnits] {
        match &self.derivation {
            Derivation::Charge { used: Some(used), .. } => &used.credited,
            Derivation::Charge { used: None, .. }
            | Derivation::Minimum { .. }
            | Derivation::ProrationCredit(_) => &[],
        }
    }

    /// What is left of it after discounts.
    pub fn net(&self) -> Result<Amount, money::AmountError> {
        self.amount.checked_sub(self.discount)
    }
}

fn is_none(count: &usize) -> bool {
    *count == 0
}
