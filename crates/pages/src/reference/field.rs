//! The fields of a record: in full where they are at home or sent, in brief where they are only
//! met on the way. A nested record is unfolded one level and linked from there on.

use serde_json::Value;

use super::book::{Book, entries, list};
use super::kind::{choices, kind, names, nullable};
use super::limits::limits;
use crate::html::Html;

pub struct Field<'a> {
    pub name: &'a str,
    pub schema: &'a Value,
    pub required: bool,
}

/// What to do with records that a field refers to.
#[derive(Clone, Copy, PartialEq)]
pub enum Nested {
    Unfolded,
    Linked,
}

/// The fields of an object, those of the parts it is made of among them.
pub fn fields<'a>(book: &Book<'a>, schema: &'a Value) -> Vec<Field<'a>> {
    let mut found = Vec::new();
    collect(book, schema, 8, &mut found);
    found
}

fn collect<'a>(book: &Book<'a>, schema: &'a Value, depth: usize, found: &mut Vec<Field<'a>>) {
    let schema = book.resolve(schema);
    if depth == 0 {
        return;
    }
    for part in list(&schema["allOf"]) {
        collect(book, part, depth - 1, found);
    }
    found.extend(entry(schema));
}

fn entry(schema: &Value) -> impl Iterator<Item = Field<'_>> {
    let required = |name| list(&schema["required"]).iter().any(|one| one == name);
    entries(&schema["properties"]).map(move |(name, schema)| {
        let required = required(name);
        Field { name, schema, required }
    })
}

pub fn table(book: &Book, fields: &[Field], nested: Nested) -> Html {
    let mut html = Html::new();
    html.raw("<dl class=\"fields\">");
    for field in fields {
        html.raw("<div><dt>").name(field.name);
        html.raw(if field.required { " <span class=\"required\">required</span>" } else { "" });
        html.raw("</dt><dd>").add(&meaning(book, field.schema, "", nested));
        html.raw("</dd></div>");
    }
    html.raw("</dl>");
    html
}

/// Names and kinds only.
pub fn brief(book: &Book, fields: &[Field]) -> Html {
    let mut html = Html::new();
    html.raw("<ul class=\"brief\">");
    for field in fields {
        html.raw("<li>").name(field.name).raw(" <span>").add(&kind(book, field.schema));
        html.raw(if nullable(field.schema) { " or null" } else { "" }).raw("</span></li>");
    }
    html.raw("</ul>");
    html
}

/// All there is to say about a value; what is said elsewhere of it takes the first place.
pub fn meaning<'a>(book: &Book<'a>, schema: &'a Value, said: &str, nested: Nested) -> Html {
    let mut html = Html::new();
    html.raw("<p class=\"kind\">").add(&kind(book, schema));
    html.raw(if nullable(schema) { " or null" } else { "" });
    for limit in limits(schema) {
        html.raw(" <span>").text(&limit).raw("</span>");
    }
    for (key, words) in [("readOnly", "read only"), ("deprecated", "deprecated")] {
        if schema[key] == true {
            html.raw(" <span>").raw(words).raw("</span>");
        }
    }
    html.raw("</p>").paragraphs(said).paragraphs(description(schema));
    html.add(&values(book, schema)).add(&further(schema)).add(&inner(book, schema, nested));
    html
}

fn description(schema: &Value) -> &str {
    let mut all = std::iter::once(schema).chain(choices(schema));
    all.find_map(|one| one["description"].as_str()).unwrap_or_default()
}

/// The values to choose from, also those of a record that is nothing but such a list.
fn values<'a>(book: &Book<'a>, schema: &'a Value) -> Html {
    let mut html = Html::new();
    let choices = choices(schema);
    let only = if let [only] = choices[..] { only } else { schema };
    let only = if only["items"].is_object() { &only["items"] } else { only };
    let all = list(&book.resolve(only)["enum"]).iter();
    let all: Vec<_> = all.filter(|value| !value.is_null()).collect();
    if !all.is_empty() {
        html.raw("<p class=\"values\">");
        for value in all {
            html.code(value.as_str().filter(|text| !text.is_empty()).unwrap_or("\"\""));
            html.raw(" ");
        }
        html.raw("</p>");
    }
    html
}

fn further(schema: &Value) -> Html {
    let mut html = Html::new();
    let default = schema["default"].to_string();
    if !["null", "\"\"", "[]", "{}"].contains(&default.as_str()) {
        html.raw("<p class=\"note\">Default ").code(&default).raw("</p>");
    }
    if let Some(pattern) = schema["pattern"].as_str() {
        html.raw("<p class=\"note\">Matches ").code(pattern).raw("</p>");
    }
    html
}

/// What is inside: fields without a record of their own, and on wish those of a record.
fn inner<'a>(book: &Book<'a>, schema: &'a Value, nested: Nested) -> Html {
    let mut html = Html::new();
    if let Some((name, record)) = book.named(schema) {
        let fields = fields(book, record);
        if nested == Nested::Unfolded && !fields.is_empty() {
            html.raw("<details class=\"inner\"><summary>Fields of ").text(name);
            html.raw("</summary>").add(&brief(book, &fields)).raw("</details>");
        }
        return html;
    }
    for part in choices(schema).into_iter().chain(list(&schema["allOf"])) {
        html.add(&inner(book, part, nested));
    }
    if names(schema).contains(&"array") {
        html.add(&inner(book, &schema["items"], nested));
    }
    if schema["additionalProperties"].is_object() {
        html.add(&inner(book, &schema["additionalProperties"], nested));
    }
    let fields: Vec<_> = entry(schema).collect();
    if !fields.is_empty() {
        let plain = fields.iter().all(|field| description(field.schema).is_empty());
        let all = if plain { brief(book, &fields) } else { table(book, &fields, nested) };
        html.raw("<details class=\"inner\"><summary>");
        html.raw(if fields.len() == 1 { "Its field" } else { "Its fields" });
        html.raw("</summary>").add(&all).raw("</details>");
    }
    html
}
