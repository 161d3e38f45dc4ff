//! A pricing as JSON in pieces: the text before the units of each component, and the rest. It is
//! put together field by field, so that the place of the units is known and never looked for.

use records::{Number, ProductPricing};
use serde_json::{Map, Value};

use super::written;
use crate::Failure;

pub(super) struct Text {
    /// For each component, what stands before its units and behind those of the one before.
    before_units: Vec<String>,
    rest: String,
}

impl Text {
    /// Of a pricing whose components have units, which stay open.
    pub(super) fn of(pricing: &ProductPricing) -> Result<Text, Failure> {
        let mut text = Text { before_units: Vec::new(), rest: String::new() };
        let record = serde_json::to_value(pricing).map_err(broken)?;
        text.fields(object(&record)?, |text, name, value| match name {
            "product_metric_pricings" => text.components(value),
            _ => text.add(value),
        })?;
        match text.before_units.len() == pricing.product_metric_pricings.len() {
            true => Ok(text),
            false => Err(broken("a component of a pricing has no units")),
        }
    }

    /// The whole text, with units for each component.
    pub(super) fn write(&self, units: impl Iterator<Item = Number>, out: &mut String) {
        for (before, number) in self.before_units.iter().zip(units) {
            out.push_str(before);
            out.push_str(number.as_str());
        }
        out.push_str(&self.rest);
    }

    fn components(&mut self, components: &Value) -> Result<(), Failure> {
        self.rest.push('[');
        for (place, component) in components.as_array().into_iter().flatten().enumerate() {
            self.rest.push_str(if place == 0 { "" } else { "," });
            self.fields(object(component)?, |text, name, value| match (name, value) {
                ("minimum_units" | "num_licenses", Value::Number(_)) => {
                    text.before_units.push(std::mem::take(&mut text.rest));
                    Ok(())
                }
                _ => text.add(value),
            })?;
        }
        self.rest.push(']');
        Ok(())
    }

    /// An object, whose values are added by whoever knows them.
    fn fields(
        &mut self,
        fields: &Map<String, Value>,
        add: impl Fn(&mut Text, &str, &Value) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.rest.push('{');
        for (place, (name, value)) in fields.iter().enumerate() {
            self.rest.push_str(if place == 0 { "\"" } else { ",\"" });
            self.rest.push_str(name);
            self.rest.push_str("\":");
            add(self, name, value)?;
        }
        self.rest.push('}');
        Ok(())
    }

    fn add(&mut self, value: &Value) -> Result<(), Failure> {
        self.rest.push_str(&written(value)?);
        Ok(())
    }
}

/// The fields of a record, whose names need no escapes.
fn object(record: &Value) -> Result<&Map<String, Value>, Failure> {
    record.as_object().ok_or_else(|| broken("a record is no object"))
}

fn broken(error: impl ToString) -> Failure {
    store::Error::Broken(error.to_string()).into()
}
