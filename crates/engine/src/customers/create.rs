//! Makes a customer.

use billing::fact::FactType;
use money::UnknownCurrency;
use records::{Amount, Customer, Object};

use super::entitlements::{self, own};
use super::{PREFIX, check, family, named, taken};
use crate::catalog::entitled::Rows;
use crate::overlay::laid_over;
use crate::refusal::Faults;
use crate::session::filled;
use crate::{Failure, Session, usage};

/// Without an identifier the e-mail address is it; without both there is nothing to know it by.
pub fn create(session: &mut Session<'_, '_>, sent: &Object) -> Result<Customer, Failure> {
    let currency = session.company().preferred_currency.parse();
    let unknown = |error: UnknownCurrency| store::Error::Broken(error.to_string());
    let zero = Amount::zero(currency.map_err(unknown)?);
    let fresh = Customer {
        company_id: session.company_id().to_owned(),
        id: session.new_id(PREFIX),
        created_at: session.now(),
        updated_at: session.now(),
        arr: zero,
        mrr: zero,
        ..Customer::default()
    };
    let mut fields = sent.clone();
    let values = own::taken(&mut fields).unwrap_or_default();
    let mut customer: Customer = laid_over(&fresh, &fields)?;
    let mut faults = Faults::default();
    let overrides = own::of_customer(session, &values, Rows::default(), &mut faults)?;
    if !sent.contains_key("identifier") {
        match &customer.email {
            Some(email) => customer.identifier = email.clone(),
            None => {
                let detail = "A customer needs an `identifier` or an `email`.";
                faults.add("/identifier", "required", detail);
            }
        }
    }
    check::check(session, None, &mut customer, faults)?;
    // The first definition makes nobody compute anything.
    let version = session.row.entitlements_version.max(1);
    store::customer::insert(session.tx, &customer, version).map_err(taken)?;
    let told = match overrides.is_empty() {
        true => Vec::new(),
        false => entitlements::follow_own(session, &customer.id, overrides)?,
    };
    if !told.is_empty() {
        let currency = session.company().preferred_currency.clone();
        customer = named(session, &customer.id)?.record(&currency)?;
    }
    let values = serde_json::to_value(&customer).map(|value| filled(&value)).unwrap_or_default();
    session.fact(FactType::CustomerCreated, &customer.id, values)?;
    family::begin(session, &customer)?;
    usage::match_events(session, &customer.identifier, &customer.id)?;
    entitlements::tell(session, told)?;
    Ok(customer)
}
