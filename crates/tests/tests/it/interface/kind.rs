//! What a field holds, as the tables write it.

use std::fmt;

/// The type of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One that a JSON schema names by `type`, and `format` where it matters.
    Plain(Plain),
    /// Any JSON at all.
    Any,
    /// The interface does not say.
    Unstated,
    /// A price: answered as text, sent as text or as a number.
    Decimal,
    /// A price that is answered as a number.
    DecimalNumber,
    /// A number of units, as a number or as text.
    Quantity,
    List(Box<Kind>),
    Map(Box<Kind>),
    Record(String),
    Page(Box<Kind>),
    Filter(Filter),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plain {
    Text,
    Email,
    DateTime,
    Boolean,
    Integer,
    Int64,
    Number,
    Object,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    Number,
    Date,
    Set,
    Metadata,
}

/// May it be null?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Null {
    /// As the place says.
    Unmarked,
    Must,
    Never,
    Either,
}

impl Kind {
    /// Reads a type with its mark.
    pub fn read(text: &str) -> (Kind, Null) {
        let marks = [("?", Null::Must), ("!", Null::Never), ("~", Null::Either)];
        let marked = marks.iter().find_map(|(end, null)| Some((text.strip_suffix(end)?, *null)));
        let (text, null) = marked.unwrap_or((text, Null::Unmarked));
        (Kind::bare(text), null)
    }

    fn bare(text: &str) -> Kind {
        let within = |open, close| text.strip_prefix(open)?.strip_suffix(close);
        if let Some(item) = within("[", "]") {
            return Kind::List(Box::new(Kind::bare(item)));
        }
        if let Some(item) = within("{", "}") {
            return Kind::Map(Box::new(Kind::bare(item)));
        }
        if let Some(item) = text.strip_prefix("page ") {
            return Kind::Page(Box::new(Kind::bare(item)));
        }
        match text {
            "string" => Kind::Plain(Plain::Text),
            "email" => Kind::Plain(Plain::Email),
            "date-time" => Kind::Plain(Plain::DateTime),
            "boolean" => Kind::Plain(Plain::Boolean),
            "integer" => Kind::Plain(Plain::Integer),
            "int64" => Kind::Plain(Plain::Int64),
            "number" | "double" => Kind::Plain(Plain::Number),
            "object" => Kind::Plain(Plain::Object),
            "any" => Kind::Any,
            "unstated" => Kind::Unstated,
            "decimal" => Kind::Decimal,
            "decimal-number" => Kind::DecimalNumber,
            "quantity" => Kind::Quantity,
            "number-filter" => Kind::Filter(Filter::Number),
            "date-filter" => Kind::Filter(Filter::Date),
            "set-filter" => Kind::Filter(Filter::Set),
            "metadata-filter" => Kind::Filter(Filter::Metadata),
            record => {
                assert!(record.starts_with(char::is_uppercase), "`{record}` is no type");
                Kind::Record(record.to_owned())
            }
        }
    }

    /// The record that it leads to.
    pub fn record(&self) -> Option<&str> {
        match self {
            Kind::Record(name) => Some(name),
            Kind::List(item) | Kind::Map(item) | Kind::Page(item) => item.record(),
            _ => None,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Plain(plain) => write!(f, "{plain:?}"),
            Kind::Filter(filter) => write!(f, "the {filter:?} filter"),
            Kind::List(item) => write!(f, "array of {item}"),
            Kind::Map(item) => write!(f, "map of {item}"),
            Kind::Page(item) => write!(f, "page of {item}"),
            Kind::Record(name) => f.write_str(name),
            other => write!(f, "{other:?}"),
        }
    }
}

#[test]
fn types_are_read_with_their_marks() {
    assert_eq!(Kind::read("string?"), (Kind::Plain(Plain::Text), Null::Must));
    let items = Kind::List(Box::new(Kind::Record("Item".to_owned())));
    assert_eq!(Kind::read("[Item]!"), (items, Null::Never));
    assert_eq!(Kind::read("{double}").0, Kind::Map(Box::new(Kind::Plain(Plain::Number))));
}
