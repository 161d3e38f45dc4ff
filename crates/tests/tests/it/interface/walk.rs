//! The walk over the tables: where it is, what it has seen, what it found.

use std::collections::BTreeSet;
use std::fmt;

use serde_json::Value;

use super::fault::Fault;
use super::table::Table;

pub struct Walk<'a> {
    pub table: &'a Table,
    pub document: &'a Value,
    pub faults: BTreeSet<Fault>,
    /// Records with the schema each was compared with, so that circles end.
    pub seen: BTreeSet<(String, bool, String)>,
    pub count: Count,
}

/// A place in the document: what to call it, and whether a caller sends it or is answered it.
#[derive(Clone)]
pub struct Place {
    pub at: String,
    pub sent: bool,
}

#[derive(Default)]
pub struct Count {
    pub operations: usize,
    pub fields: usize,
    pub records: BTreeSet<String>,
}

impl<'a> Walk<'a> {
    pub fn new(table: &'a Table, document: &'a Value) -> Walk<'a> {
        let (faults, seen) = (BTreeSet::new(), BTreeSet::new());
        Walk { table, document, faults, seen, count: Count::default() }
    }

    pub fn fault(&mut self, at: &str, wanted: impl Into<String>, got: impl Into<String>) {
        let fault = Fault { at: at.to_owned(), wanted: wanted.into(), got: got.into() };
        self.faults.insert(fault);
    }

    pub fn expect(&mut self, holds: bool, at: &str, wanted: &str, got: impl fmt::Display) {
        if !holds {
            self.fault(at, wanted, got.to_string());
        }
    }

    /// What the document says of itself.
    pub fn head(&mut self) {
        let facts =
            [("/openapi", "3.1.0"), ("/info/version", "1.0.0"), ("/servers/0/url", "/api/v1")];
        for (pointer, wanted) in facts {
            let got = self.document.pointer(pointer).and_then(Value::as_str).unwrap_or("nothing");
            self.expect(got.ends_with(wanted), pointer, wanted, got);
        }
    }
}

impl Place {
    pub fn sent(at: impl Into<String>) -> Place {
        Place { at: at.into(), sent: true }
    }

    pub fn answered(at: impl Into<String>) -> Place {
        Place { at: at.into(), sent: false }
    }

    /// A place inside, called by the record that it belongs to.
    pub fn named(&self, name: &str) -> Place {
        Place { at: name.to_owned(), sent: self.sent }
    }

    pub fn field(&self, name: &str) -> Place {
        Place { at: format!("{}.{name}", self.at), sent: self.sent }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.at, if self.sent { "sent" } else { "answered" })
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let records = self.records.len();
        write!(f, "walked {} operations, {records} records", self.operations)?;
        write!(f, ", {} fields", self.fields)
    }
}
