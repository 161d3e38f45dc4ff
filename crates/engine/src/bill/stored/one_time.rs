//! A one-time charge as its row: what the core bills it by, and what only its invoice shows.

use std::sync::Arc;

use billing::id::{Handle, InvoiceHandle};
use billing::one_time::{
    OneTime, OneTimeItem, OneTimeOrder, OneTimePrice, OneTimeState, OneTimeTiming,
};
use billing::pricing::Pricings;
use money::{Currency, Quantity, Ratio};
use records::{Object, SubscriptionId};
use serde::{Deserialize, Serialize};
use store::one_time::OneTimeRow;

use super::{Unreadable, VERSION, read, written};

/// What the core bills it by.
#[derive(Serialize, Deserialize)]
struct StoredOneTime {
    v: u32,
    order: OneTimeOrder,
    price: OneTimePrice,
    quantity: Quantity,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sort_order: Option<Ratio>,
    #[serde(default)]
    text: OneTimeText,
}

/// What its own invoice shows and nothing computes with.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct OneTimeText {
    /// The names of what was ordered.
    pub(crate) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) instructions: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) notes: Option<String>,
    #[serde(skip_serializing_if = "Object::is_empty")]
    pub(crate) metadata: Object,
}

pub(crate) fn one_time_document(
    one_time: &OneTime,
    text: &OneTimeText,
) -> Result<String, Unreadable> {
    written(&StoredOneTime {
        v: VERSION,
        order: OneTimeOrder::clone(&one_time.order),
        price: one_time.item.price.clone(),
        quantity: one_time.item.quantity.clone(),
        sort_order: one_time.item.sort_order.clone(),
        text: text.clone(),
    })
}

/// The charge again, with what its own invoice shows.
pub(crate) fn one_time(
    row: &OneTimeRow,
    pricings: &Pricings,
) -> Result<(OneTime, OneTimeText), Unreadable> {
    let stored: StoredOneTime = pricings.read(|| read(&row.billing))?;
    let invoice = row.invoice_id.as_deref().map(Handle::known);
    let state = match (row.state.as_str(), invoice) {
        ("PENDING", _) => OneTimeState::Pending,
        ("CANCELLED", _) => OneTimeState::Cancelled,
        ("INVOICED", Some(invoice)) => OneTimeState::Invoiced { invoice },
        (state, _) => return Err(Unreadable::Missing(format!("a one-time charge is {state}"))),
    };
    let one_time = OneTime {
        id: Handle::known(&row.id),
        order: Arc::new(stored.order),
        item: OneTimeItem {
            price: stored.price,
            quantity: stored.quantity,
            sort_order: stored.sort_order,
        },
        state,
    };
    Ok((one_time, stored.text))
}

/// What is asked of the order alone.
#[derive(Deserialize)]
struct Ordered {
    order: Currencies,
}

#[derive(Deserialize)]
struct Currencies {
    currency: Currency,
}

/// The currency of a charge, whatever it is priced by.
pub(crate) fn one_time_currency(row: &OneTimeRow) -> Result<Currency, Unreadable> {
    let stored: Ordered = read(&row.billing)?;
    Ok(stored.order.currency)
}

/// The subscription whose invoices bill it, where it came with one.
pub(crate) fn came_with(row: &OneTimeRow) -> Result<Option<SubscriptionId>, Unreadable> {
    #[derive(Deserialize)]
    struct Ordered {
        order: OneTimeOrder,
    }
    let Ordered { order } = read(&row.billing)?;
    Ok(order.with.map(|with| with.subscription.to_string().into()))
}

/// The word of a state in its column, and the invoice that has it.
pub(crate) fn one_time_state(one_time: &OneTime) -> (&'static str, Option<&InvoiceHandle>) {
    match &one_time.state {
        OneTimeState::Pending => ("PENDING", None),
        OneTimeState::Invoiced { invoice } => ("INVOICED", Some(invoice)),
        OneTimeState::Cancelled => ("CANCELLED", None),
    }
}

/// The word of its timing in its column.
pub(crate) fn one_time_kind(one_time: &OneTime) -> &'static str {
    match one_time.order.timing {
        OneTimeTiming::Immediate(_) => "IMMEDIATE",
        OneTimeTiming::Next => "NEXT",
    }
}
