//! Statements with the columns of a declared row put in, while the program is compiled:
//!
//! - `{columns}` is what is selected, and `{select}` selects it from all rows of a company;
//! - `{names}` and `{values}` are the two lists of an INSERT, behind the company;
//! - `{sets}` is what an UPDATE sets: all that is written but the key;
//! - `{rows}` is a table of many rows, see `driver::bulk`. `{r.values}` and `{r.sets}` take values
//!   from there instead of parameters from `$2` on, and `{r.name}` is one of its columns.
//!
//! Other braces stay as they are.

use crate::driver::columns::List;

/// A text on its way; no statement is longer.
pub(crate) struct Text {
    bytes: [u8; 4096],
    pub(crate) length: usize,
}

impl Text {
    const fn push(&mut self, text: &[u8]) {
        let (_, rest) = self.bytes.split_at_mut(self.length);
        rest.split_at_mut(text.len()).0.copy_from_slice(text);
        self.length += text.len();
    }

    const fn number(&mut self, sign: &[u8], number: usize) {
        self.push(sign);
        if number >= 10 {
            self.push(&[b"0123456789"[number / 10]]);
        }
        self.push(&[b"0123456789"[number % 10]]);
    }

    pub(crate) const fn cut<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        bytes.copy_from_slice(self.bytes.split_at(N).0);
        bytes
    }
}

/// A statement over the columns of a list; `wanted` has the bits of those that are written.
pub(crate) const fn filled(sql: &str, list: List, wanted: u64) -> Text {
    let mut text = Text { bytes: [0; 4096], length: 0 };
    let mut rest = sql.as_bytes();
    while let [first, ..] = rest {
        let used = if *first == b'{' { find(rest, b'}') + 1 } else { 1 };
        let (here, behind) = rest.split_at(used);
        match here {
            b"{select}" => {
                assert!(!list.table.is_empty(), "nobody declared where the columns are");
                text.push(b"SELECT ");
                put(&mut text, list, wanted, (b"{columns}", b""));
                text.push(b" FROM ");
                text.push(list.table.as_bytes());
                text.push(b" WHERE t.company_id = $1");
            }
            b"{rows}" => {
                text.push(b"{rows ");
                put(&mut text, list, wanted, (here, b""));
                text.push(b"}");
            }
            b"{columns}" | b"{names}" | b"{values}" | b"{sets}" => {
                put(&mut text, list, wanted, (here, b"$"));
            }
            b"{r.values}" => put(&mut text, list, wanted, (b"{values}", b"c")),
            b"{r.sets}" => put(&mut text, list, wanted, (b"{sets}", b"r.c")),
            [b'{', b'r', b'.', name @ .., b'}'] => {
                let bit = 1 << place(list, name);
                assert!(wanted & bit != 0, "a statement takes a column that it does not write");
                let before = wanted & (bit - 1);
                text.number(b"r.c", 2 + before.count_ones() as usize);
            }
            other => text.push(other),
        }
        rest = behind;
    }
    text
}

/// One of the lists.
const fn put(text: &mut Text, list: List, wanted: u64, (which, sign): (&[u8], &[u8])) {
    let (mut at, mut number, begin) = (0, 2, text.length);
    while at < list.length {
        let column = list.columns[at];
        let is_written = wanted >> at & 1 == 1;
        let is_listed = match which {
            b"{columns}" => true,
            b"{sets}" => is_written && number > 2,
            _ => is_written,
        };
        if is_listed && text.length > begin {
            text.push(b", ");
        }
        match which {
            _ if !is_listed => {}
            b"{columns}" => text.push(column.sql.as_bytes()),
            b"{names}" => text.push(name(column.sql)),
            b"{rows}" => text.push(column.kind.word().as_bytes()),
            b"{values}" => text.number(sign, number),
            _ => {
                text.push(name(column.sql));
                text.push(b" = ");
                text.number(sign, number);
            }
        }
        number += is_written as usize;
        at += 1;
    }
    assert!(text.length > begin, "a statement lists columns that nobody declared");
}

/// The bits of what is written: all columns of `t` but those that are named, or the first, which is
/// the key, and those that are named.
pub(crate) const fn written(list: List, named: &[&str], except: bool) -> u64 {
    let (mut bits, mut at) = (1, 0);
    while except && at < list.length {
        bits |= (matches!(list.columns[at].sql.as_bytes(), [b't', b'.', ..]) as u64) << at;
        at += 1;
    }
    let mut next = 0;
    while next < named.len() {
        let bit = 1 << place(list, named[next].as_bytes());
        bits = if except { bits & !bit } else { bits | bit };
        next += 1;
    }
    bits
}

/// Where the column of a name is.
const fn place(list: List, wanted: &[u8]) -> usize {
    let mut at = 0;
    while at < list.length {
        if equal(name(list.columns[at].sql), wanted) {
            return at;
        }
        at += 1;
    }
    panic!("a statement names a column that nobody declared");
}

/// The name of a column, without that of its table.
const fn name(sql: &str) -> &[u8] {
    sql.as_bytes().split_at(find(sql.as_bytes(), b'.') + 1).1
}

/// Where a character stands in a text; at its end, where it does not.
const fn find(text: &[u8], wanted: u8) -> usize {
    let mut at = 0;
    while at + 1 < text.len() && text[at] != wanted {
        at += 1;
    }
    at
}

const fn equal(mut a: &[u8], mut b: &[u8]) -> bool {
    while let ([x, rest_a @ ..], [y, rest_b @ ..]) = (a, b) {
        if *x != *y {
            return false;
        }
        (a, b) = (rest_a, rest_b);
    }
    a.is_empty() && b.is_empty()
}

/// The text as it is kept in the program.
macro_rules! spelled {
    ($sql:expr, $list:expr, $wanted:expr) => {{
        const TEXT: $crate::driver::template::Text =
            $crate::driver::template::filled($sql, $list, $wanted);
        const BYTES: [u8; TEXT.length] = TEXT.cut();
        match std::str::from_utf8(&BYTES) {
            Ok(text) => text,
            Err(_) => panic!("a statement that is no text"),
        }
    }};
}
pub(crate) use spelled;

/// What `{columns}` stands for, where a text is put together later.
macro_rules! selected {
    ($row:ty) => {
        $crate::driver::template::spelled!("{columns}", <$row as $crate::FromRow>::LIST, 0)
    };
}
pub(crate) use selected;

#[cfg(test)]
mod tests {
    use super::written;
    use crate::Value;
    use crate::driver::columns::{List, ToRow, columns};

    columns! {
        struct Group in "group t" {
            id: String,
            n: i64,
        }
        struct Whole {
            group: Group,
            elsewhere: Option<i64> => "b.elsewhere",
            sum: i64 => "(SELECT 1)",
            text: Option<String>,
        }
    }

    const LIST: List = <Whole as ToRow>::LIST;
    const ALL: u64 = written(LIST, &[], true);
    const SOME: u64 = written(LIST, &["text", "elsewhere"], false);

    #[test]
    fn lists_follow_from_the_declaration() {
        assert_eq!(selected!(Whole), "t.id, t.n, b.elsewhere, (SELECT 1), t.text");
        let all = spelled!("{select} LIMIT 1", <Group as ToRow>::LIST, 0);
        assert_eq!(all, "SELECT t.id, t.n FROM group t WHERE t.company_id = $1 LIMIT 1");
        let one = spelled!("({names}) VALUES ({values}) {texts $9}", LIST, ALL);
        assert_eq!(one, "(id, n, text) VALUES ($2, $3, $4) {texts $9}");
        let many = spelled!("({names}) SELECT {r.values} FROM {rows}", LIST, ALL);
        assert_eq!(many, "(id, n, text) SELECT c2, c3, c4 FROM {rows text, int, text}");
        assert_eq!(spelled!("{sets}", LIST, SOME), "elsewhere = $3, text = $4");
        let many = spelled!("{r.sets}, m = {r.text} FROM {rows}", LIST, SOME);
        assert_eq!(many, "elsewhere = r.c3, text = r.c4, m = r.c4 FROM {rows text, int, text}");
    }

    #[test]
    fn values_stand_in_the_order_of_the_lists() {
        let group = Group { id: "a".to_owned(), n: 1 };
        let whole = Whole { group, elsewhere: Some(2), sum: 3, text: None };
        let values = |wanted| {
            let mut values = Vec::new();
            whole.put(wanted, &mut values);
            values
        };
        assert_eq!(values(ALL), ["a".into(), 1.into(), Value::Null]);
        assert_eq!(values(written(LIST, &["n"], true)), ["a".into(), Value::Null]);
        assert_eq!(values(SOME), ["a".into(), 2.into(), Value::Null]);
    }
}
