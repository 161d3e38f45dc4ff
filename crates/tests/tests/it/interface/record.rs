//! Records and bodies, field by field.

use std::collections::BTreeSet;

use serde_json::Value;

use super::kind::{Kind, Null, Plain};
use super::schema::{self, Choice};
use super::table::{Field, Shape};
use super::walk::{Place, Walk};

impl Walk<'_> {
    /// A record by its name; the same one against the same schema only once.
    pub fn record(&mut self, place: &Place, name: &str, schema: &Value) {
        self.count.records.insert(name.to_owned());
        if self.seen.insert((name.to_owned(), place.sent, schema.to_string())) {
            let table = self.table;
            self.shape(&place.named(name), &table.records[name], schema);
        }
    }

    pub fn shape(&mut self, place: &Place, shape: &Shape, schema: &Value) {
        let names = |value: &Value| -> BTreeSet<String> {
            let names = value.as_array().into_iter().flatten();
            names.filter_map(Value::as_str).map(str::to_owned).collect()
        };
        let required = names(&schema["required"]);
        for (name, field) in &shape.fields {
            let inner = place.field(name);
            let Some(property) = schema["properties"].get(name) else {
                self.fault(&inner.to_string(), field.kind.to_string(), "no such field");
                continue;
            };
            self.count.fields += 1;
            let needed = required.contains(name);
            if !place.sent && !field.optional {
                self.expect(needed, &inner.to_string(), "always answered", "not required");
            }
            self.nullable(&inner, field, property, needed);
            self.field(&inner, field, property);
        }
        self.nothing_else(place, shape, schema);
        if let (true, Some(wanted)) = (place.sent, &shape.required) {
            let wanted: BTreeSet<String> = wanted.iter().cloned().collect();
            let at = format!("{place} required");
            self.expect(wanted == required, &at, &format!("{wanted:?}"), format!("{required:?}"));
        }
    }

    fn nothing_else(&mut self, place: &Place, shape: &Shape, schema: &Value) {
        let names = schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name);
        let more: Vec<&String> = names.filter(|name| !shape.fields.contains_key(*name)).collect();
        for name in more.into_iter().filter(|_| !shape.open) {
            self.fault(&place.field(name).to_string(), "no such field", "one");
        }
        if place.sent {
            let closed = schema["additionalProperties"] == false;
            let got = &schema["additionalProperties"];
            self.expect(closed, &place.to_string(), "additionalProperties false", got);
        }
    }

    /// Null stands for "not sent"; a field that must be sent takes none.
    fn nullable(&mut self, place: &Place, field: &Field, schema: &Value, needed: bool) {
        let wanted = match field.null {
            Null::Must => true,
            Null::Never => false,
            Null::Unmarked if place.sent => !needed,
            Null::Unmarked | Null::Either => return,
        };
        let choice = Choice::of(self.document, schema);
        let free = choice.only().is_some_and(|only| only["type"].is_null());
        let say = |null| if null { "null allowed" } else { "null refused" };
        let holds = free || choice.null == wanted;
        self.expect(holds, &place.to_string(), say(wanted), say(choice.null));
    }

    pub fn field(&mut self, place: &Place, field: &Field, schema: &Value) {
        let choice = Choice::of(self.document, schema);
        self.kind(place, &field.kind, &choice);
        let Some(only) = choice.only() else { return };
        if let Some(values) = &field.values {
            let mut wanted = values.clone();
            wanted.sort();
            let got = schema::values(only).unwrap_or_default();
            let at = place.to_string();
            self.expect(got == wanted, &at, &format!("{wanted:?}"), format!("{got:?}"));
        } else if place.sent && field.kind == Kind::Plain(Plain::Text) {
            let free = only["enum"].is_null() && only["const"].is_null();
            self.expect(free, &place.to_string(), "any text", &only["enum"]);
        }
        for (name, value) in &field.limits {
            let (holds, got) = limit(only, name, value);
            let wanted = format!("{name} {value}");
            self.expect(holds, &place.to_string(), &wanted, got);
        }
    }
}

/// Whether a schema has a limit, and the schema's own words for it.
fn limit(schema: &Value, name: &str, wanted: &Value) -> (bool, String) {
    let number = |key: &str| schema[key].as_f64();
    let words = match name {
        "above" => "exclusiveMinimum",
        "shortest" => "minLength",
        "longest" => "maxLength",
        "fewest" => "minItems",
        "minimum" | "maximum" => name,
        _ => panic!("`{name}` is no limit"),
    };
    let wanted = wanted.as_f64();
    // Above zero is at least one, for whole numbers.
    let next = schema["type"] == "integer" && name == "above";
    let whole = next && number("minimum") == wanted.map(|least| least + 1.0);
    (number(words) == wanted || whole, format!("{words} {}", schema[words]))
}
