//! What subscriptions and customers may use, computed from what is below them.

use std::collections::BTreeMap;

use money::Ratio;

use super::{Definition, Definitions, Level, Source, Value};

/// What a pricing of a subscription grants.
#[derive(Clone, Debug)]
pub struct Grants {
    pub pricing: String,
    /// The most licences of a component; none where it has no licences.
    pub licences: Option<Ratio>,
    pub values: Vec<Own>,
}

/// A value that a record has itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Own {
    /// The id of the definition.
    pub entitlement: String,
    /// The row of the value.
    pub row: Option<String>,
    pub value: Value,
}

/// An entitlement as a subscription or a customer has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entitled {
    pub value: Value,
    /// What it would be without a value of its own; none where nothing below grants it.
    pub original: Option<Value>,
    pub overridden: bool,
    /// Whose the value is; of a joined one, whose the first was.
    pub from: Source,
}

/// By the ids of the definitions.
pub type Entitlements = BTreeMap<String, Entitled>;

/// What a subscription may use: what its pricings grant, with its own values over it.
pub fn of_subscription(
    id: &str,
    grants: &[Grants],
    own: &[Own],
    definitions: &Definitions,
) -> Entitlements {
    let mut all = Entitlements::new();
    for grant in grants {
        for Own { entitlement, row, value } in &grant.values {
            let Some(definition) = definitions.get(entitlement) else { continue };
            let value = per_licence(value, definition, grant.licences.as_ref());
            let from = Source {
                level: Level::ProductPricing,
                id: grant.pricing.clone(),
                row: row.clone(),
            };
            join(&mut all, (entitlement, definition), value, from);
        }
    }
    laid_over(&mut all, own, (Level::Subscription, id), definitions);
    all
}

/// What a customer may use: what its live subscriptions have together, in the order in which they
/// were made, with its own values over it.
pub fn of_customer(
    id: &str,
    subscriptions: &[(String, Entitlements)],
    own: &[Own],
    definitions: &Definitions,
) -> Entitlements {
    let mut all = Entitlements::new();
    for (subscription, has) in subscriptions {
        for (entitlement, Entitled { value, from, .. }) in has {
            let Some(definition) = definitions.get(entitlement) else { continue };
            let from = Source {
                level: Level::Subscription,
                id: subscription.clone(),
                row: from.row.clone(),
            };
            join(&mut all, (entitlement, definition), value.clone(), from);
        }
    }
    laid_over(&mut all, own, (Level::Customer, id), definitions);
    all
}

fn per_licence(value: &Value, definition: &Definition, licences: Option<&Ratio>) -> Value {
    match (value, licences) {
        (Value::Number(number), Some(licences)) if definition.per_licence => {
            Value::Number(number.clone() * licences.clone())
        }
        _ => value.clone(),
    }
}

fn join(
    all: &mut Entitlements,
    (entitlement, definition): (&str, &Definition),
    value: Value,
    from: Source,
) {
    let value = match all.remove(entitlement) {
        None => Entitled { original: Some(value.clone()), value, overridden: false, from },
        Some(known) => {
            let value = definition.aggregator.join(known.value, &value);
            Entitled { original: Some(value.clone()), value, ..known }
        }
    };
    all.insert(entitlement.to_owned(), value);
}

/// A value of one's own is final, whatever it replaces.
fn laid_over(
    all: &mut Entitlements,
    own: &[Own],
    (level, id): (Level, &str),
    definitions: &Definitions,
) {
    for Own { entitlement, row, value } in own {
        if !definitions.contains_key(entitlement) {
            continue;
        }
        let below = all.remove(entitlement).map(|known| known.value);
        let entitled = Entitled {
            value: value.clone(),
            overridden: below.is_some(),
            original: below,
            from: Source { level, id: id.to_owned(), row: row.clone() },
        };
        all.insert(entitlement.clone(), entitled);
    }
}
