//! Company and customer as the core takes them.

use std::sync::Arc;

use billing::customer::country;
use billing::customer::{Company, Customer, TaxRate};
use billing::snapshot::Snapshot;
use calendar::{Measure, Zone};
use money::Ratio;
use records::company::ProrationUnit;
use records::{DisplayField, Tax};
use serde::Deserialize;

use crate::bill::kept::{self, Unreadable};

/// What billing reads of a customer's document.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct BilledCustomer {
    pub(crate) id: String,
    address: Option<Place>,
    override_taxes: Option<Vec<Tax>>,
    pub(crate) managed_externally: bool,
    pub(crate) owner_id: Option<String>,
    pub(crate) invoice_additional_display_fields: Vec<DisplayField>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Place {
    country: Option<String>,
    state: Option<String>,
}

/// A customer as its document has it, and a snapshot of it without any records.
pub(crate) fn blank(
    id: &str,
    document: &str,
    company: &Arc<Company>,
) -> Result<(BilledCustomer, Snapshot), Unreadable> {
    let document: BilledCustomer = kept::read(document)?;
    let document = BilledCustomer { id: id.to_owned(), ..document };
    let snapshot = Snapshot::new(Arc::clone(company), Arc::new(customer(&document)?));
    Ok((document, snapshot))
}

/// A company's settings as the core takes them.
pub(crate) fn company(own: &records::Company) -> Result<Company, Unreadable> {
    let zone: Zone = own.preferred_timezone.parse()?;
    let measure = match own.proration_unit {
        ProrationUnit::Day => Measure::LocalDays,
        ProrationUnit::Second => Measure::Seconds,
    };
    let due_days = own.invoice_due_date_from_creation.and_then(|days| u32::try_from(days).ok());
    let taxes = own.taxes.iter().map(rate).collect::<Result<_, _>>()?;
    Ok(Company { zone, measure, due_days, taxes })
}

fn customer(own: &BilledCustomer) -> Result<Customer, Unreadable> {
    let taxes = own.override_taxes.as_ref();
    let place = own.address.clone().unwrap_or_default();
    Ok(Customer {
        id: own.id.as_str().into(),
        override_taxes: taxes.map(|all| all.iter().map(rate).collect()).transpose()?,
        country: place.country.map(country::understood),
        state: place.state,
        managed_externally: own.managed_externally,
    })
}

fn rate(own: &Tax) -> Result<TaxRate, Unreadable> {
    let unread = |_| Unreadable::Missing(format!("the rate of the tax {}", own.name));
    Ok(TaxRate {
        name: own.name.clone(),
        rate: Ratio::parse_decimal(own.rate.as_str()).map_err(unread)?,
        country: own.country.clone().map(country::understood),
        region: own.region.clone(),
    })
}
