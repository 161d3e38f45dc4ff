//! Pricings that sell a credit: what is granted once the invoice is final, and how long it lasts.
//! The price of the credit is that of the pricing's own model; nothing is granted here.

use money::{Amount, Currency, Quantity};

use crate::definition::Faults;
use crate::definition::Field;
use crate::definition::Value;

/// The credit that a pricing grants for each unit sold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreditPrice {
    pub granted: Granted,
    pub expiration: ExpirationPolicy,
    /// The products it may pay for; all of them where empty.
    pub products: Vec<String>,
}

/// Money or units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Granted {
    /// An advance payment: its line has no tax and no discount.
    Amount(Amount),
    /// Units of an item, taxed when sold.
    Units { item: String, units: Quantity },
}

/// When the granted credit lapses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpirationPolicy {
    EndOfPricingFrequency,
    EndOfTerm,
    Never,
}

pub(crate) fn define(
    field: &Field,
    currency: Currency,
    faults: &mut Faults,
) -> Option<CreditPrice> {
    if field.is_null() {
        return None;
    }
    let kind = field.get("type");
    if kind.is_null() {
        kind.fault(faults, "required", "is required");
    }
    let is_amount = kind.choice(&[("AMOUNT", true), ("UNITS", false)], faults);
    let policies = [
        ("END_OF_PRICING_FREQUENCY", ExpirationPolicy::EndOfPricingFrequency),
        ("END_OF_TERM", ExpirationPolicy::EndOfTerm),
        ("NEVER", ExpirationPolicy::Never),
    ];
    let expiration = field.get("expiration_policy").choice(&policies, faults);
    let products = field.get("scoped_product_ids");
    let products = match products.value() {
        Value::Null | Value::List(_) if is_empty(products.value()) => Vec::new(),
        _ => products.items(faults).iter().filter_map(|item| item.text(faults)).collect(),
    };
    let granted = if is_amount? { amount(field, currency, faults) } else { units(field, faults) };
    Some(CreditPrice {
        granted: granted?,
        expiration: expiration.unwrap_or(ExpirationPolicy::Never),
        products: products.into_iter().map(str::to_owned).collect(),
    })
}

fn is_empty(value: &Value) -> bool {
    value.is_null() || *value == Value::List(Vec::new())
}

fn amount(field: &Field, currency: Currency, faults: &mut Faults) -> Option<Granted> {
    let amount = field.get("amount");
    if amount.is_null() {
        amount.fault(faults, "required", "is required for a credit of money");
    }
    let granted = amount.optional_amount(currency, faults)?;
    if !granted.is_positive() {
        amount.fault(faults, "not_positive", "must be greater than zero");
    }
    Some(Granted::Amount(granted))
}

fn units(field: &Field, faults: &mut Faults) -> Option<Granted> {
    let item = field.get("item_id").text(faults);
    let count = field.get("units");
    let units = count.quantity(faults);
    if units == Some(Quantity::ZERO) {
        count.fault(faults, "not_positive", "must be greater than zero");
    }
    Some(Granted::Units { item: item?.to_owned(), units: units? })
}
