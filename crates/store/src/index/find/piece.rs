//! A piece of a condition that can stand in several statements: `~` is the table, `^` the one
//! beside it, `?` a value.

use crate::Value;

/// Up to this many values are listed one by one, which planners can count.
pub(super) const FEW: usize = 8;

#[derive(Clone, Debug)]
pub(super) struct Piece {
    sql: String,
    values: Vec<Value>,
}

impl Piece {
    pub(super) fn new(sql: impl Into<String>, values: impl IntoIterator<Item = Value>) -> Piece {
        Piece { sql: sql.into(), values: values.into_iter().collect() }
    }

    /// `column = …` or `column IN (…)`, whichever these texts need; none match nothing.
    pub(super) fn one_of(column: &str, texts: &[String]) -> Piece {
        let each = || texts.iter().map(Value::from);
        match texts.len() {
            0 => Piece::new("1 = 0", []),
            1 => Piece::new(format!("{column} = ?"), each()),
            few if few <= FEW => {
                let places = vec!["?"; few].join(", ");
                Piece::new(format!("{column} IN ({places})"), each())
            }
            _ => Piece::new(format!("{column} IN {{texts ?}}"), [texts.to_vec().into()]),
        }
    }

    /// Any of these.
    pub(super) fn any(pieces: &[Piece]) -> Piece {
        match pieces {
            [] => Piece::new("1 = 0", []),
            [one] => one.clone(),
            many => {
                let parts: Vec<String> =
                    many.iter().map(|piece| format!("({})", piece.sql)).collect();
                let values = many.iter().flat_map(|piece| piece.values.iter().cloned());
                Piece::new(format!("({})", joined(&parts, " OR ")), values)
            }
        }
    }

    /// Both.
    pub(super) fn and(mut self, other: &Piece) -> Piece {
        self.sql.push_str(" AND ");
        self.sql.push_str(&other.sql);
        self.values.extend(other.values.iter().cloned());
        self
    }

    /// Of a sub-select: whether a column has one of its values.
    pub(super) fn within(self, column: &str) -> Piece {
        Piece { sql: format!("{column} IN ({})", self.sql), ..self }
    }

    /// Sub-selects one behind the other; none of them is nothing.
    pub(super) fn union(all: impl Iterator<Item = Piece>) -> Piece {
        let union = all.reduce(|mut one, other| {
            one.sql.push_str(" UNION ALL ");
            one.sql.push_str(&other.sql);
            one.values.extend(other.values);
            one
        });
        union.unwrap_or_else(|| Piece::new("SELECT NULL", []))
    }

    /// Whether it is about what lies beside the table.
    pub(super) fn is_beside(&self) -> bool {
        self.sql.contains('^')
    }

    /// The condition over tables of these names, wherever it will stand.
    pub(super) fn over(self, [text, beside]: [&str; 2]) -> Piece {
        Piece { sql: self.sql.replace('~', text).replace('^', beside), ..self }
    }

    /// The same condition in a form for which no index can be taken.
    pub(super) fn unindexed(self) -> Piece {
        Piece { sql: format!("CASE WHEN {} THEN 1 ELSE 0 END = 1", self.sql), ..self }
    }

    pub(super) fn negated(self) -> Piece {
        Piece { sql: format!("NOT ({})", self.sql), ..self }
    }

    /// The condition over tables of these names; its values join the statement's.
    pub(super) fn placed(&self, [text, beside]: [&str; 2], values: &mut Vec<Value>) -> String {
        let mut sql = String::with_capacity(self.sql.len() + 16);
        let mut given = self.values.iter();
        for character in self.sql.chars() {
            match character {
                '~' => sql.push_str(text),
                '^' => sql.push_str(beside),
                '?' => {
                    values.push(given.next().cloned().unwrap_or(Value::Null));
                    sql.push_str(&format!("${}", values.len()));
                }
                other => sql.push(other),
            }
        }
        sql
    }
}

/// Conditions in pairs of pairs: engines bound how deep an expression may be, and a chain of a
/// thousand is a thousand deep.
pub(super) fn joined(parts: &[String], by: &str) -> String {
    if parts.len() <= FEW {
        return parts.join(by);
    }
    let (one, other) = parts.split_at(parts.len() / 2);
    format!("({}){by}({})", joined(one, by), joined(other, by))
}

#[cfg(test)]
mod tests {
    use super::Piece;
    use crate::Value;

    #[test]
    fn pieces_find_their_place() {
        let texts = |n: usize| (0..n).map(|i| i.to_string()).collect::<Vec<_>>();
        let piece = Piece::any(&[
            Piece::new("~.a = ?", [1.into()]),
            Piece::one_of("~.b", &texts(2)),
            Piece::one_of("^.c", &texts(9)),
        ]);
        let mut values: Vec<Value> = vec!["company".into()];
        let sql = piece.unindexed().placed(["n", "m"], &mut values);
        assert_eq!(
            sql,
            "CASE WHEN ((n.a = $2) OR (n.b IN ($3, $4)) OR (m.c IN {texts $5})) \
             THEN 1 ELSE 0 END = 1"
        );
        assert_eq!(values.len(), 5);
        assert_eq!(values.last(), Some(&Value::Texts(texts(9))));
    }
}
