//! The limit of a search: the statement an expert would write, prepared, in a plain loop.

use records::CompanyId;
use store::Value;

use super::cases::Case;
use super::noun::Noun;
use crate::outcome::Outcome;
use crate::place::Seeded;
use crate::raw::Raw;

/// Column and direction of an order.
pub fn order(sort: &str) -> (&'static str, &'static str) {
    match sort {
        "createdAtAsc" => ("created_at", "ASC"),
        "updatedAtAsc" => ("updated_at", "ASC"),
        "updatedAtDesc" => ("updated_at", "DESC"),
        _ => ("created_at", "DESC"),
    }
}

pub struct Plain {
    raw: Raw,
    company: CompanyId,
    noun: &'static Noun,
}

impl Plain {
    pub fn open(seeded: &Seeded, noun: &'static Noun) -> Outcome<Plain> {
        Ok(Plain { raw: Raw::read(&seeded.url)?, company: seeded.company.clone(), noun })
    }

    /// The first page, with the one row more by which ours knows that there is another.
    pub fn find(&mut self, case: &Case, variant: usize, limit: i64) -> Outcome<Vec<Vec<Value>>> {
        self.page(case, variant, limit + 1, "")
    }

    /// The peer: skips what the pages before had.
    pub fn skip(&mut self, case: &Case, limit: i64, rows: i64) -> Outcome<Vec<Vec<Value>>> {
        self.page(case, 0, limit + 1, &format!(" OFFSET {rows}"))
    }

    fn page(
        &mut self,
        case: &Case,
        variant: usize,
        limit: i64,
        skip: &str,
    ) -> Outcome<Vec<Vec<Value>>> {
        let mut values = vec![Value::from(&self.company)];
        let variant = &case.variants[variant % case.variants.len()];
        values.extend(variant.values.iter().cloned());
        let (column, direction) = order(case.sort);
        let Noun { columns, .. } = self.noun;
        let (name, rows) = self.rows(column);
        let sql = format!(
            "SELECT {name}.{column}, {name}.id, {columns} FROM {rows} AND {}
             ORDER BY {name}.{column} {direction}, {name}.id {direction} LIMIT {limit}{skip}",
            case.condition
        );
        self.raw.rows(&sql, &values)
    }

    /// The rows of the company, and the name of the table that has the column.
    fn rows(&self, column: &str) -> (&'static str, String) {
        let Noun { table, beside, .. } = self.noun;
        let Some((beside, sorted)) = beside else {
            return ("t", format!("{table} t WHERE t.company_id = $1"));
        };
        let same = "b.company_id = t.company_id AND b.id = t.id";
        match *sorted == column {
            true => ("b", format!("{beside} b, {table} t WHERE b.company_id = $1 AND {same}")),
            false => ("t", format!("{table} t, {beside} b WHERE t.company_id = $1 AND {same}")),
        }
    }

    pub fn raw(&mut self) -> &mut Raw {
        &mut self.raw
    }
}

pub fn ids(rows: &[Vec<Value>]) -> Vec<String> {
    let id = |row: &Vec<Value>| match row.get(1) {
        Some(Value::Text(id)) => id.clone(),
        _ => String::new(),
    };
    rows.iter().map(id).collect()
}
