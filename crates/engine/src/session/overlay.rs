//! A PATCH as it is meant: what is sent replaces, `null` clears, the rest is kept.

use records::{Object, SentAmount};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{Failure, Refusal};

/// The record with the sent fields laid over it.
pub(crate) fn laid_over<R>(record: &R, sent: &Object) -> Result<R, Failure>
where
    R: Serialize + DeserializeOwned,
{
    let mut value = serde_json::to_value(record).map_err(unreadable)?;
    if let Value::Object(fields) = &mut value {
        for (name, new) in sent {
            // An absent field takes its default, which is what clearing means.
            if new.is_null() {
                fields.remove(name);
            } else {
                fields.insert(name.clone(), new.clone());
            }
        }
    }
    serde_json::from_value(value).map_err(unreadable)
}

/// Takes an amount out of a body if nobody knows its currency: no record can hold it.
pub(crate) fn take_unknown(sent: &mut Object, name: &str) -> Option<SentAmount> {
    let amount: SentAmount = serde_json::from_value(sent.get(name)?.clone()).ok()?;
    amount.known().err()?;
    sent.remove(name);
    Some(amount)
}

/// The schema has checked types before: this is a value that only looked right.
fn unreadable(error: serde_json::Error) -> Failure {
    Refusal::invalid("", "invalid", error.to_string()).into()
}
