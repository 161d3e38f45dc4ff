//! Which fields were answered with a value.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::interface::kind::Kind;
use crate::interface::table::{Answer, Operation, Shape, Table};

pub struct Seen<'a> {
    table: &'a Table,
    /// `Record.field`
    pub filled: BTreeSet<String>,
}

impl<'a> Seen<'a> {
    pub fn new(table: &'a Table) -> Seen<'a> {
        Seen { table, filled: BTreeSet::new() }
    }

    /// Walks an answer by the table of its operation; one that no table has is passed over.
    pub fn answer(&mut self, method: &str, path: &str, value: &Value) {
        let table = self.table;
        let known = table.operations.iter().find(|one| one.method == method && fits(one, path));
        match known.map(|operation| &operation.answer) {
            Some(Answer::Kind(kind)) => self.kind(kind, value),
            Some(Answer::Inline(shape)) => self.fields("", shape, value),
            None => {}
        }
    }

    /// Every field of every record that an operation which exists answers.
    pub fn wanted(&self) -> BTreeSet<String> {
        let coming = &self.table.coming.operations;
        let there = self.table.operations.iter().filter(|one| !coming.contains(&one.name()));
        let (mut wanted, mut records) = (BTreeSet::new(), BTreeSet::new());
        for operation in there {
            if let Answer::Kind(kind) = &operation.answer {
                self.reach(kind, &mut records, &mut wanted);
            }
        }
        wanted
    }

    fn reach(&self, kind: &Kind, records: &mut BTreeSet<String>, wanted: &mut BTreeSet<String>) {
        let Some(name) = kind.record() else { return };
        if !records.insert(name.to_owned()) {
            return;
        }
        for (field, of) in &self.table.records[name].fields {
            wanted.insert(format!("{name}.{field}"));
            self.reach(&of.kind, records, wanted);
        }
    }

    fn kind(&mut self, kind: &Kind, value: &Value) {
        match kind {
            Kind::List(of) => all(value).for_each(|one| self.kind(of, one)),
            Kind::Page(of) => all(&value["results"]).for_each(|one| self.kind(of, one)),
            Kind::Map(of) => {
                let inside = value.as_object().into_iter().flatten();
                inside.for_each(|(_, one)| self.kind(of, one));
            }
            Kind::Record(name) => {
                let table = self.table;
                self.fields(name, &table.records[name], value);
            }
            Kind::Plain(_)
            | Kind::Any
            | Kind::Unstated
            | Kind::Decimal
            | Kind::DecimalNumber
            | Kind::Quantity
            | Kind::Filter(_) => {}
        }
    }

    fn fields(&mut self, name: &str, shape: &Shape, value: &Value) {
        for (field, of) in &shape.fields {
            let found = &value[field];
            if is_filled(found) {
                self.filled.insert(format!("{name}.{field}"));
                self.kind(&of.kind, found);
            }
        }
    }
}

fn all(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn is_filled(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(_) | Value::Number(_) => true,
        Value::String(text) => !text.is_empty(),
        Value::Array(all) => !all.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
    }
}

/// Whether a path is one of an operation; where two fit, words stand before parameters.
fn fits(operation: &Operation, path: &str) -> bool {
    let path = path.split('?').next().unwrap_or_default();
    let (wanted, found): (Vec<&str>, Vec<&str>) =
        (operation.path.split('/').collect(), path.split('/').collect());
    let same = |(wanted, found): (&&str, &&str)| {
        wanted == found
            || (wanted.starts_with('{') && found.contains('_'))
            || (wanted.starts_with('{') && found.contains('-'))
    };
    wanted.len() == found.len() && wanted.iter().zip(&found).all(same)
}
