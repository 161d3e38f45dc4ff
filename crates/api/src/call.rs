//! A request as an operation sees it: parsed, validated, decoded.

use records::{Id, Object};
use serde::de::DeserializeOwned;
use serde_json::Value;

use engine::listing::ListRequest;
use engine::{Failure, Refusal};

#[derive(Clone, Debug, Default)]
pub struct Call {
    /// Path segments by name, percent-decoded.
    pub path: Vec<(&'static str, String)>,
    pub query: Vec<(String, String)>,
    /// The body, accepted by the operation's schema; null where there is none.
    pub body: Value,
}

impl Call {
    /// A segment of the path.
    pub fn segment(&self, name: &str) -> &str {
        let found = self.path.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| value.as_str()).unwrap_or_default()
    }

    /// A segment that is an id, whatever it says.
    pub fn id<R>(&self, name: &str) -> Id<R> {
        self.segment(name).into()
    }

    /// The body's fields; `null` is the same as absent.
    pub fn sent(&self) -> Object {
        let fields = self.body.as_object().into_iter().flatten();
        fields.filter(|(_, v)| !v.is_null()).map(|(k, v)| (k.clone(), v.clone())).collect()
    }

    /// The body's fields with their nulls, as a PATCH means them.
    pub fn patch(&self) -> Object {
        self.body.as_object().cloned().unwrap_or_default()
    }

    /// The body as a record of the request.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        serde_json::from_value(Value::Object(self.sent()))
            .map_err(|error| Refusal::invalid("", "invalid", error.to_string()).into())
    }

    /// `?limit=&from_key=`, already checked.
    pub fn list(&self) -> ListRequest {
        let limit = self.whole("limit").unwrap_or(engine::find::DEFAULT_LIMIT);
        let from_key = self.parameter("from_key").map(str::to_owned);
        ListRequest { limit, from_key }
    }

    pub fn whole(&self, name: &str) -> Option<i64> {
        self.parameter(name)?.parse().ok()
    }

    /// A parameter behind the question mark.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        let found = self.query.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }
}
