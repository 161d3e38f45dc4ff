//! How values of an entitlement are joined, and whose they are.

use std::collections::BTreeMap;

use super::Value;

/// How several values become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aggregator {
    Or,
    And,
    Add,
    Minimum,
    Maximum,
    /// The first that there is.
    Coalesce,
}

impl Aggregator {
    /// Two values as one. Those of another type than the aggregator's cannot come about; the first
    /// holds then.
    pub fn join(self, first: Value, second: &Value) -> Value {
        match (self, first, second) {
            (Aggregator::Or, Value::Flag(a), Value::Flag(b)) => Value::Flag(a || *b),
            (Aggregator::And, Value::Flag(a), Value::Flag(b)) => Value::Flag(a && *b),
            (Aggregator::Add, Value::Number(a), Value::Number(b)) => Value::Number(a + b.clone()),
            (Aggregator::Minimum, Value::Number(a), Value::Number(b)) => {
                Value::Number(a.min(b.clone()))
            }
            (Aggregator::Maximum, Value::Number(a), Value::Number(b)) => {
                Value::Number(a.max(b.clone()))
            }
            (_, first, _) => first,
        }
    }
}

/// What of a definition counts for values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Definition {
    pub aggregator: Aggregator,
    /// A number that a pricing grants counts for each of its licences.
    pub per_licence: bool,
}

/// By the ids of the definitions.
pub type Definitions = BTreeMap<String, Definition>;

/// Whose a value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub level: Level,
    /// The pricing, subscription or customer.
    pub id: String,
    /// The row of the value itself.
    pub row: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    Product,
    ProductPricing,
    Subscription,
    Customer,
}

impl Level {
    /// The word of the interface.
    pub fn as_str(self) -> &'static str {
        match self {
            Level::Product => "PRODUCT",
            Level::ProductPricing => "PRODUCT_PRICING",
            Level::Subscription => "SUBSCRIPTION",
            Level::Customer => "CUSTOMER",
        }
    }
}
