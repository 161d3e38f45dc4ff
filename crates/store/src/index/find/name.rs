//! Filters over names that contain a text.

use records::CompanyId;

use super::piece::Piece;
use super::probe::{COMMON, is_rare};
use super::text::Text;
use crate::driver::dialect::Engine;
use crate::search::Needle;
use crate::{Result, Tx, Value};

/// Records of a kind whose names contain a text.
pub(super) struct Named {
    kind: &'static str,
    needle: Needle,
    engine: Engine,
    /// What the index of grams is asked for, where it finds few.
    rare: Option<Value>,
}

impl Named {
    pub(super) fn find(
        tx: &mut Tx<'_>,
        company: &CompanyId,
        kind: &'static str,
        query: &str,
    ) -> Result<Named> {
        let needle = Needle::new(company, kind, query);
        let engine = tx.engine();
        let candidates = match engine {
            Engine::Sqlite => "FROM search_grams WHERE search_grams MATCH $1",
            Engine::Postgres => "FROM search WHERE grams @> $1",
        };
        // A few grams find most things as well as all of them, and cost less.
        let mut rare = None;
        for grams in [needle.few(engine), needle.grams(engine)] {
            if is_rare(tx, candidates, std::slice::from_ref(&grams), COMMON)? {
                rare = Some(grams);
                break;
            }
        }
        Ok(Named { kind, needle, engine, rare })
    }

    /// The ids of those records, where they are few.
    pub(super) fn ids(&self) -> Option<Piece> {
        let grams = self.rare.clone()?;
        let (kind, text) = (self.kind.into(), (&self.needle.text).into());
        Some(match self.engine {
            // The signs keep the planner from looking at all names of the company instead.
            Engine::Sqlite => Piece::new(
                "SELECT s.id FROM search s WHERE s.row_number IN \
                 (SELECT rowid FROM search_grams WHERE search_grams MATCH ?) \
                 AND +s.company_id = $1 AND +s.kind = ? AND strpos(s.text, ?) > 0",
                [grams, kind, text],
            ),
            Engine::Postgres => Piece::new(
                "SELECT s.id FROM search s WHERE s.grams @> ? AND s.company_id = $1 \
                 AND s.kind = ? AND strpos(s.text, ?) > 0",
                [grams, kind, text],
            ),
        })
    }

    /// Whether the record whose id a column holds is one of them; `end` ends the subquery.
    pub(super) fn is(&self, column: &str, end: &str) -> Piece {
        Piece::new(
            format!(
                "EXISTS (SELECT 1 FROM search s WHERE s.id = {column} AND s.company_id = $1 \
                 AND s.kind = ? AND strpos(s.text, ?) > 0{end})"
            ),
            [self.kind.into(), (&self.needle.text).into()],
        )
    }
}

impl Text<'_> {
    /// Rows whose own names contain a text.
    pub(super) fn search(&mut self, tx: &mut Tx<'_>, query: &str) -> Result<String> {
        let named = Named::find(tx, self.company(), self.find.kind, query)?;
        Ok(match named.ids() {
            Some(ids) => {
                self.driven = true;
                format!("t.id IN ({})", self.place(&ids))
            }
            None => self.place(&named.is("~.id", self.row_by_row(tx.engine()))),
        })
    }
}
