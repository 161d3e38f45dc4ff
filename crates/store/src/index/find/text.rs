//! A WHERE clause on its way: each filter becomes a condition by what it compares.

use std::collections::BTreeSet;

use records::CompanyId;

use super::candidate::Candidate;
use super::piece::{FEW, Piece, joined};
use super::source::PAGE;
use super::{Find, Match, Request, Wanted};
use crate::label::Label;
use crate::{Engine, Result, Tx, Value};

pub(super) struct Text<'a> {
    pub(super) find: &'a Find,
    pub(super) request: &'a Request<'a>,
    /// Conditions, each behind an AND.
    pub(super) sql: String,
    pub(super) values: Vec<Value>,
    /// A rare filter finds the rows.
    pub(super) driven: bool,
    /// The index of a filter has the order of the page.
    pub(super) in_order: bool,
    /// Conditions of which a row meets one, each with an index that has the order of the page.
    pub(super) strands: Vec<Piece>,
    /// What could find the rows as well as the order does.
    pub(super) candidates: Vec<Candidate>,
    /// Rows are counted, in no order.
    pub(super) counting: bool,
    /// A condition is about what lies beside.
    pub(super) beside: bool,
}

impl<'a> Text<'a> {
    pub(super) fn new(find: &'a Find, request: &'a Request<'a>, counting: bool) -> Text<'a> {
        Text {
            find,
            request,
            sql: String::new(),
            values: vec![Value::from(request.company)],
            driven: false,
            in_order: false,
            strands: Vec::new(),
            candidates: Vec::new(),
            counting,
            beside: false,
        }
    }

    pub(super) fn company(&self) -> &'a CompanyId {
        self.request.company
    }

    /// Whether indexes that go on by the time of creation have the order of the page.
    pub(super) fn is_by_creation(&self) -> bool {
        self.counting || self.request.sort.column == "created_at"
    }

    /// Ends a subquery about the row at hand. PostgreSQL would make a join of it and begin with
    /// what it takes for few rows, where the order of the page is near; counts have no order.
    pub(super) fn row_by_row(&self, engine: Engine) -> &'static str {
        match engine {
            Engine::Postgres if !self.counting => " OFFSET 0",
            _ => "",
        }
    }

    pub(super) fn place(&mut self, piece: &Piece) -> String {
        self.beside |= piece.is_beside();
        piece.placed(PAGE, &mut self.values)
    }

    pub(super) fn conditions(&mut self, tx: &mut Tx<'_>, wanted: &[(Match, Wanted)]) -> Result<()> {
        for (matches, wanted) in wanted {
            let condition = self.condition(tx, *matches, wanted)?;
            self.sql.push_str(" AND ");
            self.sql.push_str(&condition);
        }
        Ok(())
    }

    fn condition(&mut self, tx: &mut Tx<'_>, matches: Match, wanted: &Wanted) -> Result<String> {
        match (matches, wanted) {
            (Match::Search | Match::Note, Wanted::Text(text)) => self.search(tx, text),
            (Match::OwnerSearch(columns), Wanted::Text(text)) => {
                self.owner_search(tx, columns, text)
            }
            (Match::CustomerSearch, Wanted::Text(text)) => self.customer_search(tx, text),
            (Match::Label(_) | Match::LabelWord(_) | Match::Metadata, Wanted::Labels(all)) => {
                let all = distinct(all);
                let (first, others) = all.split_at(all.len().min(FEW));
                let mut parts = vec!["1 = 1".to_owned()];
                for label in first {
                    parts.push(self.labelled(tx, std::slice::from_ref(label))?);
                }
                if !others.is_empty() {
                    parts.push(self.labelled_all(others));
                }
                Ok(parts.join(" AND "))
            }
            (Match::LabelSet(_), Wanted::Labels(any)) => self.labelled(tx, any),
            (Match::LabelFlag(property), Wanted::Flag(flag)) => {
                let (driven, candidates) = (self.driven, self.candidates.len());
                let has = self.labelled(tx, &[Label::new(property, "true")])?;
                Ok(if *flag {
                    has
                } else {
                    // What is left when a few are taken away is not few.
                    self.driven = driven;
                    self.candidates.truncate(candidates);
                    format!("NOT ({has})")
                })
            }
            (Match::Catalog(catalog), Wanted::Any(texts)) => {
                let labels = self.catalog(tx, catalog, texts)?;
                self.labelled(tx, &labels)
            }
            (Match::Catalog(catalog), Wanted::All(texts)) => {
                let mut sets = Vec::with_capacity(texts.len());
                for text in texts {
                    sets.push(self.catalog(tx, catalog, std::slice::from_ref(text))?);
                    if sets.last().is_some_and(Vec::is_empty) {
                        return Ok("1 = 0".to_owned());
                    }
                }
                let mut parts = Vec::with_capacity(sets.len());
                for labels in sets {
                    parts.push(self.labelled(tx, &labels)?);
                }
                Ok(joined(&parts, " AND "))
            }
            (matches, wanted) => self.column(tx, matches, wanted),
        }
    }
}

/// Each label once.
fn distinct(labels: &[Label]) -> Vec<Label> {
    let mut seen = BTreeSet::new();
    labels.iter().filter(|label| seen.insert(label.text())).cloned().collect()
}
