//! Filters over labels, some of which are found in the catalog first.

use super::Catalog;
use super::candidate::Candidate;
use super::piece::{FEW, Piece};
use super::probe::{COMMON, is_rare};
use super::searched;
use super::text::Text;
use crate::label::Label;
use crate::{Result, Tx, Value};

/// Up to this many records of the catalog are looked for.
const MOST: i64 = 10_000;

impl Text<'_> {
    /// Rows that have any of these labels.
    pub(super) fn labelled(&mut self, tx: &mut Tx<'_>, any: &[Label]) -> Result<String> {
        if any.is_empty() {
            return Ok("1 = 0".to_owned());
        }
        let texts: Vec<String> = any.iter().map(|label| label.text().to_owned()).collect();
        let kind = self.find.kind;
        let piece = Piece::new("l.company_id = $1 AND l.kind = ?", [kind.into()])
            .and(&Piece::one_of("l.label", &texts));
        // To look for many labels at every row costs more than to sort some more rows.
        let factor = i64::try_from(any.len()).unwrap_or(COMMON).clamp(1, 40);
        let rare = if self.driven && any.len() <= FEW {
            false
        } else {
            let mut values: Vec<Value> = vec![self.company().into()];
            let rows = format!("FROM label l WHERE {}", piece.placed(["l"; 2], &mut values));
            is_rare(tx, &rows, &values, COMMON * factor)?
        };
        if rare {
            self.driven = true;
            return Ok(self.place(&Candidate::Labels(piece).ids(self.find)));
        }
        let text = self.place(&piece);
        if !self.driven {
            self.candidates.push(Candidate::Labels(piece));
        }
        let each = self.row_by_row(tx.engine());
        Ok(format!("EXISTS (SELECT 1 FROM label l WHERE {text} AND l.id = t.id{each})"))
    }

    /// Rows that have all of these labels, each of which is another: they are counted at every row.
    pub(super) fn labelled_all(&mut self, all: &[Label]) -> String {
        let texts: Vec<String> = all.iter().map(|label| label.text().to_owned()).collect();
        let piece = Piece::new("l.company_id = $1 AND l.kind = ?", [self.find.kind.into()])
            .and(&Piece::one_of("l.label", &texts));
        let text = self.place(&piece);
        let count = texts.len();
        format!("(SELECT count(*) FROM label l WHERE {text} AND l.id = t.id) = {count}")
    }

    /// The labels of the records that any of these texts name.
    pub(super) fn catalog(
        &self,
        tx: &mut Tx<'_>,
        catalog: Catalog,
        texts: &[String],
    ) -> Result<Vec<Label>> {
        let mut values: Vec<Value> = vec![self.company().into()];
        let mut tagged = |kind: &str| {
            let tags: Vec<String> =
                texts.iter().map(|tag| Label::new("tag", tag).text().to_owned()).collect();
            let text = Piece::one_of("l.label", &tags).placed(["l"; 2], &mut values);
            format!(
                "SELECT l.id FROM label l WHERE l.company_id = $1 AND l.kind = '{kind}' AND {text}"
            )
        };
        let of_product = "SELECT p.id FROM pricing p WHERE p.company_id = $1 AND p.parent_id";
        let (property, sql) = match catalog {
            Catalog::TaggedProducts => ("product", tagged("product")),
            Catalog::TaggedPricings => ("pricing", tagged("pricing")),
            Catalog::PricingsOfTaggedProducts => {
                ("pricing", format!("{of_product} IN ({})", tagged("product")))
            }
            Catalog::PricingsOfProduct => {
                let known = Piece::one_of("p.parent_id", texts).placed(["p"; 2], &mut values);
                let sql = "SELECT p.id FROM pricing p WHERE p.company_id = $1 AND";
                ("pricing", format!("{sql} {known}"))
            }
        };
        let sql = format!("{sql} LIMIT {MOST}");
        let mut labels: Vec<String> = searched(tx, &sql, &values)?;
        labels.sort_unstable();
        labels.dedup();
        Ok(labels.iter().map(|id| Label::new(property, id)).collect())
    }
}
