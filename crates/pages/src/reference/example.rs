//! Values that show what a request or an answer looks like: the document's own examples where it
//! has some, else sensible ones. A record inside itself is left out.

use serde_json::{Map, Value, json};

use super::book::{Book, entries, list};
use super::field::{Field, fields};
use super::kind::{choices, names, nullable};
use super::sample::sample;

/// Beyond this depth only what cannot be null is shown.
const DEEP: usize = 3;

/// How many of many switches are enough to see what they are.
const SOME: usize = 3;

/// What a client of a find or a small update sends first.
const TYPICAL: &[&str] = &["query", "search", "pagination", "limit", "now", "amount", "name"];

/// Every field, as an answer has them.
pub fn answer(book: &Book, media: &Value) -> Value {
    Maker { book, most: None, within: Vec::new() }.media(media)
}

/// The required fields and some of the others.
pub fn request(book: &Book, media: &Value, most: usize) -> Value {
    Maker { book, most: Some(most), within: Vec::new() }.media(media)
}

struct Maker<'b, 'a> {
    book: &'b Book<'a>,
    /// How many fields that may be absent; none sets no bound.
    most: Option<usize>,
    within: Vec<&'a str>,
}

impl<'a> Maker<'_, 'a> {
    fn media(mut self, media: &'a Value) -> Value {
        let named = entries(&media["examples"]).find_map(|(_, example)| example.get("value"));
        match entry(media).or(named) {
            Some(value) => value.clone(),
            None => self.value("", &media["schema"]),
        }
    }

    fn value(&mut self, name: &str, schema: &'a Value) -> Value {
        if let Some(value) = entry(schema) {
            return value.clone();
        }
        if let Some((record, body)) = self.book.named(schema) {
            if self.within.contains(&record) {
                return Value::Null;
            }
            self.within.push(record);
            let value = self.value(name, body);
            self.within.pop();
            return value;
        }
        if let Some(value) = list(&schema["enum"]).iter().find(|value| !value.is_null()) {
            return value.clone();
        }
        if let Some(choice) = choices(schema).first() {
            return self.value(name, choice);
        }
        self.plain(name, schema)
    }

    fn plain(&mut self, name: &str, schema: &'a Value) -> Value {
        let fields = fields(self.book, schema);
        if !fields.is_empty() {
            let parts = list(&schema["allOf"]).iter().filter_map(|part| self.book.named(part));
            let parts: Vec<_> = parts.map(|(name, _)| name).collect();
            if parts.iter().any(|name| self.within.contains(name)) {
                return Value::Null;
            }
            let depth = self.within.len();
            self.within.extend(parts);
            let object = self.object(fields);
            self.within.truncate(depth);
            return object;
        }
        match names(schema).first() {
            Some(&"array") => match self.value(name, &schema["items"]) {
                entry if is_bare(&entry) => json!([]),
                entry => json!([entry]),
            },
            Some(&"object") => json!({}),
            None => Value::Null,
            Some(kind) if name == "id" => {
                let record = self.within.last().copied().unwrap_or_default();
                sample(&format!("{record}.id"), kind, schema)
            }
            Some(kind) => sample(name, kind, schema),
        }
    }

    fn object(&mut self, fields: Vec<Field<'a>>) -> Value {
        let mut object = Map::new();
        if let Some(value) = switches(&fields) {
            let some = fields.iter().take(SOME).map(|field| (field.name.to_owned(), value.clone()));
            return Value::Object(some.collect());
        }
        for field in self.chosen(fields) {
            let value = match self.may_be_null(&field) {
                true => Value::Null,
                false => self.value(field.name, field.schema),
            };
            let bare = nullable(field.schema) && value.is_object() && is_bare(&value);
            object.insert(field.name.to_owned(), if bare { Value::Null } else { value });
        }
        Value::Object(object)
    }

    /// An answer has all fields, a request those that its sender would think of.
    fn chosen(&self, fields: Vec<Field<'a>>) -> Vec<Field<'a>> {
        let Some(most) = self.most else { return fields };
        let (typical, shown) = (typical(&fields), fields.iter().any(is_shown));
        let mut left = most;
        let mut keep = |field: &Field| {
            let optional = if shown { is_shown(field) } else { typical.contains(&field.name) };
            let keep = field.required || (optional && left > 0);
            left -= usize::from(keep && !field.required);
            keep
        };
        fields.into_iter().filter(|field| keep(field)).collect()
    }

    fn may_be_null(&self, field: &Field<'a>) -> bool {
        let one = choices(field.schema).first().copied().unwrap_or(field.schema);
        let nested = !fields(self.book, one).is_empty() && self.within.len() < DEEP;
        self.most.is_none() && nullable(field.schema) && entry(field.schema).is_none() && !nested
    }
}

/// The last position of switches that are all alike and may all be absent.
fn switches<'a>(fields: &[Field<'a>]) -> Option<&'a Value> {
    let first = fields.first()?;
    let alike = |field: &Field| field.schema == first.schema && !field.required;
    let many = fields.len() > 2 * SOME && fields.iter().all(alike);
    list(&first.schema["enum"]).last().filter(|_| many)
}

/// Nothing in it shows anything.
fn is_bare(value: &Value) -> bool {
    match value {
        Value::Object(fields) => fields.values().all(is_bare),
        Value::Array(entries) => entries.is_empty(),
        other => other.is_null() || other == false,
    }
}

fn is_shown(field: &Field) -> bool {
    field.required || given(field.schema).is_some()
}

/// What to send where no field is required and none has an example.
fn typical<'a>(fields: &[Field<'a>]) -> Vec<&'a str> {
    let known = fields.iter().map(|field| field.name).filter(|name| TYPICAL.contains(name));
    let known: Vec<_> = known.collect();
    if known.is_empty() { fields.iter().take(1).map(|field| field.name).collect() } else { known }
}

fn entry(schema: &Value) -> Option<&Value> {
    let default = schema.get("default").filter(|value| value.is_boolean() || value.is_number());
    given(schema).or(default)
}

fn given(schema: &Value) -> Option<&Value> {
    let example = schema.get("example").or_else(|| list(&schema["examples"]).first());
    example.or(schema.get("const"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Book, answer, request};

    #[test]
    fn answers_have_every_field_and_requests_the_telling_ones() {
        let document = json!({"components": {"schemas": {
            "Term": {"properties": {"count": {"type": "integer"}}, "required": ["count"]},
        }}});
        let term = json!({"$ref": "#/components/schemas/Term"});
        let media = json!({"schema": {"required": ["term"], "properties": {
            "term": term,
            "next": {"oneOf": [term, {"type": "null"}]},
            "title": {"type": ["string", "null"]},
            "email": {"type": ["string", "null"], "example": "a@b.example"},
            "state": {"enum": ["ON", "OFF"]},
            "paid": {"type": "boolean", "default": true},
        }}});
        let book = Book::open(&document);
        let whole = json!({"term": {"count": 1}, "next": {"count": 1}, "title": null,
            "email": "a@b.example", "state": "ON", "paid": true});
        assert_eq!(answer(&book, &media), whole);
        let telling = json!({"term": {"count": 1}, "email": "a@b.example"});
        assert_eq!(request(&book, &media, 2), telling);
        assert_eq!(request(&book, &media, 0), json!({"term": {"count": 1}}));
    }
}
