//! Finds what has no names of its own: by the names of its customer, by the beginning or the end of
//! its number, and by the beginning of its id.

use super::name::Named;
use super::piece::Piece;
use super::text::Text;
use crate::invoice::backwards;
use crate::search::fold;
use crate::{Error, Tx};

/// Behind every text that begins with another.
const LAST: char = '\u{10FFFF}';

impl Text<'_> {
    pub(super) fn customer_search(
        &mut self,
        tx: &mut Tx<'_>,
        query: &str,
    ) -> Result<String, Error> {
        let folded = fold(query.trim());
        let named = Named::find(tx, self.company(), crate::customer::KIND, query)?;
        let mut own = vec![
            begins("number_key", &folded),
            begins("number_reversed", &backwards(&folded)),
            begins("id", &folded),
        ];
        match named.ids() {
            Some(ids) => own.push(ids.within("~.customer_id")),
            None => {
                own.push(named.is("~.customer_id", self.row_by_row(tx.engine())));
                return Ok(self.along(Piece::any(&own)));
            }
        }
        self.drive(tx, &own)
    }
}

fn begins(column: &str, start: &str) -> Piece {
    let sql = format!("~.{column} >= ? AND ~.{column} < ?");
    Piece::new(sql, [start.into(), format!("{start}{LAST}").into()])
}
