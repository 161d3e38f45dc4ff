//! What a part of a definition cannot do without, learned from whoever reads it: the core is handed
//! an empty one and says what it misses. The served document marks these fields.

use billing::definition::{Faults, Value};
use billing::metering::Metric;
use billing::pricing::ItemPricing;
use money::Currency;
use serde_json::json;

/// The records inside a component, with the fields that hold them and the type they belong to.
const PARTS: &[(&str, &str, &str)] = &[
    ("CreditPrice", "credit_price", "FIXED"),
    ("CustomPrice", "custom_price", "CUSTOM"),
    ("MinimumSpendSchedule", "minimum_spend_schedule", "FIXED"),
    ("RecognitionSchedule", "recognition_schedule", "FIXED"),
];

/// The fields that the core requires of a record, by the name of the record.
pub fn required(record: &str) -> Vec<String> {
    if record == "MeteringRule" {
        return missing(Metric::define(&value(&json!({}))).err(), "");
    }
    let part = PARTS.iter().find(|(name, ..)| *name == record);
    let (Some((_, field, kind)), Some(currency)) = (part, Currency::all().next()) else {
        return Vec::new();
    };
    let empty = json!({ "pricing_type": kind, *field: {} });
    missing(ItemPricing::define(&value(&empty), currency).err(), &format!("{field}/"))
}

fn value(definition: &serde_json::Value) -> Value {
    Value::try_from(definition).unwrap_or(Value::Null)
}

/// The fields below a place that are missing.
fn missing(faults: Option<Faults>, place: &str) -> Vec<String> {
    let faults = faults.into_iter().flatten().filter(|fault| fault.code == "required");
    let names = faults.filter_map(|fault| Some(fault.pointer.strip_prefix(place)?.to_owned()));
    names.filter(|name| !name.contains('/')).collect()
}

#[cfg(test)]
mod tests {
    use super::required;

    #[test]
    fn the_core_says_what_it_misses() {
        assert_eq!(required("CreditPrice"), ["type"]);
        assert_eq!(required("MinimumSpendSchedule"), ["amount_per_period"]);
        assert_eq!(required("MeteringRule"), ["aggregator"]);
        assert_eq!(required("RecognitionSchedule"), [""; 0]);
        assert_eq!(required("Customer"), [""; 0]);
    }
}
