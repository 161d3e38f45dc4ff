//! The facts of some records, counted by type.

use std::collections::HashMap;

use records::Moment;
use store::fact::Summed;

/// How many facts of each type a record has, and when the last was.
#[derive(Default)]
pub(super) struct LoggedFacts(HashMap<String, Vec<Summed>>);

impl LoggedFacts {
    pub(super) fn new(all: Vec<Summed>) -> LoggedFacts {
        let mut by_object: HashMap<String, Vec<Summed>> = HashMap::new();
        for summed in all {
            by_object.entry(summed.object_id.clone()).or_default().push(summed);
        }
        LoggedFacts(by_object)
    }

    pub(super) fn count(&self, object: &str, event_type: &str) -> i64 {
        let mut facts = self.of(object).iter().filter(|summed| summed.event_type == event_type);
        facts.next().map_or(0, |summed| summed.count)
    }

    /// When the last fact of any of these types was; of any type where none is named.
    pub(super) fn latest(&self, object: &str, event_types: &[&str]) -> Option<Moment> {
        let wanted = |summed: &&Summed| {
            event_types.is_empty() || event_types.contains(&summed.event_type.as_str())
        };
        self.of(object).iter().filter(wanted).map(|summed| summed.latest).max()
    }

    fn of(&self, object: &str) -> &[Summed] {
        self.0.get(object).map_or(&[], Vec::as_slice)
    }
}
