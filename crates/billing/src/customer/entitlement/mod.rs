//! Entitlements: what somebody may use, from product to pricing to subscription to customer.
//!
//! A pricing grants values, a subscription joins those of its pricings, a customer joins those of
//! its live subscriptions, each by the aggregator of the definition. Where a subscription or a
//! customer has a value of its own, that is final: nothing is joined or multiplied any more.

mod compute;
mod definition;
mod value;

pub use compute::{Entitled, Entitlements, Grants, Own, of_customer, of_subscription};
pub use definition::{Aggregator, Definition, Definitions, Level, Source};
pub use value::Value;

#[cfg(test)]
mod tests;
