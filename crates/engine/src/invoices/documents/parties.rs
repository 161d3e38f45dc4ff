//! Company and customer as an invoice shows them: once it is issued, with the words and the
//! address that they had then.

use records::{Address, Company, Customer, Invoice, Moment, TaxId};
use serde::{Deserialize, Serialize};
use store::customer::party::Instant;

use crate::bill::stored;
use crate::{Failure, Refusal, Session};

/// What is printed of a company.
#[derive(PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[derive(Default)]
struct PrintedCompany {
    address: Option<Address>,
    email: Option<String>,
    footer: Option<String>,
    legal_name: Option<String>,
    name: String,
    phone: Option<String>,
    tax_ids: Vec<TaxId>,
}

/// What is printed of a customer.
#[derive(PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[derive(Default)]
struct PrintedCustomer {
    address: Option<Address>,
    display_name: String,
    email: Option<String>,
    locale: Option<String>,
    name: Option<String>,
    tax_id: Option<String>,
}

impl PrintedCompany {
    fn of(company: &Company) -> PrintedCompany {
        PrintedCompany {
            address: company.address.clone(),
            email: company.email.clone(),
            footer: company.footer.clone(),
            legal_name: company.legal_name.clone(),
            name: company.name.clone(),
            phone: company.phone.clone(),
            tax_ids: company.tax_ids.clone(),
        }
    }

    fn over(self, company: &mut Company) {
        company.address = self.address;
        company.email = self.email;
        company.footer = self.footer;
        company.legal_name = self.legal_name;
        company.name = self.name;
        company.phone = self.phone;
        company.tax_ids = self.tax_ids;
    }
}

impl PrintedCustomer {
    fn of(customer: &Customer) -> PrintedCustomer {
        PrintedCustomer {
            address: customer.address.clone(),
            display_name: customer.display_name.clone(),
            email: customer.email.clone(),
            locale: customer.locale.clone(),
            name: customer.name.clone(),
            tax_id: customer.tax_id.clone(),
        }
    }

    fn over(self, customer: &mut Customer) {
        customer.address = self.address;
        customer.display_name = self.display_name;
        customer.email = self.email;
        customer.locale = self.locale;
        customer.name = self.name;
        customer.tax_id = self.tax_id;
    }
}

/// Keeps what invoices said of a company, where that is another than now.
pub(crate) fn keep_company(
    session: &mut Session<'_, '_>,
    (before, after): (&Company, &Company),
) -> Result<(), Failure> {
    let printed = PrintedCompany::of(before);
    match printed == PrintedCompany::of(after) {
        true => Ok(()),
        false => keep(session, &before.id, &stored::written(&printed)?),
    }
}

/// The same of a customer.
pub(crate) fn keep_customer(
    session: &mut Session<'_, '_>,
    (before, after): (&Customer, &Customer),
) -> Result<(), Failure> {
    let printed = PrintedCustomer::of(before);
    match printed == PrintedCustomer::of(after) {
        true => Ok(()),
        false => keep(session, &before.id, &stored::written(&printed)?),
    }
}

fn keep(session: &mut Session<'_, '_>, party: &str, doc: &str) -> Result<(), Failure> {
    let company = session.company_id().to_owned();
    let until = Instant { at: session.now(), wall: session.wall() };
    Ok(store::customer::party::keep(session.tx, &company, (party, doc), until)?)
}

/// The company and who pays, as they were when the invoice was issued; as they are until then.
pub(super) fn as_issued(
    session: &mut Session<'_, '_>,
    invoice: &Invoice,
) -> Result<(Company, Customer), Failure> {
    let id = session.company_id().to_owned();
    let mut company = session.company().clone();
    let payer = invoice.billed_customer.clone().or_else(|| invoice.customer.clone());
    let mut customer =
        payer.ok_or_else(|| Refusal::not_found("customer", &invoice.billed_customer_id))?;
    let Some(issued) = invoice.finalized_date else { return Ok((company, customer)) };
    let wall = invoice.uuid.as_ref().and_then(|uuid| made_at(uuid)).unwrap_or(issued);
    let instant = Instant { at: issued, wall };
    if let Some(doc) = store::customer::party::at(session.tx, &id, &id, instant)? {
        stored::read::<PrintedCompany>(&doc)?.over(&mut company);
    }
    if let Some(doc) = store::customer::party::at(session.tx, &id, &customer.id, instant)? {
        stored::read::<PrintedCustomer>(&doc)?.over(&mut customer);
    }
    Ok((company, customer))
}

/// The wall time that an id of version 7 was made at.
fn made_at(uuid: &str) -> Option<Moment> {
    let digits: String = uuid.chars().filter(|letter| *letter != '-').take(12).collect();
    let millis = i64::from_str_radix(&digits, 16).ok()?;
    Some(Moment::from_micros(millis.checked_mul(1000)?))
}
