//! Finds what has no names of its own: by the names of its customer, by the beginning or the last
//! two or more characters of its number, and by the beginning of its id.

use super::name::Named;
use super::piece::Piece;
use super::text::Text;
use crate::search::fold;
use crate::{Result, Tx};

/// Behind every text that begins with another.
const LAST: char = '\u{10FFFF}';
/// How many of its last characters a number is indexed by.
const TAIL: usize = 2;

impl Text<'_> {
    pub(super) fn customer_search(&mut self, tx: &mut Tx<'_>, query: &str) -> Result<String> {
        let folded = fold(query.trim());
        let mut all = vec![begins("number_key", &folded), begins("id", &folded)];
        all.extend(ends("number_key", &folded));
        self.named_or(tx, query, all)
    }

    /// Ids have letters of both cases: they begin with the text as it was sent.
    pub(super) fn owner_search(
        &mut self,
        tx: &mut Tx<'_>,
        columns: &[&str],
        query: &str,
    ) -> Result<String> {
        let all = columns.iter().map(|column| begins(column, query.trim())).collect();
        self.named_or(tx, query, all)
    }

    /// Those of a customer with such a name, or any of these.
    fn named_or(&mut self, tx: &mut Tx<'_>, query: &str, mut all: Vec<Piece>) -> Result<String> {
        let named = Named::find(tx, self.company(), crate::customer::KIND, query)?;
        match named.ids() {
            Some(ids) => all.push(ids.within("~.customer_id")),
            None => {
                all.push(named.is("~.customer_id", self.row_by_row(tx.engine())));
                return Ok(self.along(Piece::any(&all)));
            }
        }
        self.drive(tx, &all)
    }
}

fn begins(column: &str, start: &str) -> Piece {
    let sql = format!("~.{column} >= ? AND ~.{column} < ?");
    Piece::new(sql, [start.into(), format!("{start}{LAST}").into()])
}

/// The index has the last characters first, so that only numbers which share them are looked at. A
/// shorter text is no end.
fn ends(column: &str, end: &str) -> Option<Piece> {
    let (at, _) = end.char_indices().rev().nth(TAIL - 1)?;
    let last = |count| format!("substr(~.{column}, length(~.{column}) - {})", count - 1);
    let sql = format!(
        "~.{column} IS NOT NULL AND {} = ? AND {} = ?",
        last(TAIL),
        last(end.chars().count())
    );
    Some(Piece::new(sql, [end[at..].into(), end.into()]))
}
