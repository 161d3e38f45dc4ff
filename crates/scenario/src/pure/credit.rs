//! Credits that are given and used, as commands of the core.

use billing::command::{AppliesTo, Command, Consume, Grant};
use billing::credit::{CreditValue, Origin};

use super::command::handle;
use crate::action::{Consuming, Granting, Held};

pub(super) fn grant(wanted: &Granting) -> Result<Command, String> {
    let applies_to = match &wanted.pays {
        None => AppliesTo::Nothing,
        Some(names) if names.is_empty() => AppliesTo::All,
        Some(names) => {
            AppliesTo::These(names.iter().map(|name| handle(name)).collect::<Result<_, _>>()?)
        }
    };
    Ok(Command::Grant(Box::new(Grant {
        customer: wanted.customer.as_str().into(),
        name: String::new(),
        value: value(&wanted.value),
        origin: Origin::Grant,
        expires: wanted.until,
        subscription: wanted.of.as_deref().map(handle).transpose()?,
        products: wanted.products.iter().map(|name| name.as_str().into()).collect(),
        applies_to,
    })))
}

pub(super) fn consume(wanted: &Consuming) -> Result<Command, String> {
    Ok(Command::Consume(Box::new(Consume {
        customer: wanted.customer.as_str().into(),
        value: value(&wanted.value),
        credit: wanted.from.as_deref().map(handle).transpose()?,
        subscription: wanted.of.as_deref().map(handle).transpose()?,
        note: wanted.note.clone(),
    })))
}

/// The item is called what its component is.
fn value(held: &Held) -> CreditValue {
    match held {
        Held::Money(amount) => (*amount).into(),
        Held::Units(count, item) => CreditValue::of_units(&item.as_str().into(), count.clone()),
    }
}
