//! Reading the fields of a definition. Every reader notes what is wrong under the path of the
//! field and goes on, so that one look finds every fault.

use calendar::{Frequency, Term};
use money::{Amount, Currency, LimitError, Price, Quantity, Ratio};

use crate::definition::Faults;
use crate::definition::Value;

/// A value and the path that leads to it.
#[derive(Clone, Debug)]
pub struct Field<'a> {
    value: &'a Value,
    pointer: String,
}

impl<'a> Field<'a> {
    pub fn root(value: &'a Value) -> Field<'a> {
        Field { value, pointer: String::new() }
    }

    pub fn get(&self, key: &str) -> Field<'a> {
        Field { value: self.value.get(key), pointer: self.below(key) }
    }

    pub fn value(&self) -> &'a Value {
        self.value
    }

    pub fn is_null(&self) -> bool {
        self.value.is_null()
    }

    pub fn fault(&self, faults: &mut Faults, code: &'static str, detail: &str) {
        faults.add(&self.pointer, code, detail);
    }

    /// The items of a list that has at least one.
    pub fn items(&self, faults: &mut Faults) -> Vec<Field<'a>> {
        match self.value {
            Value::List(items) if !items.is_empty() => items
                .iter()
                .enumerate()
                .map(|(place, value)| Field { value, pointer: self.below(&place.to_string()) })
                .collect(),
            Value::Null => self.missing(faults, Vec::new()),
            _ => {
                self.fault(faults, "not_a_list", "must be a list with at least one entry");
                Vec::new()
            }
        }
    }

    /// A price that has to be there.
    pub fn price(&self, faults: &mut Faults) -> Option<Price> {
        if self.is_null() { self.missing(faults, None) } else { self.optional_price(faults) }
    }

    pub fn optional_price(&self, faults: &mut Faults) -> Option<Price> {
        self.limited(faults, Price::new)
    }

    /// A quantity that has to be there.
    pub fn quantity(&self, faults: &mut Faults) -> Option<Quantity> {
        if self.is_null() { self.missing(faults, None) } else { self.optional_quantity(faults) }
    }

    pub fn optional_quantity(&self, faults: &mut Faults) -> Option<Quantity> {
        self.limited(faults, Quantity::new)
    }

    /// An amount of minor units in the currency of the pricing.
    pub fn optional_amount(&self, currency: Currency, faults: &mut Faults) -> Option<Amount> {
        if self.is_null() {
            return None;
        }
        let code = self.get("currency");
        let known = match code.text(faults)?.parse::<Currency>() {
            Ok(each) => each,
            Err(error) => {
                faults.add(&code.pointer, "unknown_currency", error);
                return None;
            }
        };
        if known != currency {
            code.fault(faults, "currency_mismatch", "must be the currency of the pricing");
        }
        let minor = self.get("value_in_cents").integer(faults)?;
        Some(Amount::new(currency, minor))
    }

    pub fn text(&self, faults: &mut Faults) -> Option<&'a str> {
        match self.value {
            Value::Text(text) => Some(text),
            Value::Null => self.missing(faults, None),
            _ => {
                self.fault(faults, "not_text", "must be text");
                None
            }
        }
    }

    pub fn flag(&self, faults: &mut Faults) -> bool {
        match self.value {
            Value::Bool(value) => *value,
            Value::Null => false,
            _ => {
                self.fault(faults, "not_a_boolean", "must be true or false");
                false
            }
        }
    }

    /// A term, as `{count, frequency}` or as a bare frequency.
    pub fn optional_term(&self, faults: &mut Faults) -> Option<Term> {
        let (count, name) = match self.value {
            Value::Null => return None,
            Value::Text(_) => (Some(1), self.clone()),
            _ => (self.get("count").integer(faults), self.get("frequency")),
        };
        let frequency = name.text(faults)?.parse::<Frequency>();
        let frequency = match frequency {
            Ok(frequency) => frequency,
            Err(error) => {
                faults.add(&name.pointer, "unknown_value", error);
                return None;
            }
        };
        let term = Term::new(count?, frequency);
        term.map_err(|error| faults.add(&self.below("count"), "not_positive", error)).ok()
    }

    /// An integer that has to be there.
    pub fn integer(&self, faults: &mut Faults) -> Option<i64> {
        let number = match self.value {
            Value::Null => return self.missing(faults, None),
            Value::Number(number) => number.to_i64(),
            _ => None,
        };
        if number.is_none() {
            self.fault(faults, "not_an_integer", "must be a whole number");
        }
        number
    }

    /// One of the given words, or nothing where the field is absent.
    pub fn choice<T: Copy>(&self, words: &[(&str, T)], faults: &mut Faults) -> Option<T> {
        if self.is_null() {
            return None;
        }
        let text = self.text(faults)?;
        let found = words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
        if found.is_none() {
            let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            self.fault(faults, "unknown_value", &format!("must be one of {}", known.join(", ")));
        }
        found
    }

    fn limited<T>(
        &self,
        faults: &mut Faults,
        make: impl Fn(Ratio) -> Result<T, LimitError>,
    ) -> Option<T> {
        let made = match self.value {
            Value::Null => return None,
            Value::Number(number) => make(number.clone()),
            Value::Text(text) => {
                Ratio::parse_decimal(text).map_err(LimitError::from).and_then(make)
            }
            _ => {
                self.fault(faults, "not_a_number", "must be a decimal number");
                return None;
            }
        };
        made.map_err(|error| faults.add(&self.pointer, "bad_number", error)).ok()
    }

    fn missing<T>(&self, faults: &mut Faults, nothing: T) -> T {
        self.fault(faults, "required", "is required");
        nothing
    }

    fn below(&self, key: &str) -> String {
        if self.pointer.is_empty() { key.to_owned() } else { format!("{}/{key}", self.pointer) }
    }
}
