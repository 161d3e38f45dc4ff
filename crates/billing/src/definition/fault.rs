//! What is wrong with a definition, and where. All faults are collected, so that a caller can be
//! told everything at once; none of them says anything about HTTP.

use std::fmt;

/// One fault of a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The path of the field, such as `gradient_price/1/start`.
    pub pointer: String,
    /// A stable name in snake case.
    pub code: &'static str,
    /// A sentence for people.
    pub detail: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.pointer, self.detail)
    }
}

/// All faults of a definition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    pub fn add(&mut self, pointer: &str, code: &'static str, detail: impl fmt::Display) {
        let detail = detail.to_string();
        self.0.push(Fault { pointer: pointer.to_owned(), code, detail });
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.0.iter()
    }

    /// The same faults, found below a path such as `components/0`.
    pub fn under(mut self, path: &str) -> Faults {
        for fault in &mut self.0 {
            fault.pointer = format!("{path}/{}", fault.pointer);
        }
        self
    }

    /// All faults of both.
    pub fn and(mut self, other: Faults) -> Faults {
        self.0.extend(other.0);
        self
    }

    /// The value, if it could be made and nothing is wrong.
    pub fn or<T>(self, value: Option<T>) -> Result<T, Faults> {
        match value {
            Some(value) if self.is_empty() => Ok(value),
            _ => Err(self),
        }
    }
}

impl IntoIterator for Faults {
    type Item = Fault;
    type IntoIter = std::vec::IntoIter<Fault>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
