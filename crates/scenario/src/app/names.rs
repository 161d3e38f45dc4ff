//! Ids of the application as the names of a scenario: `S1`, `I1`, `C1`, `D1`, in the order in which
//! the log first tells of them.

use std::collections::HashMap;

use billing::id::{Minted, Name, Noun};

#[derive(Debug, Default)]
pub(super) struct Names {
    given: HashMap<String, Name>,
    /// The name and the id of each item.
    pub items: Vec<(String, String)>,
    /// The item of each object by its customer and its name, the latest last.
    pub objects: Vec<((String, String), String)>,
    minted: Minted,
}

impl Names {
    /// The name of a record, given when it is first asked for.
    pub fn give(&mut self, each: &Name) -> Name {
        let Name::Known(id) = each else { return each.clone() };
        if let Some(known) = self.given.get(&**id) {
            return known.clone();
        }
        let name = self.next(noun(id));
        self.minted.note(&name);
        self.given.insert(id.to_string(), name.clone());
        name
    }

    /// The name that the next record of this kind will have.
    pub fn next(&self, noun: Noun) -> Name {
        self.minted.upcoming_name(noun, 0)
    }

    /// All credits, in their order.
    pub fn credits(&self) -> Vec<String> {
        self.all(Noun::Credit)
    }

    /// All records of a kind, in their order.
    pub fn all(&self, wanted: Noun) -> Vec<String> {
        let mut all: Vec<(&Name, &String)> = self
            .given
            .iter()
            .filter(|(_, name)| matches!(name, Name::New(noun, _) if *noun == wanted))
            .map(|(id, name)| (name, id))
            .collect();
        all.sort();
        all.into_iter().map(|(_, id)| id.clone()).collect()
    }

    /// The record that has this name.
    pub fn id(&self, name: &str) -> Result<String, String> {
        let found = self.given.iter().find(|(_, given)| given.to_string() == name);
        found.map(|(id, _)| id.clone()).ok_or_else(|| format!("there is no {name}"))
    }

    /// The name of a record, where it has one.
    pub fn name(&self, id: &str) -> String {
        self.given.get(id).map_or_else(|| id.to_owned(), Name::to_string)
    }

    /// A line with the names of items in the place of their ids.
    pub fn plain(&self, line: String) -> String {
        self.items.iter().fold(line, |line, (name, id)| line.replace(id, name))
    }
}

/// Invoices have UUIDs, all others a prefix.
fn noun(id: &str) -> Noun {
    match id.split_once('_') {
        Some(("subs", _)) => Noun::Subscription,
        Some(("crd", _)) => Noun::Credit,
        Some(("disc", _)) => Noun::Discount,
        Some(("chg", _)) => Noun::Change,
        Some(("can", _)) => Noun::Cancel,
        Some(("req", _)) => Noun::Request,
        Some(("line", _)) => Noun::Line,
        Some(("otb", _)) => Noun::OneTime,
        _ => Noun::Invoice,
    }
}
