//! Facts as the log shows them: which record, and what is worth saying of it.

#![deny(clippy::wildcard_enum_match_arm)]

mod credit;
mod invoice;
mod one_time;
mod subscription;

use billing::fact::{Fact, FactType};
use billing::id::Name;
use records::Object;
use serde_json::{Value, json};

/// A fact on its way into the log.
pub(crate) struct LoggedFact {
    pub(crate) kind: FactType,
    pub(crate) object: String,
    /// What is stored of it, but for a number that is yet to be given.
    text: String,
}

impl LoggedFact {
    pub(crate) fn new(fact: &Fact) -> LoggedFact {
        let (object, values) = content(fact);
        let (kind, object) = (fact.kind(), object.to_string());
        let stored =
            [("kind", kind.data_type().into()), ("id", object.as_str().into()), ("values", values)];
        let stored = stored.into_iter().map(|(name, value)| (name.to_owned(), value));
        let text = Value::Object(stored.collect::<Object>()).to_string();
        LoggedFact { kind, text, object }
    }

    pub(crate) fn text(&self) -> String {
        self.text.clone()
    }

    /// With a number behind everything else that is said.
    pub(crate) fn numbered(&self, name: &str, number: Option<&str>) -> String {
        let open = self.text.strip_suffix("}}").unwrap_or(&self.text);
        let comma = if open.ends_with('{') { "" } else { "," };
        format!("{open}{comma}\"{name}\":{}}}}}", json!(number))
    }
}

fn content(fact: &Fact) -> (&Name, Value) {
    match fact {
        Fact::Subscription { subscription, at, fact } => {
            subscription::content(subscription, *at, fact)
        }
        Fact::Invoice { invoice, fact, .. } => (invoice, invoice::content(fact)),
        Fact::Credit { credit, fact, .. } => (credit, credit::content(fact)),
        Fact::OneTime { one_time, fact, .. } => (one_time, one_time::content(fact)),
    }
}
