//! Looks how many rows a filter finds before the statement is put together.

use super::candidate::Candidate;
use super::piece::{FEW, Piece};
use super::source::PROBE;
use super::text::Text;
use crate::{Result, Tx, Value};

/// From this many matches on a filter is checked along the sort order.
pub(super) const COMMON: i64 = 500;

impl Text<'_> {
    /// Rows that match any of these, each of which has an index: they drive the statement where
    /// they are few.
    pub(super) fn drive(&mut self, tx: &mut Tx<'_>, any: &[Piece]) -> Result<String> {
        // Among the few that another filter finds every row can be looked at.
        if !self.driven {
            if self.are_few(tx, any)? {
                return Ok(self.driven_by(any));
            }
            self.candidates.push(Candidate::Columns(any.to_vec()));
        }
        Ok(self.along(Piece::any(any)))
    }

    /// The same where the index has the rows in the order of the page.
    pub(super) fn in_order(&mut self, tx: &mut Tx<'_>, piece: Piece) -> Result<String> {
        match self.is_by_creation() {
            true => {
                self.in_order = true;
                Ok(self.place(&piece))
            }
            false => self.drive(tx, &[piece]),
        }
    }

    /// The same for several of which a row can meet one only: the page is woven of a page of each.
    pub(super) fn in_order_any(&mut self, tx: &mut Tx<'_>, pieces: Vec<Piece>) -> Result<String> {
        let few = (2..=FEW).contains(&pieces.len());
        let free = !(self.counting || self.driven || self.in_order);
        match pieces.as_slice() {
            [one] => self.in_order(tx, one.clone()),
            _ if few && free && self.is_by_creation() => {
                self.in_order = true;
                self.strands = pieces;
                Ok("1 = 1".to_owned())
            }
            many => self.drive(tx, many),
        }
    }

    fn are_few(&self, tx: &mut Tx<'_>, any: &[Piece]) -> Result<bool> {
        for piece in any {
            let mut values: Vec<Value> = vec![self.company().into()];
            let text = piece.placed(PROBE, &mut values);
            let table = self.find.table_for(piece);
            let rows = format!("FROM {table} n WHERE n.company_id = $1 AND {text}");
            if !is_rare(tx, &rows, &values, COMMON)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Rows found by these, whatever else is asked.
    pub(super) fn driven_by(&mut self, any: &[Piece]) -> String {
        self.driven = true;
        let ids = Candidate::Columns(any.to_vec()).ids(self.find);
        self.place(&ids)
    }

    /// A condition on the rows that something else finds. The planner cannot know that an index
    /// would find too many; a count has nothing better than that index.
    pub(super) fn along(&mut self, piece: Piece) -> String {
        match self.counting {
            true => self.place(&piece),
            false => self.place(&piece.unindexed()),
        }
    }
}

/// Whether a statement from its FROM on finds fewer rows than this.
pub(super) fn is_rare(tx: &mut Tx<'_>, rows: &str, values: &[Value], many: i64) -> Result<bool> {
    let probe = format!("SELECT count(*) FROM (SELECT 1 {rows} LIMIT {many}) s");
    // Grams are hashed together with their company: nobody else's rows have them.
    debug_assert!(rows.contains("grams") || crate::names_company(rows), "{rows}");
    let counts: Vec<i64> = tx.rows_text(&probe, values)?;
    Ok(counts.first().is_some_and(|count| *count < many))
}
