//! What an e-invoice lacks, by the field that would give it.

/// One field and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Of which record: `company`, `customer` or `invoice`.
    pub record: &'static str,
    /// A path in that record.
    pub field: String,
    pub reason: &'static str,
}

impl Missing {
    pub fn new(record: &'static str, field: impl Into<String>, reason: &'static str) -> Self {
        Self { record, field: field.into(), reason }
    }
}

/// What was found missing so far: everything is looked at before anything is refused.
#[derive(Default)]
pub struct Found(Vec<Missing>);

impl Found {
    pub fn add(&mut self, missing: Missing) {
        self.0.push(missing);
    }

    /// The value, or its lack noted.
    pub fn wants<T>(&mut self, value: Option<T>, missing: impl FnOnce() -> Missing) -> Option<T> {
        if value.is_none() {
            self.add(missing());
        }
        value
    }

    pub fn or<T>(self, whole: Option<T>) -> Result<T, Vec<Missing>> {
        match whole {
            Some(whole) if self.0.is_empty() => Ok(whole),
            _ => Err(self.0),
        }
    }
}
