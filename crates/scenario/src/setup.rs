//! What a scenario has before its first date: a company, taxes, prices and customers.

use billing::customer::entitlement::Definition;
use calendar::{Measure, Term, Zone};
use money::{Currency, Ratio};

use crate::action::Right;

/// Everything that is set up.
#[derive(Clone, Debug)]
pub struct Setup {
    pub currency: Option<Currency>,
    pub zone: Zone,
    pub measure: Measure,
    pub due_days: Option<u32>,
    pub taxes: Vec<TaxSetup>,
    pub entitlements: Vec<EntitlementSetup>,
    pub pricings: Vec<PricingSetup>,
    pub customers: Vec<CustomerSetup>,
    /// Whether the file is also played hour by hour.
    pub hourly: bool,
}

/// A tax rate.
#[derive(Clone, Debug)]
pub struct TaxSetup {
    pub name: String,
    pub rate: Ratio,
    pub country: Option<String>,
}

/// Something that can be granted.
#[derive(Clone, Debug)]
pub struct EntitlementSetup {
    pub key: String,
    /// The words of the interface.
    pub kind: String,
    pub aggregator: String,
    pub possible_values: Vec<String>,
    pub definition: Definition,
}

/// A pricing with its components.
#[derive(Clone, Debug)]
pub struct PricingSetup {
    pub name: String,
    /// The name of its product, which is its own unless it says so.
    pub product: String,
    pub currency: Currency,
    pub minimum: Option<Ratio>,
    pub archived: bool,
    /// What it grants.
    pub grants: Vec<Right>,
    pub pieces: Vec<Piece>,
}

impl PricingSetup {
    /// As lines call it: a product of another name stands before it.
    pub fn shown_name(&self) -> String {
        match self.product == self.name {
            true => self.name.clone(),
            false => format!("{}: {}", self.product, self.name),
        }
    }
}

/// One component, by the words that describe it.
#[derive(Clone, Debug)]
pub struct Piece {
    pub name: String,
    pub price: String,
    pub term: Term,
    pub in_arrears: bool,
    pub in_advance: bool,
    /// How it is metered, if it is.
    pub metering: Option<Metering>,
    /// Everything else, each option in words.
    pub options: Vec<String>,
}

/// How usage becomes units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metering {
    /// What is used; an item of its own unless one is named.
    pub item: Option<String>,
    /// The word of the interface.
    pub aggregator: &'static str,
    pub property: Option<String>,
    pub group_keys: Vec<String>,
    /// Whether objects are counted that are there, and not events.
    pub objects: bool,
}

impl Default for Metering {
    fn default() -> Metering {
        let property = Some(crate::using::UNITS.to_owned());
        Metering { item: None, aggregator: "SUM", property, group_keys: Vec::new(), objects: false }
    }
}

impl Piece {
    pub fn is_metered(&self) -> bool {
        self.metering.is_some()
    }

    pub fn counts_objects(&self) -> bool {
        self.metering.as_ref().is_some_and(|metering| metering.objects)
    }

    /// The item whose units it sells: its own, unless it names one.
    pub fn item(&self) -> &str {
        let named = self.metering.as_ref().and_then(|metering| metering.item.as_deref());
        named.unwrap_or(&self.name)
    }
}

/// A customer.
#[derive(Clone, Debug)]
pub struct CustomerSetup {
    pub name: String,
    /// The customer above it, which stands before it.
    pub parent: Option<String>,
    pub country: Option<String>,
    pub taxes: Option<Vec<TaxSetup>>,
    pub managed_elsewhere: bool,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            currency: None,
            zone: Zone::UTC,
            measure: Measure::LocalDays,
            due_days: None,
            taxes: Vec::new(),
            entitlements: Vec::new(),
            pricings: Vec::new(),
            customers: Vec::new(),
            hourly: false,
        }
    }
}
