//! What could find the rows of a page as well as its order does.

use super::Find;
use super::piece::Piece;
use super::source::PROBE;

/// A filter that many rows pass, and that an index finds nevertheless.
pub(super) enum Candidate {
    /// Any of these conditions, each with an index of its own.
    Columns(Vec<Piece>),
    /// A condition on labels.
    Labels(Piece),
}

impl Candidate {
    /// What it finds, from the FROM on.
    pub(super) fn rows(&self, find: &Find) -> Piece {
        match self {
            Candidate::Columns(any) => {
                let any = Piece::any(any);
                let (table, any) = (find.table_for(&any), any.over(PROBE));
                Piece::new(format!("FROM {table} n WHERE n.company_id = $1"), []).and(&any)
            }
            Candidate::Labels(piece) => Piece::new("FROM label l WHERE 1 = 1", []).and(piece),
        }
    }

    /// That a row is one of what it finds.
    pub(super) fn ids(&self, find: &Find) -> Piece {
        match self {
            Candidate::Columns(any) => {
                let each = any.iter().map(|piece| {
                    let (table, known) = (find.table_for(piece), piece.clone().over(PROBE));
                    let rows = format!("SELECT n.id FROM {table} n WHERE n.company_id = $1");
                    Piece::new(rows, []).and(&known)
                });
                Piece::union(each).within("~.id")
            }
            Candidate::Labels(labels) => {
                Piece::new("SELECT l.id FROM label l WHERE 1 = 1", []).and(labels).within("~.id")
            }
        }
    }
}
