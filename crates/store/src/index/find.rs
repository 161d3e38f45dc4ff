//! One search for every resource: a noun declares its filters in a table, this makes the SQL.
//!
//! Filters that the sort index cannot serve (labels, substrings) are probed first: a rare one
//! drives the statement, a common one is checked row by row along the sort order.

use crate::driver::dialect::Engine;
use crate::label::Label;
use crate::search::Needle;
use crate::{Error, Row, Tx, Value};

/// How a noun is searched.
#[derive(Clone, Copy)]
pub struct Find {
    pub kind: &'static str,
    pub table: &'static str,
    pub columns: &'static str,
    pub filters: &'static [Filter],
}

#[derive(Clone, Copy, Debug)]
pub struct Filter {
    pub name: &'static str,
    pub matches: Match,
}

impl Filter {
    pub const fn new(name: &'static str, matches: Match) -> Filter {
        Filter { name, matches }
    }
}

/// What a filter compares, and with what kind of value.
#[derive(Clone, Copy, Debug)]
pub enum Match {
    /// A column equals a text.
    Text(&'static str),
    /// A column equals one of several texts.
    TextSet(&'static str),
    /// A column of upper-case words equals a word in any case.
    Word(&'static str),
    WordSet(&'static str),
    /// A condition holds or does not.
    Flag(&'static str),
    /// A column of numbers or money is compared.
    Number(&'static str),
    /// A column of instants is compared.
    Date(&'static str),
    /// A labelled property equals a text.
    Label(&'static str),
    /// The same for labels of upper-case words, asked in any case.
    LabelWord(&'static str),
    LabelSet(&'static str),
    /// A record has a label, or has it not.
    LabelFlag(&'static str),
    /// All given metadata entries are equal.
    Metadata,
    /// The names contain a text.
    Search,
}

/// A filter with the value that a caller gave.
#[derive(Clone, Debug)]
pub enum Wanted {
    Text(String),
    Any(Vec<String>),
    All(Vec<String>),
    Flag(bool),
    Compare(Vec<(Comparison, i64)>),
    Labels(Vec<Label>),
    Nothing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Eq,
    Gt,
    Gte,
    Lt,
    Lte,
}

/// Up to this many values are listed one by one, which planners can count.
const FEW: usize = 8;

impl Comparison {
    /// Whether nothing that is zero passes.
    fn excludes_zero(self, value: i64) -> bool {
        match self {
            Comparison::Eq => value != 0,
            Comparison::Gt => value >= 0,
            Comparison::Gte => value > 0,
            Comparison::Lt => value <= 0,
            Comparison::Lte => value < 0,
        }
    }

    fn sign(self) -> &'static str {
        match self {
            Comparison::Eq => "=",
            Comparison::Gt => ">",
            Comparison::Gte => ">=",
            Comparison::Lt => "<",
            Comparison::Lte => "<=",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    pub column: &'static str,
    pub descending: bool,
}

/// One page of a walk.
pub struct Request<'a> {
    pub company: &'a str,
    pub wanted: &'a [(Match, Wanted)],
    pub sort: Sort,
    /// The sort value and id of the last row of the page before.
    pub after: Option<(i64, String)>,
    pub limit: i64,
}

/// A row with the place at which the walk goes on behind it.
pub struct Found<T> {
    pub row: T,
    pub key: (i64, String),
}

/// From this many matches on a label, number or substring is checked along the sort order.
const COMMON: i64 = 500;

impl Find {
    pub fn filter(&self, name: &str) -> Option<&'static Filter> {
        self.filters.iter().find(|filter| filter.name == name)
    }

    pub fn page<T>(
        &self,
        tx: &mut Tx<'_>,
        request: &Request<'_>,
        mut read: impl FnMut(Row<'_>) -> Result<T, Error>,
    ) -> Result<Vec<Found<T>>, Error> {
        let mut text = Text::new(self, request.company);
        text.conditions(tx, request.wanted)?;
        let Sort { column, descending } = request.sort;
        let (sign, order) = if descending { ("<", "DESC") } else { (">", "ASC") };
        // What a rare filter finds is sorted: walking the order for it would visit every row.
        let by = if text.driven { format!("+t.{column}") } else { format!("t.{column}") };
        if let Some((value, id)) = &request.after {
            let (value, id) = (text.bind(*value), text.bind(id));
            text.sql.push_str(&format!(" AND ({by}, t.id) {sign} ({value}, {id})"));
        }
        let limit = text.bind(request.limit);
        let Find { table, columns, .. } = self;
        let sql = format!(
            "SELECT t.{column}, t.id, {columns} FROM {table} t WHERE {} \
             ORDER BY {by} {order}, t.id {order} LIMIT {limit}",
            text.sql
        );
        tx.rows_text(&sql, &text.values, |row| {
            Ok(Found { key: (row.int(0)?, row.text(1)?), row: read(row.skip(2))? })
        })
    }

    /// How many rows match in all.
    pub fn count(&self, tx: &mut Tx<'_>, request: &Request<'_>) -> Result<i64, Error> {
        let mut text = Text::new(self, request.company);
        text.conditions(tx, request.wanted)?;
        let sql = format!("SELECT count(*) FROM {} t WHERE {}", self.table, text.sql);
        let counts = tx.rows_text(&sql, &text.values, |row| row.int(0))?;
        Ok(counts.into_iter().next().unwrap_or(0))
    }
}

/// A WHERE clause on its way.
struct Text<'a> {
    find: &'a Find,
    company: &'a str,
    sql: String,
    values: Vec<Value>,
    /// A rare filter finds the rows.
    driven: bool,
}

impl<'a> Text<'a> {
    fn new(find: &'a Find, company: &'a str) -> Text<'a> {
        let (sql, values) = ("t.company_id = $1".to_owned(), vec![Value::from(company)]);
        Text { find, company, sql, values, driven: false }
    }

    fn bind(&mut self, value: impl Into<Value>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    fn conditions(&mut self, tx: &mut Tx<'_>, wanted: &[(Match, Wanted)]) -> Result<(), Error> {
        for (matches, wanted) in wanted {
            let condition = self.condition(tx, *matches, wanted)?;
            self.sql.push_str(" AND ");
            self.sql.push_str(&condition);
        }
        Ok(())
    }

    fn condition(
        &mut self,
        tx: &mut Tx<'_>,
        matches: Match,
        wanted: &Wanted,
    ) -> Result<String, Error> {
        Ok(match (matches, wanted) {
            (Match::Search, Wanted::Text(text)) => self.search(tx, text)?,
            (Match::Word(column), Wanted::Text(word)) => self.word(column, word),
            (Match::Text(column), Wanted::Text(text)) => {
                format!("t.{column} = {}", self.bind(text))
            }
            (Match::TextSet(column) | Match::WordSet(column), Wanted::Any(list)) => {
                self.one_of(column, list)
            }
            (Match::TextSet(column) | Match::WordSet(column), Wanted::All(list)) => {
                // A column has one value: it equals all of them only if they are one.
                match list.as_slice() {
                    [first, rest @ ..] if rest.iter().all(|other| other == first) => {
                        format!("t.{column} = {}", self.bind(first))
                    }
                    _ => "1 = 0".to_owned(),
                }
            }
            (Match::Flag(condition), Wanted::Flag(true)) => format!("t.{condition}"),
            (Match::Flag(condition), Wanted::Flag(false)) => format!("NOT (t.{condition})"),
            (Match::Number(column), Wanted::Compare(all)) => self.number(tx, column, all)?,
            (Match::Date(column), Wanted::Compare(all)) => {
                self.compared(&format!("t.{column}"), all)
            }
            (Match::Label(_) | Match::LabelWord(_) | Match::Metadata, Wanted::Labels(all)) => {
                let mut parts = vec!["1 = 1".to_owned()];
                for label in all {
                    parts.push(self.labelled(tx, std::slice::from_ref(label))?);
                }
                parts.join(" AND ")
            }
            (Match::LabelSet(_), Wanted::Labels(any)) => self.labelled(tx, any)?,
            (Match::LabelFlag(property), Wanted::Flag(flag)) => {
                let driven = self.driven;
                let has = self.labelled(tx, &[Label::new(property, "true")])?;
                if *flag {
                    has
                } else {
                    // What is left when a few are taken away is not few.
                    self.driven = driven;
                    format!("NOT ({has})")
                }
            }
            _ => "1 = 0".to_owned(),
        })
    }

    fn one_of(&mut self, column: &str, list: &[String]) -> String {
        match list {
            [] => "1 = 0".to_owned(),
            [one] => format!("t.{column} = {}", self.bind(one)),
            few if few.len() <= FEW => {
                let values: Vec<String> = few.iter().map(|value| self.bind(value)).collect();
                format!("t.{column} IN ({})", values.join(", "))
            }
            many => format!("t.{column} IN {{texts {}}}", self.bind(many.to_vec())),
        }
    }

    /// A word stands in the text itself where it can, so that an index on one value serves it.
    fn word(&mut self, column: &str, word: &str) -> String {
        let plain = !word.is_empty() && word.bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
        match plain {
            true => format!("t.{column} = '{word}'"),
            false => format!("t.{column} = {}", self.bind(word)),
        }
    }

    fn compared(&mut self, column: &str, all: &[(Comparison, i64)]) -> String {
        let mut parts = vec![format!("{column} IS NOT NULL")];
        for (comparison, value) in all {
            let value = self.bind(*value);
            parts.push(format!("{column} {} {value}", comparison.sign()));
        }
        parts.join(" AND ")
    }

    /// Numbers are indexed where they are not zero, as most are: a rare range drives the search.
    fn number(
        &mut self,
        tx: &mut Tx<'_>,
        column: &str,
        all: &[(Comparison, i64)],
    ) -> Result<String, Error> {
        if !all.iter().any(|(comparison, value)| comparison.excludes_zero(*value)) {
            return Ok(self.compared(&format!("t.{column}"), all));
        }
        let table = self.find.table;
        let mut range = format!("t.company_id = $1 AND t.{column} <> 0");
        let mut values: Vec<Value> = vec![self.company.into()];
        for (comparison, value) in all {
            values.push((*value).into());
            range.push_str(&format!(" AND t.{column} {} ${}", comparison.sign(), values.len()));
        }
        let probe = format!(
            "SELECT count(*) FROM (SELECT 1 FROM {table} t WHERE {range} LIMIT {COMMON}) s"
        );
        let matches = tx.rows_text(&probe, &values, |row| row.int(0))?;
        Ok(if matches.first().is_some_and(|count| *count < COMMON) {
            self.driven = true;
            let own = self.compared(&format!("n.{column}"), all);
            format!(
                "t.id IN (SELECT n.id FROM {table} n WHERE n.company_id = $1 AND n.{column} <> 0 \
                 AND {own})"
            )
        } else {
            self.compared(&format!("t.{column}"), all)
        })
    }

    /// Rows that have any of these labels.
    fn labelled(&mut self, tx: &mut Tx<'_>, any: &[Label]) -> Result<String, Error> {
        if any.is_empty() {
            return Ok("1 = 0".to_owned());
        }
        let labels: Vec<String> = any.iter().map(|label| label.text().to_owned()).collect();
        let mut values: Vec<Value> = vec![self.company.into(), self.find.kind.into()];
        let places = listed(&labels, &mut values);
        let rows = format!("FROM label WHERE company_id = $1 AND kind = $2 AND label {places}");
        let probe = format!("SELECT count(*) FROM (SELECT 1 {rows} LIMIT {COMMON}) s");
        let matches = tx.rows_text(&probe, &values, |row| row.int(0))?;
        let kind = self.bind(self.find.kind);
        let places = listed(&labels, &mut self.values);
        let own = format!("l.company_id = $1 AND l.kind = {kind} AND l.label {places}");
        Ok(if matches.first().is_some_and(|count| *count < COMMON) {
            self.driven = true;
            format!("t.id IN (SELECT l.id FROM label l WHERE {own})")
        } else {
            format!("EXISTS (SELECT 1 FROM label l WHERE {own} AND l.id = t.id)")
        })
    }

    /// Rows whose names contain a text.
    fn search(&mut self, tx: &mut Tx<'_>, query: &str) -> Result<String, Error> {
        let needle = Needle::new(self.company, self.find.kind, query);
        let engine = tx.engine();
        let candidates = match engine {
            Engine::Sqlite => "FROM search_grams WHERE search_grams MATCH $1",
            Engine::Postgres => "FROM search WHERE grams @> $1",
        };
        let probe = format!("SELECT count(*) FROM (SELECT 1 {candidates} LIMIT {COMMON}) s");
        // A few grams find most things as well as all of them, and cost less.
        let mut rare = None;
        for grams in [needle.few(engine), needle.grams(engine)] {
            let matches = tx.rows_text(&probe, std::slice::from_ref(&grams), |row| row.int(0))?;
            if matches.first().is_some_and(|count| *count < COMMON) {
                rare = Some(grams);
                break;
            }
        }
        let kind = self.bind(self.find.kind);
        let text = self.bind(&needle.text);
        let own = format!("s.company_id = $1 AND s.kind = {kind} AND strpos(s.text, {text}) > 0");
        let Some(grams) = rare else {
            return Ok(format!("EXISTS (SELECT 1 FROM search s WHERE s.id = t.id AND {own})"));
        };
        self.driven = true;
        let grams = self.bind(grams);
        Ok(match engine {
            // The signs keep the planner from looking at all names of the company instead.
            Engine::Sqlite => format!(
                "t.id IN (SELECT s.id FROM search s WHERE s.row_number IN \
                 (SELECT rowid FROM search_grams WHERE search_grams MATCH {grams}) \
                 AND +s.company_id = $1 AND +s.kind = {kind} AND strpos(s.text, {text}) > 0)"
            ),
            Engine::Postgres => {
                format!("t.id IN (SELECT s.id FROM search s WHERE s.grams @> {grams} AND {own})")
            }
        })
    }
}

/// `= $n` for one value, `IN (…)` for a few, a list parameter for many.
fn listed(texts: &[String], values: &mut Vec<Value>) -> String {
    let mut bind = |value: Value| {
        values.push(value);
        format!("${}", values.len())
    };
    match texts {
        [one] => format!("= {}", bind(one.into())),
        few if few.len() <= FEW => {
            let places: Vec<String> = few.iter().map(|text| bind(text.into())).collect();
            format!("IN ({})", places.join(", "))
        }
        many => format!("IN {{texts {}}}", bind(many.to_vec().into())),
    }
}
