//! Company and customer as the core takes them.

use std::sync::Arc;

use billing::customer::country;
use billing::customer::{Company, Customer, TaxRate};
use billing::snapshot::Snapshot;
use calendar::{Measure, Zone};
use money::Ratio;
use records::company::ProrationUnit;
use records::customer::RollupConfig;
use records::{CompanyUserId, CustomerId, DisplayField, Tax};
use serde::Deserialize;
use store::billed::Billed;

use crate::bill::stored::{self, Unreadable};

/// What billing reads of a customer's document.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct BilledCustomer {
    pub(crate) id: CustomerId,
    address: Option<Place>,
    override_taxes: Option<Vec<Tax>>,
    pub(crate) managed_externally: bool,
    pub(crate) parent_customer_id: Option<CustomerId>,
    pub(crate) owner_id: Option<CompanyUserId>,
    pub(crate) invoice_additional_display_fields: Vec<DisplayField>,
    pub(crate) child_rollup_billing_config: Option<RollupConfig>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Place {
    country: Option<String>,
    state: Option<String>,
}

/// A payer as its document has it, and a snapshot of it without any records.
pub(crate) fn blank(
    billed: &Billed,
    document: &str,
    company: &Arc<Company>,
) -> Result<(BilledCustomer, Snapshot), Unreadable> {
    let (document, mut payer) = known(&billed.customer_id, document)?;
    if let Some(zone) = &billed.rollup_zone {
        let config = document.child_rollup_billing_config.clone().unwrap_or_default();
        Arc::make_mut(&mut payer).rollup =
            Some(stored::rollup(zone, &config, (billed.run, billed.rollup_turn_at))?);
    }
    Ok((document, Snapshot::new(Arc::clone(company), payer)))
}

/// A customer as its document has it and as the core takes it.
pub(crate) fn known(
    id: &CustomerId,
    document: &str,
) -> Result<(BilledCustomer, Arc<Customer>), Unreadable> {
    let document: BilledCustomer = stored::read(document)?;
    let document = BilledCustomer { id: id.to_owned(), ..document };
    let known = Arc::new(customer(&document)?);
    Ok((document, known))
}

/// A company's settings as the core takes them.
pub(crate) fn company(known: &records::Company) -> Result<Company, Unreadable> {
    let zone: Zone = known.preferred_timezone.parse()?;
    let measure = match known.proration_unit {
        ProrationUnit::Day => Measure::LocalDays,
        ProrationUnit::Second => Measure::Seconds,
    };
    let due_days = known.invoice_due_date_from_creation.and_then(|days| u32::try_from(days).ok());
    let taxes = known.taxes.iter().map(rate).collect::<Result<_, _>>()?;
    Ok(Company { zone, measure, due_days, taxes })
}

fn customer(billed_customer: &BilledCustomer) -> Result<Customer, Unreadable> {
    let taxes = billed_customer.override_taxes.as_ref();
    let place = billed_customer.address.clone().unwrap_or_default();
    Ok(Customer {
        id: billed_customer.id.as_str().into(),
        override_taxes: taxes.map(|all| all.iter().map(rate).collect()).transpose()?,
        country: place.country.map(country::understood),
        state: place.state,
        managed_externally: billed_customer.managed_externally,
        rollup: None,
    })
}

fn rate(tax: &Tax) -> Result<TaxRate, Unreadable> {
    let unread = |_| Unreadable::Missing(format!("the rate of the tax {}", tax.name));
    Ok(TaxRate {
        name: tax.name.clone(),
        rate: Ratio::parse_decimal(tax.rate.as_str()).map_err(unread)?,
        country: tax.country.clone().map(country::understood),
        region: tax.region.clone(),
    })
}
