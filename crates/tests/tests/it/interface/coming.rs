//! The list of what is not built yet: it only gets shorter, and nothing is on it that is there.

use super::operation::{There, key};
use super::walk::Walk;

const LIST: &str = "coming.json";

impl Walk<'_> {
    /// What arrived leaves the list, so that losing it again fails.
    pub fn coming(&mut self, there: &There) {
        let (table, list) = (self.table, &self.table.coming);
        for operation in &table.operations {
            let name = operation.name();
            let awaited = list.operations.contains(&name);
            if awaited && there.contains_key(&key(operation)) {
                self.fault(LIST, format!("no `{name}`: it arrived"), "it");
            } else if awaited && operation.since <= list.arrived {
                self.fault(LIST, format!("no `{name}`: issue {} is done", operation.since), "it");
            }
        }
        for name in &list.operations {
            let known = table.operations.iter().any(|operation| operation.name() == *name);
            self.expect(known, LIST, "operations of the tables", name);
        }
        for name in table.records.keys() {
            let walked = self.count.records.contains(name);
            match (walked, list.records.contains(name)) {
                (true, true) => self.fault(LIST, format!("no record {name}: it arrived"), "it"),
                (false, false) => self.fault(name, "an operation that leads to it", "none"),
                _ => {}
            }
        }
        for name in &list.records {
            let known = table.records.contains_key(name);
            self.expect(known, LIST, "records of the tables", name);
        }
    }
}
