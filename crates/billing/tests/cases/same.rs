//! Whether two values say the same: numbers by value, instants by instant, all else by text.

use billing::definition::Value;
use calendar::Timestamp;
use money::Ratio;

pub fn same(wanted: &Value, got: &Value) -> bool {
    match (wanted, got) {
        (Value::List(wanted), Value::List(got)) => {
            wanted.len() == got.len() && wanted.iter().zip(got).all(|(w, g)| same(w, g))
        }
        (Value::Map(fields), Value::Map(_)) => {
            fields.iter().all(|(key, wanted)| same(wanted, got.get(key)))
        }
        _ => {
            let (wanted, got) = (wanted.to_string(), got.to_string());
            wanted == got || both::<Ratio>(&wanted, &got) || both::<Timestamp>(&wanted, &got)
        }
    }
}

fn both<T: std::str::FromStr + PartialEq>(left: &str, right: &str) -> bool {
    matches!((left.parse::<T>(), right.parse::<T>()), (Ok(left), Ok(right)) if left == right)
}
