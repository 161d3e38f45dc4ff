//! One page of a walk: rows in the order of a column, behind those of the page before.

use super::piece::Piece;
use super::probe::{COMMON, is_rare};
use super::searched;
use super::source::PAGE;
use super::text::Text;
use super::{Find, Found, Request, Sort};
use crate::{Engine, FromRow, Result, Tx, Value};

/// What stands for the sort value of a row that has none.
const NO_VALUE: i64 = i64::MAX;
/// What filters that are common find may lie at the far end of the order. So a page walks some rows
/// only; then a filter that finds fewer than the second number drives, or more rows are walked.
const STAGES: [(i64, i64); 3] = [(1_000, COMMON), (10_000, 5_000), (100_000, 50_000)];

/// A statement of a page on its way.
struct Statement {
    sql: String,
    values: Vec<Value>,
    sort: Sort,
    /// The name of the table that is sorted by.
    name: &'static str,
    engine: Engine,
    /// What is found is sorted: walking the order for it would visit every row.
    driven: bool,
    /// What the rows of each strand must meet besides; the page is woven of their pages.
    strands: Vec<String>,
}

impl Statement {
    fn new(engine: Engine, text: &Text<'_>) -> Statement {
        let (sql, mut values) = (format!("{}{}", text.find.all(), text.sql), text.values.clone());
        let fn_mut = |piece: &Piece| format!(" AND {}", piece.placed(PAGE, &mut values));
        let strands = text.strands.iter().map(fn_mut).collect();
        let (sort, driven) = (text.request.sort, text.driven);
        let name = text.find.name_of(sort.column);
        Statement { sql, values, sort, name, engine, driven, strands }
    }

    fn bind(&mut self, value: impl Into<Value>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    /// PostgreSQL plans anew whatever says only when it runs how many rows are enough; SQLite keeps
    /// statements by their texts.
    fn enough(&mut self, rows: i64) -> String {
        match self.engine {
            Engine::Sqlite => self.bind(rows),
            Engine::Postgres => rows.to_string(),
        }
    }

    /// The sort value and the id of a place in the order. PostgreSQL would weigh at each page how
    /// much lies behind that value, and plan anew; what it cannot look into it plans for once.
    fn place(&mut self, (value, id): &(i64, String)) -> (String, String) {
        let (value, id) = (self.bind(*value), self.bind(id));
        match self.engine {
            Engine::Sqlite => (value, id),
            Engine::Postgres => (format!("(SELECT {value}::bigint)"), id),
        }
    }

    fn and(&mut self, condition: &str) {
        self.sql.push_str(" AND ");
        self.sql.push_str(condition);
    }

    /// The sort column, in the form in which it is sorted by.
    fn by(&self) -> String {
        let plus = if self.driven { "+" } else { "" };
        format!("{plus}{}.{}", self.name, self.sort.column)
    }

    /// The table that leads: what is found by something else is found by its id.
    fn lead(&self) -> &'static str {
        if self.driven { PAGE[0] } else { self.name }
    }

    /// Only rows that have a value, and only those behind a place.
    fn behind(&mut self, after: Option<&(i64, String)>) {
        let by = self.by();
        if self.sort.nullable {
            self.and(&format!("{by} IS NOT NULL"));
        }
        if let Some(after) = after {
            let (value, id) = self.place(after);
            let sign = if self.sort.descending { "<" } else { ">" };
            self.and(&format!("({by}, {}.{}) {sign} ({value}, {id})", self.name, self.sort.tie));
        }
    }

    /// Only rows up to a place.
    fn up_to(&mut self, end: &(i64, String)) {
        let (value, id) = self.place(end);
        let (by, sign) = (self.by(), if self.sort.descending { ">=" } else { "<=" });
        // The first ends the walk, the second is exact where many rows have one value.
        self.and(&format!("{by} {sign} {value}"));
        self.and(&format!("({by}, {}.{}) {sign} ({value}, {id})", self.name, self.sort.tie));
    }

    fn order(&self) -> String {
        let direction = self.sort.direction();
        let (name, tie) = (self.name, self.sort.tie);
        format!("ORDER BY {} {direction}, {name}.{tie} {direction}", self.by())
    }
}

impl Find {
    pub fn page<T: FromRow>(
        &self,
        tx: &mut Tx<'_>,
        request: &Request<'_>,
    ) -> Result<Vec<Found<T>>> {
        let mut text = Text::new(self, request, false);
        text.conditions(tx, request.wanted)?;
        if !request.sort.nullable {
            return self.valued(tx, &text);
        }
        let in_the_rest = request.after.as_ref().is_some_and(|(value, _)| *value == NO_VALUE);
        let mut found = match in_the_rest {
            true => Vec::new(),
            false => self.valued(tx, &text)?,
        };
        let missing = missing(request.limit, &found);
        if missing > 0 {
            let after = request.after.as_ref().filter(|_| in_the_rest).map(|(_, id)| id);
            found.extend(self.unvalued(tx, &text, (after, missing))?);
        }
        Ok(found)
    }

    /// Rows in the order of the sort column.
    fn valued<T: FromRow>(&self, tx: &mut Tx<'_>, text: &Text<'_>) -> Result<Vec<Found<T>>> {
        let limit = text.request.limit;
        let mut after = text.request.after.clone();
        let mut rest = Statement::new(tx.engine(), text);
        let mut found = Vec::new();
        let walked = !text.driven && !text.in_order && !text.candidates.is_empty();
        for (window, few) in STAGES.into_iter().filter(|_| walked) {
            // That none is as rare as the first stage asks was probed before.
            if few > COMMON
                && let Some(ids) = self.rarest(tx, text, few)?
            {
                rest.driven = true;
                let known = ids.placed(PAGE, &mut rest.values);
                rest.and(&known);
                break;
            }
            let Some(end) = self.window(tx, text, after.as_ref(), window)? else { break };
            let mut near = Statement::new(tx.engine(), text);
            near.behind(after.as_ref());
            near.up_to(&end);
            found.extend(self.run(tx, near, missing(limit, &found))?);
            if missing(limit, &found) <= 0 {
                return Ok(found);
            }
            after = Some(end);
        }
        rest.behind(after.as_ref());
        found.extend(self.run(tx, rest, missing(limit, &found))?);
        Ok(found)
    }

    fn run<T: FromRow>(
        &self,
        tx: &mut Tx<'_>,
        mut statement: Statement,
        limit: i64,
    ) -> Result<Vec<Found<T>>> {
        let limit = statement.enough(limit);
        let (columns, tables) = (self.columns, self.tables(statement.lead()));
        let (name, Sort { column, tie, .. }) = (statement.name, statement.sort);
        let order = statement.order();
        let page = |also: &str| {
            let rows = format!("FROM {tables} WHERE {}{also}", statement.sql);
            format!("SELECT {name}.{column}, {name}.{tie}, {columns} {rows} {order} LIMIT {limit}")
        };
        let sql = match statement.strands.as_slice() {
            [] => page(""),
            strands => {
                let direction = statement.sort.direction();
                let each: Vec<String> = strands
                    .iter()
                    .enumerate()
                    .map(|(n, text)| format!("SELECT * FROM ({}) s{n}", page(text)))
                    .collect();
                let all = each.join(" UNION ALL ");
                format!("{all} ORDER BY 1 {direction}, 2 {direction} LIMIT {limit}")
            }
        };
        searched(tx, &sql, &statement.values)
    }

    /// Where so many rows behind a place end, whatever is searched; nowhere if the rest is smaller.
    fn window(
        &self,
        tx: &mut Tx<'_>,
        text: &Text<'_>,
        after: Option<&(i64, String)>,
        rows: i64,
    ) -> Result<Option<(i64, String)>> {
        let Request { sort, company, .. } = *text.request;
        let name = self.name_of(sort.column);
        let sql = self.of_company(name);
        let (values, engine, strands) = (vec![Value::from(company)], tx.engine(), Vec::new());
        let mut statement = Statement { sql, values, sort, name, engine, driven: false, strands };
        statement.behind(after);
        let sql = format!(
            "SELECT {name}.{}, {name}.{} FROM {} {name} WHERE {} {} LIMIT 1 OFFSET {rows}",
            sort.column,
            sort.tie,
            self.table_named(name),
            statement.sql,
            statement.order()
        );
        Ok(searched(tx, &sql, &statement.values)?.into_iter().next())
    }

    /// The ids that one of the filters finds, if there is one that finds so few.
    fn rarest(&self, tx: &mut Tx<'_>, text: &Text<'_>, few: i64) -> Result<Option<Piece>> {
        for candidate in &text.candidates {
            let mut values: Vec<Value> = vec![text.company().into()];
            let rows = candidate.rows(self).placed(PAGE, &mut values);
            if is_rare(tx, &rows, &values, few)? {
                return Ok(Some(candidate.ids(self)));
            }
        }
        Ok(None)
    }

    /// Rows in which the sort column is empty, in the order of their ids.
    fn unvalued<T: FromRow>(
        &self,
        tx: &mut Tx<'_>,
        text: &Text<'_>,
        (after, limit): (Option<&String>, i64),
    ) -> Result<Vec<Found<T>>> {
        let sort = text.request.sort;
        let mut statement = Statement::new(tx.engine(), text);
        let (sign, order) = (if sort.descending { "<" } else { ">" }, sort.direction());
        let by = statement.by();
        statement.and(&format!("{by} IS NULL"));
        if let Some(id) = after {
            let id = statement.bind(id);
            let name = statement.name;
            statement.and(&format!("{name}.id {sign} {id}"));
        }
        let limit = statement.enough(limit);
        let (columns, tables, name) = (self.columns, self.tables(statement.lead()), statement.name);
        let sql = format!(
            "SELECT {name}.id, {columns} FROM {tables} WHERE {} ORDER BY {name}.id {order} \
             LIMIT {limit}",
            statement.sql
        );
        let found: Vec<(String, T)> = searched(tx, &sql, &statement.values)?;
        Ok(found.into_iter().map(|(id, row)| Found { key: (NO_VALUE, id), row }).collect())
    }
}

/// How many rows a page still lacks.
fn missing<T>(limit: i64, found: &[T]) -> i64 {
    limit - i64::try_from(found.len()).unwrap_or(limit)
}
