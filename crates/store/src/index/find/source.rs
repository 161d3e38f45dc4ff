//! Where rows are read from: their table, `t`, and beside it, as `b`, what moves too often to be
//! kept in it.

use super::piece::Piece;
use super::{Find, Match, Wanted};

/// A table with a row for each of another, under the same id.
#[derive(Clone, Copy, Debug)]
pub struct Beside {
    pub table: &'static str,
    /// What is searched and sorted by that is kept there.
    pub columns: &'static [&'static str],
}

/// The names that tables have in the statement of a page.
pub(super) const PAGE: [&str; 2] = ["t", "b"];
/// A statement that looks at one table only has one name.
pub(super) const PROBE: [&str; 2] = ["n", "n"];

impl Find {
    fn is_beside(&self, column: &str) -> bool {
        self.beside.is_some_and(|beside| beside.columns.contains(&column))
    }

    /// The name of the table that has a column, in the statement of a page.
    pub(super) fn name_of(&self, column: &str) -> &'static str {
        PAGE[usize::from(self.is_beside(column))]
    }

    /// A column in a piece of a condition.
    pub(super) fn column(&self, name: &str) -> String {
        let mark = if self.is_beside(name) { '^' } else { '~' };
        format!("{mark}.{name}")
    }

    /// The table under a name that it has in the statement of a page.
    pub(super) fn table_named(&self, name: &str) -> &'static str {
        match self.beside {
            Some(beside) if name == PAGE[1] => beside.table,
            _ => self.table,
        }
    }

    /// The table that a piece of a condition is about.
    pub(super) fn table_for(&self, piece: &Piece) -> &'static str {
        self.table_named(PAGE[usize::from(piece.is_beside())])
    }

    /// Both tables; for each row of the one that leads, that of the other is looked up.
    pub(super) fn tables(&self, lead: &str) -> String {
        let Find { table, .. } = self;
        match self.beside {
            None => format!("{table} t"),
            Some(beside) if lead == PAGE[1] => {
                format!("{} b {{beside {table} t of b}}", beside.table)
            }
            Some(beside) => format!("{table} t {{beside {} b of t}}", beside.table),
        }
    }

    /// All rows of a company that are searched.
    pub(super) fn all(&self) -> String {
        let beside = if self.beside.is_some() { " AND b.company_id = $1" } else { "" };
        format!("{}{beside}", self.of_company(PAGE[0]))
    }

    /// The same where one table is looked at; what lies beside does not know which are searched.
    pub(super) fn of_company(&self, name: &str) -> String {
        let only = self.only.filter(|_| name == PAGE[0]);
        let only = only.map(|only| format!(" AND {name}.{only}")).unwrap_or_default();
        format!("{name}.company_id = $1{only}")
    }

    /// Whether all that is asked is asked of what lies beside.
    pub(super) fn asks_beside(&self, wanted: &[(Match, Wanted)]) -> bool {
        let is = |matches: Match| match matches {
            Match::Date(column) | Match::NotBefore(column) => self.is_beside(column),
            _ => false,
        };
        self.only.is_none() && wanted.iter().all(|(matches, _)| is(*matches))
    }
}
