//! An event of usage, by the names of the scenario.

use calendar::Timestamp;
use money::Ratio;

/// The property that is summed up where nothing else is said.
pub const UNITS: &str = "units";

/// An event of usage.
#[derive(Clone, Debug, Default)]
pub struct Using {
    pub customer: String,
    /// Its transaction id.
    pub event: String,
    /// What was used; an amendment names none.
    pub item: String,
    /// When, where that is not now, or as it was.
    pub at: Option<Timestamp>,
    pub properties: Vec<(String, String)>,
}

impl Using {
    /// Its properties as they are sent: what looks like a number is one.
    pub fn properties(&self) -> serde_json::Value {
        let value = |text: &String| match Ratio::parse_decimal(text) {
            Ok(_) => serde_json::from_str(text).unwrap_or_else(|_| text.as_str().into()),
            Err(_) => text.as_str().into(),
        };
        let all = self.properties.iter().map(|(key, text)| (key.clone(), value(text)));
        serde_json::Value::Object(all.collect())
    }
}

/// What becomes of an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Placed {
    #[default]
    Added,
    Altered,
    Removed,
}

/// An object that comes, becomes another or goes; its name is where an event has its own.
#[derive(Clone, Debug, Default)]
pub struct Placing {
    pub how: Placed,
    pub using: Using,
}
