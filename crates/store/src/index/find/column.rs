//! Filters over columns of the table itself.

use std::collections::BTreeSet;

use super::piece::{FEW, Piece};
use super::text::Text;
use super::{Comparison, Match, Wanted, searched};
use crate::label::Label;
use crate::search::fold;
use crate::{Result, Tx, Value};

impl Text<'_> {
    pub(super) fn column(
        &mut self,
        tx: &mut Tx<'_>,
        matches: Match,
        wanted: &Wanted,
    ) -> Result<String> {
        match (matches, wanted) {
            (Match::Id, Wanted::Text(id)) => {
                self.driven = true;
                Ok(self.place(&Piece::new("~.id = ?", [id.into()])))
            }
            (Match::Text(column), Wanted::Text(text)) => {
                self.in_order(tx, Piece::new(format!("~.{column} = ?"), [text.into()]))
            }
            (Match::TextSet(column), Wanted::Any(_) | Wanted::All(_)) => {
                let (texts, column) = (distinct(&single_valued(wanted)), format!("~.{column}"));
                let each = texts.chunks(1).map(|text| Piece::one_of(&column, text));
                match texts.len() {
                    0..=FEW => self.in_order_any(tx, each.collect()),
                    _ => self.drive(tx, &[Piece::one_of(&column, &texts)]),
                }
            }
            (Match::Folded(column), Wanted::Text(text)) => {
                let both = format!("~.{column}_key = ? AND ~.{column} = ?");
                Ok(self.driven_by(&[Piece::new(both, [fold(text).into(), text.into()])]))
            }
            (Match::LinesOf(column, property), Wanted::Text(id)) => {
                self.lines_of(tx, (column, property), id)
            }
            (Match::Payer, Wanted::Text(id)) => self.drive(tx, &payer(id)),
            (Match::Flag(condition), Wanted::Flag(flag))
            | (Match::Unless(condition), Wanted::Flag(flag)) => {
                let piece = Piece::new(format!("~.{condition}"), []);
                match matches!(matches, Match::Flag(_)) == *flag {
                    true => self.in_order(tx, piece),
                    false => Ok(self.place(&piece.negated())),
                }
            }
            (Match::Seen(condition), Wanted::Flag(flag)) => {
                let piece = Piece::new(format!("~.{condition}"), []);
                Ok(self.place(&if *flag { piece } else { piece.negated() }))
            }
            (Match::NotBefore(column), Wanted::Flag(flag)) => {
                let column = self.find.column(column);
                let past = format!("{column} IS NOT NULL AND {column} <= ?");
                let past = Piece::new(past, [self.request.now.into()]);
                match flag {
                    true => Ok(self.place(&past.negated())),
                    false => self.drive(tx, &[past]),
                }
            }
            (Match::Number(column), Wanted::Compare(all)) => self.number(tx, column, all),
            (Match::NonZero(column), Wanted::Flag(true)) => {
                self.drive(tx, &[Piece::new(format!("~.{column} <> 0"), [])])
            }
            (Match::NonZero(_), Wanted::Flag(false)) => Ok("1 = 1".to_owned()),
            (Match::Date(column), Wanted::Compare(all)) => match all.is_empty() {
                true => Ok("1 = 1".to_owned()),
                false => {
                    let column = self.find.column(column);
                    self.drive(tx, &[compared(&column, "IS NOT NULL", all)])
                }
            },
            (matches, wanted) => self.words(tx, matches, &single_valued(wanted)),
        }
    }

    /// Most invoices are of one customer: labels are looked at where there are any.
    fn lines_of(
        &mut self,
        tx: &mut Tx<'_>,
        (column, property): (&str, &str),
        id: &str,
    ) -> Result<String> {
        let own = Piece::new(format!("~.{column} = ?"), [id.into()]);
        let label = Label::new(property, id);
        let (kind, text) = (self.find.kind, label.text());
        let found = "SELECT l.id FROM label l WHERE l.company_id = $1 AND l.kind = $2";
        let first = format!("{found} AND l.label = $3 LIMIT 1");
        let values = [self.company().into(), kind.into(), text.into()];
        let shared: Vec<String> = searched(tx, &first, &values)?;
        if shared.is_empty() {
            return self.in_order(tx, own);
        }
        let others = format!(
            "~.id IN (SELECT l.id FROM label l WHERE l.company_id = $1 AND l.kind = ? \
                AND l.label = ?) AND (~.{column} IS NULL OR ~.{column} <> ?)"
        );
        let others = Piece::new(others, [kind.into(), text.into(), id.into()]);
        self.in_order_any(tx, vec![own, others])
    }

    fn words(&mut self, tx: &mut Tx<'_>, matches: Match, words: &[String]) -> Result<String> {
        let words = &distinct(words);
        let many = words.len() > FEW;
        let pieces =
            |column: &str| -> Vec<Piece> { words.iter().map(|word| equal(column, word)).collect() };
        match matches {
            Match::Word(column) | Match::WordSet(column) if many => {
                Ok(self.place(&Piece::one_of(&format!("~.{column}"), words)))
            }
            Match::Word(column) | Match::WordSet(column) => {
                Ok(self.place(&Piece::any(&pieces(column))))
            }
            Match::Status(column, common) | Match::StatusSet(column, common) => {
                let any = Piece::one_of(&format!("~.{column}"), words);
                let common_word = words.iter().any(|word| word == common);
                if common_word && many {
                    return Ok(self.place(&any.unindexed()));
                }
                if common_word {
                    return Ok(self.place(&Piece::any(&pieces(column)).unindexed()));
                }
                // SQLite takes an index on some rows only where its condition stands in the text.
                let rare = |word: &String| {
                    let known = equal(column, word);
                    known.and(&Piece::new(format!("~.{column} <> '{common}'"), []))
                };
                let rare_any = any.and(&Piece::new(format!("~.{column} <> '{common}'"), []));
                match many {
                    true => self.drive(tx, &[rare_any]),
                    false => self.in_order_any(tx, words.iter().map(rare).collect()),
                }
            }
            Match::Dunned | Match::DunnedSet => {
                let now = self.request.now;
                let overdue = "~.status = 'PENDING' AND ~.due > 0 AND ~.past_due_at <= ?";
                // Each of these has an index of its own; no other word is ever written.
                let piece = |word: &String| match word.as_str() {
                    "OVERDUE" => Some(Piece::new(overdue, [now.into()])),
                    "DRAFT" | "PENDING" | "PAID" | "VOID" => Some(equal("status", word)),
                    _ => None,
                };
                self.drive(tx, &words.iter().filter_map(piece).collect::<Vec<_>>())
            }
            _ => Ok("1 = 0".to_owned()),
        }
    }

    fn number(
        &mut self,
        tx: &mut Tx<'_>,
        column: &str,
        all: &[(Comparison, i64)],
    ) -> Result<String> {
        let column = &self.find.column(column);
        match all.iter().any(|(comparison, value)| comparison.excludes_zero(*value)) {
            true => self.drive(tx, &[compared(column, "<> 0", all)]),
            false => Ok(self.place(&compared(column, "IS NOT NULL", all))),
        }
    }
}

/// What a column must equal one of: it has one value, so it equals all only if they are one.
fn single_valued(wanted: &Wanted) -> Vec<String> {
    match wanted {
        Wanted::Text(text) => vec![text.clone()],
        Wanted::Any(texts) => texts.clone(),
        Wanted::All(texts) => match texts.as_slice() {
            [first, rest @ ..] if rest.iter().all(|other| other == first) => vec![first.clone()],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn distinct(words: &[String]) -> Vec<String> {
    let distinct: BTreeSet<&String> = words.iter().collect();
    distinct.into_iter().cloned().collect()
}

/// A word stands in the text itself where it can, so that an index on one value serves it.
fn equal(column: &str, word: &str) -> Piece {
    let plain = !word.is_empty() && word.bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
    match plain {
        true => Piece::new(format!("~.{column} = '{word}'"), []),
        false => Piece::new(format!("~.{column} = ?"), [word.into()]),
    }
}

/// All comparisons, beside the condition of the column's index.
fn compared(column: &str, indexed: &str, all: &[(Comparison, i64)]) -> Piece {
    let mut sql = format!("{column} {indexed}");
    for (comparison, _) in all {
        sql.push_str(&format!(" AND {column} {} ?", comparison.sign()));
    }
    Piece::new(sql, all.iter().map(|(_, value)| Value::from(*value)))
}

/// Most customers pay for themselves: those are found as customers.
fn payer(id: &str) -> [Piece; 2] {
    [("billed_customer_id", "<>"), ("customer_id", "=")].map(|(column, sign)| {
        let sql = format!("~.{column} = ? AND ~.billed_customer_id {sign} ~.customer_id");
        Piece::new(sql, [id.into()])
    })
}
