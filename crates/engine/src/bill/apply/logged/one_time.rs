//! What the log says of one-time charges.

use billing::fact::OneTimeFact;
use billing::one_time::{OneTimePrice, OneTimeTiming};
use records::Moment;
use serde_json::{Value, json};

pub(super) fn content(fact: &OneTimeFact) -> Value {
    match fact {
        OneTimeFact::Created(made) => {
            let pricing = match &made.item.price {
                OneTimePrice::Pricing(pricing) => Some(pricing.id.to_string()),
                OneTimePrice::Custom { .. } => None,
            };
            let (kind, date) = match made.order.timing {
                OneTimeTiming::Immediate(at) => ("IMMEDIATE", Some(Moment::from(at))),
                OneTimeTiming::Next => ("NEXT", None),
            };
            json!({
                "customer_id": *made.order.customer,
                "product_pricing_id": pricing,
                "aggregate": made.item.quantity.to_string(),
                "type": kind,
                "invoice_date": date,
            })
        }
        OneTimeFact::Invoiced { invoice } => {
            json!({ "state": "INVOICED", "invoice_id": invoice.to_string() })
        }
        OneTimeFact::Cancelled => json!({ "state": "CANCELLED" }),
        OneTimeFact::Returned => json!({ "state": "PENDING" }),
    }
}
