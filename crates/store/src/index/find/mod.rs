//! One search for every resource: a noun declares its filters in a table, this makes the SQL.
//!
//! What the order of a page cannot serve is probed first: a filter that few rows pass drives the
//! statement, one that many pass is checked row by row along the order. Where the next thousand
//! rows of the order do not fill the page, it is weighed again how to go on.

mod candidate;
mod column;
mod customer_name;
mod labelled;
mod name;
mod page;
mod piece;
mod probe;
mod source;
mod text;

use records::{CompanyId, Moment};

use crate::label::Label;
use crate::{FromRow, Result, Row, Tx, Value};
pub use source::Beside;
use source::PAGE;
use text::Text;

/// How a noun is searched.
#[derive(Clone, Copy)]
pub struct Find {
    pub kind: &'static str,
    pub table: &'static str,
    /// Where the table has another beside it.
    pub beside: Option<Beside>,
    pub columns: &'static str,
    pub filters: &'static [Filter],
    /// What every row must be, where not all rows of the table are searched.
    pub only: Option<&'static str>,
    /// The orders by their names; the first is the one that is not named.
    pub sorts: &'static [(&'static str, Sort)],
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

/// What a filter compares, and with what kind of value. "Indexed" means by the value, then by the
/// time of creation.
#[derive(Clone, Copy, Debug)]
pub enum Match {
    /// The id itself equals a text.
    Id,
    /// An indexed column equals a text.
    Text(&'static str),
    /// An indexed column equals one of several texts.
    TextSet(&'static str),
    /// A column equals a text, found by `{column}_key`, which is unique and in lower case.
    Folded(&'static str),
    /// An indexed column equals a text, or a label says that lines are of it: an invoice may be one
    /// of several customers.
    LinesOf(&'static str, &'static str),
    /// The customer who pays; only where it is another than the customer it has an index.
    Payer,
    /// A column of upper-case words equals a word in any case; it is checked along the order.
    Word(&'static str),
    WordSet(&'static str),
    /// The same where all words but the common one are indexed.
    Status(&'static str, &'static str),
    StatusSet(&'static str, &'static str),
    /// The status of an invoice, or OVERDUE, which depends on the time of the request.
    Dunned,
    DunnedSet,
    /// A condition holds or does not; where it holds is indexed.
    Flag(&'static str),
    /// The same the other way round: the flag is set where the condition does not hold.
    Unless(&'static str),
    /// The same, checked along the order.
    Seen(&'static str),
    /// An indexed column of instants is empty or lies in the future.
    NotBefore(&'static str),
    /// A column of numbers or money is compared; it is indexed where it is not zero.
    Number(&'static str),
    /// A number is not zero, or nothing is asked.
    NonZero(&'static str),
    /// An indexed column of instants is compared.
    Date(&'static str),
    /// A labelled property equals a text.
    Label(&'static str),
    /// The same for labels of upper-case words, asked in any case.
    LabelWord(&'static str),
    LabelSet(&'static str),
    /// A record has a label, or has it not.
    LabelFlag(&'static str),
    /// A record is labelled with the ids of catalog records that are found first.
    Catalog(Catalog),
    /// All given metadata entries are equal.
    Metadata,
    /// The names contain a text.
    Search,
    /// A text of the record, which is kept as its names are, contains a text.
    Note,
    /// The names of the customer contain a text, or one of these columns, each of which is indexed,
    /// begins with it.
    OwnerSearch(&'static [&'static str]),
    /// The names of the customer contain a text, or the number begins or, with at
    /// least two characters, ends with it.
    CustomerSearch,
}

/// Which records of the catalog a set of texts names, and what those are labels of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Catalog {
    /// Products with a tag.
    TaggedProducts,
    /// Pricings with a tag.
    TaggedPricings,
    /// The pricings of a product.
    PricingsOfProduct,
    /// The pricings of products with a tag.
    PricingsOfTaggedProducts,
}

/// The value that a caller gave for a filter.
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
    /// Rows without a value stand last in either direction.
    pub nullable: bool,
    /// A text that tells rows of one value apart, and orders them.
    pub tie: &'static str,
}

impl Sort {
    pub const fn by(column: &'static str, descending: bool) -> Sort {
        Sort { column, descending, nullable: false, tie: "id" }
    }

    pub const fn by_nullable(column: &'static str, descending: bool) -> Sort {
        Sort { column, descending, nullable: true, tie: "id" }
    }

    fn direction(self) -> &'static str {
        if self.descending { "DESC" } else { "ASC" }
    }
}

/// The orders that every search knows.
pub const BY_TIME: &[(&str, Sort)] = &[
    ("createdAtDesc", Sort::by("created_at", true)),
    ("createdAtAsc", Sort::by("created_at", false)),
    ("updatedAtAsc", Sort::by("updated_at", false)),
    ("updatedAtDesc", Sort::by("updated_at", true)),
];

/// One page of a walk.
pub struct Request<'a> {
    pub company: &'a CompanyId,
    /// Company time, by which things are overdue.
    pub now: Moment,
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

impl<T: FromRow> FromRow for Found<T> {
    fn read(row: &mut Row<'_>) -> Result<Found<T>> {
        Ok(Found { key: row.get()?, row: row.get()? })
    }
}

impl Find {
    pub fn filter(&self, name: &str) -> Option<&'static Filter> {
        self.filters.iter().find(|filter| filter.name == name)
    }

    /// The order of this name; none and an unknown one are the first.
    pub fn sort(&self, name: &str) -> Sort {
        let named = self.sorts.iter().find(|(key, _)| *key == name);
        named.or(self.sorts.first()).map_or(Sort::by("created_at", true), |(_, sort)| *sort)
    }

    /// How many rows match in all.
    pub fn count(&self, tx: &mut Tx<'_>, request: &Request<'_>) -> Result<i64> {
        let mut text = Text::new(self, request, true);
        text.conditions(tx, request.wanted)?;
        let [known, beside] = PAGE;
        let one =
            |name| format!("{} {name} WHERE {}", self.table_named(name), self.of_company(name));
        let rows = match text.beside {
            false => one(known),
            true if !text.driven && self.asks_beside(request.wanted) => one(beside),
            true => format!("{} WHERE {}", self.tables(known), self.all()),
        };
        let sql = format!("SELECT count(*) FROM {rows}{}", text.sql);
        let counts = searched(tx, &sql, &text.values)?;
        Ok(counts.into_iter().next().unwrap_or(0))
    }
}

/// The rows of a text that was put together, which looks at one company like any statement.
fn searched<T: FromRow>(tx: &mut Tx<'_>, sql: &str, values: &[Value]) -> Result<Vec<T>> {
    debug_assert!(crate::names_company(sql), "{sql}");
    tx.rows_text(sql, values)
}
