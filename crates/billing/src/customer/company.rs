//! Settings of the company and of the customer that billing depends on.

use std::sync::Arc;

use calendar::{Measure, Zone};
use money::Ratio;

use crate::customer::rollup::Rollup;

/// What a company sets for all its invoices.
#[derive(Clone, Debug)]
pub struct Company {
    pub zone: Zone,
    /// How periods that start from now on are shared out.
    pub measure: Measure,
    pub due_days: Option<u32>,
    pub taxes: Vec<TaxRate>,
}

/// Who is billed.
#[derive(Clone, Debug)]
pub struct Customer {
    pub id: Arc<str>,
    /// Takes the place of the company's rates where present, also when it is empty.
    pub override_taxes: Option<Vec<TaxRate>>,
    pub country: Option<String>,
    pub state: Option<String>,
    /// Its periods pass without invoices.
    pub managed_externally: bool,
    /// Collects what it and those below it are billed.
    pub rollup: Option<Rollup>,
}

/// A tax and whom it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaxRate {
    pub name: String,
    /// A part of one: 0.19 for 19 %.
    pub rate: Ratio,
    pub country: Option<String>,
    pub region: Option<String>,
}

impl TaxRate {
    /// Whether the rate is for an address: an empty place is everywhere.
    pub fn applies(&self, customer: &Customer) -> bool {
        matches(&self.country, &customer.country) && matches(&self.region, &customer.state)
    }
}

fn matches(wanted: &Option<String>, text: &Option<String>) -> bool {
    match (wanted.as_deref().map(str::trim), text.as_deref()) {
        (None | Some(""), _) => true,
        (Some(wanted), Some(known)) => wanted.to_lowercase() == known.trim().to_lowercase(),
        (Some(_), None) => false,
    }
}
