//! The few things that the two engines spell differently. Statements are written for PostgreSQL.
//!
//! - `IN {texts $n}` and `IN {ints $n}` take a list parameter;
//! - `{rows text, int, …}` is a table of many rows of a company, see `driver::bulk`;
//! - `{beside TABLE a of b}` is, under the name `a`, the row of a table with the company `$1` and
//!   the id of `b`: whoever plans the statement looks it up for each `b`, in no other order;
//! - `FOR UPDATE` locks rows on PostgreSQL; SQLite has one writer and needs none;
//! - in a schema, `TEXT` compares bytewise, and a line may begin with `sqlite:` or `postgres:`.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use crate::driver::bulk::{
    for_one_row, postgres_row, postgres_table, rows_parameter, sqlite_table,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

thread_local! {
    /// Texts that were spelled for SQLite before, by their own spelling.
    static SPELLED: RefCell<HashMap<String, Rc<str>>> = RefCell::default();
    /// The same for texts of the program itself, by where they are: such a text never changes.
    static KNOWN: RefCell<HashMap<(usize, usize, Lists), Rc<str>>> = RefCell::default();
}

/// How an engine is given lists.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Lists {
    /// As JSON or as an array.
    Any,
    /// All have one element, which is given as it is. Most do, and to make a table of a list costs
    /// more than to find a row: SQLite reads JSON, and PostgreSQL plans anew each time.
    OfOne,
}

/// A declared statement as SQLite reads it, found without looking at its text.
pub(crate) fn sqlite_known(sql: &'static str, lists: Lists) -> Rc<str> {
    let place = (sql.as_ptr().addr(), sql.len(), lists);
    KNOWN.with_borrow_mut(|known| {
        let spelled = known.entry(place).or_insert_with(|| spell_for_sqlite(sql, lists).into());
        Rc::clone(spelled)
    })
}

/// A statement as SQLite reads it, spelled once a thread.
pub(crate) fn sqlite(sql: &str) -> Rc<str> {
    SPELLED.with_borrow_mut(|spelled| {
        if let Some(known) = spelled.get(sql) {
            return Rc::clone(known);
        }
        if spelled.len() >= 2048 {
            spelled.clear();
        }
        let text: Rc<str> = spell_for_sqlite(sql, Lists::Any).into();
        spelled.insert(sql.to_owned(), Rc::clone(&text));
        text
    })
}

fn spell_for_sqlite(sql: &str, lists: Lists) -> String {
    let plain = for_one_row(sql);
    let sql = plain.as_deref().unwrap_or(sql);
    let mut text = String::with_capacity(sql.len() + 16);
    let mut rest = sql;
    while let Some(at) = rest.find(['$', '{', 'F', 's']) {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let (spelled, used) = sqlite_spelling(rest, lists);
        text.push_str(&spelled);
        rest = &rest[used..];
    }
    text.push_str(rest);
    text
}

/// What stands at the beginning of `rest`, as SQLite spells it, and how much of it that was.
fn sqlite_spelling(rest: &str, lists: Lists) -> (Cow<'_, str>, usize) {
    if let Some((list, used)) = list_parameter(rest) {
        let spelled = match lists {
            Lists::Any => format!("(SELECT value FROM json_each(?{list}))"),
            Lists::OfOne => format!("(?{list})"),
        };
        return (Cow::Owned(spelled), used);
    }
    if let Some((kinds, used)) = rows_parameter(rest) {
        return (Cow::Owned(sqlite_table(&kinds)), used);
    }
    if let Some((Beside { table, text, of }, used)) = beside(rest) {
        let equal = format!("{text}.company_id = ?1 AND {text}.id = {of}.id");
        return (Cow::Owned(format!("CROSS JOIN {table} {text} ON {equal}")), used);
    }
    for lock in ["FOR UPDATE SKIP LOCKED", "FOR UPDATE"] {
        if rest.starts_with(lock) {
            return (Cow::Borrowed(""), lock.len());
        }
    }
    if rest.starts_with("strpos(") {
        return (Cow::Borrowed("instr("), "strpos(".len());
    }
    if rest.starts_with('$') {
        return (Cow::Borrowed("?"), 1);
    }
    (Cow::Borrowed(&rest[..1]), 1)
}

/// A statement as PostgreSQL reads it.
pub(crate) fn postgres(sql: &str, lists: Lists) -> String {
    let mut text = String::with_capacity(sql.len() + 16);
    let mut rest = sql;
    while let Some(at) = rest.find('{') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some((kinds, used)) = rows_parameter(rest) {
            text.push_str(&match lists {
                Lists::Any => postgres_table(&kinds),
                Lists::OfOne => postgres_row(&kinds),
            });
            rest = &rest[used..];
            continue;
        }
        if let Some((Beside { table, text: known, of }, used)) = beside(rest) {
            let equal = format!("o.company_id = $1 AND o.id = {of}.id");
            text.push_str(&format!(
                "CROSS JOIN LATERAL (SELECT o.* FROM {table} o WHERE {equal} OFFSET 0) {known}"
            ));
            rest = &rest[used..];
            continue;
        }
        let Some((list, used)) = list_parameter(rest) else {
            text.push('{');
            rest = &rest[1..];
            continue;
        };
        let kind = if rest.starts_with("{texts") { "text" } else { "bigint" };
        text.push_str(&match lists {
            Lists::Any => format!("(SELECT unnest(${list}::{kind}[]))"),
            Lists::OfOne => format!("(${list}::{kind})"),
        });
        rest = &rest[used..];
    }
    text.push_str(rest);
    text
}

/// The number in a leading `{texts $n}` or `{ints $n}`, and the length of it all.
fn list_parameter(rest: &str) -> Option<(&str, usize)> {
    let inner = rest.strip_prefix("{texts $").or_else(|| rest.strip_prefix("{ints $"))?;
    let close = inner.find('}')?;
    Some((&inner[..close], rest.len() - inner.len() + close + 1))
}

/// Rows of a table that lie beside others: their names in a statement.
struct Beside<'a> {
    table: &'a str,
    text: &'a str,
    of: &'a str,
}

/// A leading `{beside TABLE own of other}`, and the length of it all.
fn beside(rest: &str) -> Option<(Beside<'_>, usize)> {
    let inner = rest.strip_prefix("{beside ")?;
    let close = inner.find('}')?;
    let mut words = inner[..close].split(' ');
    let (table, text) = (words.next()?, words.next()?);
    let of = words.next().filter(|word| *word == "of").and_then(|_| words.next())?;
    Some((Beside { table, text, of }, rest.len() - inner.len() + close + 1))
}

/// A migration as the engine reads it.
pub(crate) fn schema(engine: Engine, sql: &str) -> String {
    let known = match engine {
        Engine::Sqlite => "sqlite:",
        Engine::Postgres => "postgres:",
    };
    let mut text = String::with_capacity(sql.len());
    for line in sql.lines() {
        let line = match line.trim_start() {
            marked if marked.starts_with(known) => &marked[known.len()..],
            other if other.starts_with("sqlite:") || other.starts_with("postgres:") => continue,
            _ => line,
        };
        match engine {
            Engine::Sqlite => text.push_str(line),
            Engine::Postgres => {
                let line = line.replace(" TEXT", " TEXT COLLATE \"C\"");
                text.push_str(&line.replace(" WITHOUT ROWID", ""));
            }
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Engine, Lists, postgres, schema, sqlite, sqlite_known};

    #[test]
    fn one_text_two_spellings() {
        let sql = "SELECT id FROM t WHERE id IN {texts $2} AND strpos(a, $1) > 0 FOR UPDATE";
        assert_eq!(
            sqlite(sql).as_ref(),
            "SELECT id FROM t WHERE id IN (SELECT value FROM json_each(?2)) AND instr(a, ?1) > 0 "
        );
        assert_eq!(
            postgres(sql, Lists::Any),
            "SELECT id FROM t WHERE id IN (SELECT unnest($2::text[])) AND strpos(a, $1) > 0 \
             FOR UPDATE"
        );
    }

    #[test]
    fn a_list_of_one_is_what_it_holds() {
        let sql = "SELECT id FROM t WHERE a = $1 AND id IN {texts $2}";
        assert_eq!(
            sqlite_known(sql, Lists::OfOne).as_ref(),
            "SELECT id FROM t WHERE a = ?1 AND id IN (?2)"
        );
        assert_eq!(sqlite_known(sql, Lists::Any), sqlite(sql));
        assert_eq!(
            postgres(sql, Lists::OfOne),
            "SELECT id FROM t WHERE a = $1 AND id IN ($2::text)"
        );
    }

    #[test]
    fn many_rows_are_a_table() {
        let sql = "UPDATE t SET b = r.c3 FROM {rows text, int} WHERE t.a = $1 AND t.id = r.c2";
        assert_eq!(sqlite(sql).as_ref(), "UPDATE t SET b = ?3 WHERE t.a = ?1 AND t.id = ?2");
        assert_eq!(
            postgres(sql, Lists::OfOne),
            "UPDATE t SET b = r.c3 FROM (SELECT $2::text AS c2, $3::bigint AS c3) AS r \
             WHERE t.a = $1 AND t.id = r.c2"
        );
        assert_eq!(
            postgres(sql, Lists::Any),
            "UPDATE t SET b = r.c3 FROM unnest($2::text[], $3::bigint[]) AS r(c2, c3) \
             WHERE t.a = $1 AND t.id = r.c2"
        );
    }

    #[test]
    fn what_lies_beside_is_looked_up() {
        let sql = "SELECT b.n FROM t {beside u b of t} WHERE t.a = $1";
        assert_eq!(
            sqlite(sql).as_ref(),
            "SELECT b.n FROM t CROSS JOIN u b ON b.company_id = ?1 AND b.id = t.id \
             WHERE t.a = ?1"
        );
        assert_eq!(
            postgres(sql, Lists::Any),
            "SELECT b.n FROM t CROSS JOIN LATERAL (SELECT o.* FROM u o \
             WHERE o.company_id = $1 AND o.id = t.id OFFSET 0) b WHERE t.a = $1"
        );
    }

    #[test]
    fn one_row_is_a_table_where_it_is_asked_for() {
        let sql = "SELECT r.c2 FROM {rows text} WHERE NOT EXISTS (SELECT 1 FROM t WHERE a = r.c2)";
        assert_eq!(
            sqlite(sql).as_ref(),
            "SELECT r.c2 FROM (SELECT ?2 AS c2) AS r \
             WHERE NOT EXISTS (SELECT 1 FROM t WHERE a = r.c2)"
        );
    }

    #[test]
    fn schemas_take_their_own_lines() {
        let sql = "CREATE TABLE t (a TEXT) WITHOUT ROWID;\nsqlite: one;\npostgres: two;";
        assert_eq!(schema(Engine::Sqlite, sql), "CREATE TABLE t (a TEXT) WITHOUT ROWID;\n one;\n");
        assert_eq!(
            schema(Engine::Postgres, sql),
            "CREATE TABLE t (a TEXT COLLATE \"C\");\n two;\n"
        );
    }
}
