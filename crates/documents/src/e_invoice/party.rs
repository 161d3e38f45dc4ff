//! Who sells and who buys, as an e-invoice names them.

use records::{Address, Company, Customer};

use super::missing::{Found, Missing};
use crate::invoice::{European, european};

const VAT: &str = "VA";
pub const OTHER: &str = "FC";

pub struct Party {
    pub name: String,
    pub address: Address,
    pub country: String,
    /// With its scheme: `VA` for VAT, `FC` for what a tax office gives otherwise.
    pub tax: Option<(&'static str, String)>,
    pub email: Option<String>,
}

/// The country of a VAT id of the EU.
pub fn eu(id: &str) -> Option<&'static str> {
    match european(id) {
        European::Of(country) => Some(country),
        European::Malformed(_) | European::No => None,
    }
}

pub fn seller(company: &Company, found: &mut Found) -> Option<Party> {
    let country = company.address.as_ref().and_then(|address| address.country.as_deref());
    let tax = vat_first(company).map(|id| (scheme(&id, country), id));
    let tax = found.wants(tax, || {
        Missing::new("company", "tax_ids", "the seller's VAT id or tax number is printed on it")
    });
    let (address, country) = placed(company.address.as_ref(), "company", found)?;
    let name = company.legal_name.clone().unwrap_or_else(|| company.name.clone());
    tax.map(|tax| Party { name, address, country, tax: Some(tax), email: company.email.clone() })
}

pub fn buyer(customer: &Customer, found: &mut Found) -> Option<Party> {
    let (address, country) = placed(customer.address.as_ref(), "customer", found)?;
    let id = customer.tax_id.as_deref().map(compact);
    // Of a buyer it has a place for a VAT id alone.
    let id = id.filter(|id| scheme(id, Some(&country)) == VAT);
    Some(Party {
        name: customer.display_name.clone(),
        address,
        country,
        tax: id.map(|id| (VAT, id)),
        email: customer.email.clone(),
    })
}

/// A VAT id where there is one, else the first of the others.
fn vat_first(company: &Company) -> Option<String> {
    let ids: Vec<_> = company.tax_ids.iter().map(|id| compact(&id.value)).collect();
    let vat = ids.iter().find(|id| eu(id).is_some());
    vat.or(ids.first()).cloned()
}

/// A VAT id begins with its country.
fn scheme(id: &str, country: Option<&str>) -> &'static str {
    let begins = country.is_some_and(|country| id.starts_with(country));
    if eu(id).is_some() || begins { VAT } else { OTHER }
}

fn compact(id: &str) -> String {
    let kept = id.chars().filter(|one| one.is_alphanumeric() || *one == '/');
    kept.flat_map(char::to_uppercase).collect()
}

fn placed(
    address: Option<&Address>,
    record: &'static str,
    found: &mut Found,
) -> Option<(Address, String)> {
    let country = address.and_then(|address| address.country.clone());
    let country = country.filter(|country| country.len() == 2);
    let country = found.wants(country, || {
        Missing::new(record, "address.country", "an e-invoice names the country of both sides")
    });
    Some((address?.clone(), country?))
}
