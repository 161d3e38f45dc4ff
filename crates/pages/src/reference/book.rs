//! The document opened for reading: its operations by tag, its records by name.
//! It renders nothing but the links to what it holds.

use std::collections::BTreeMap;

use serde_json::Value;

use super::problem;
use crate::html::Html;

const METHODS: &[&str] = &["get", "put", "post", "patch", "delete", "head", "options", "trace"];
const RECORD: &str = "#/components/schemas/";

pub struct Book<'a> {
    document: &'a Value,
    pub tags: Vec<Tag<'a>>,
    /// What each status of a refusal means in general.
    pub meanings: BTreeMap<&'a str, &'a str>,
}

/// Operations that belong together.
pub struct Tag<'a> {
    pub name: &'a str,
    pub description: &'a str,
    pub anchor: String,
    pub operations: Vec<Operation<'a>>,
}

pub struct Operation<'a> {
    pub method: &'a str,
    pub path: &'a str,
    pub anchor: String,
    /// What stands at the path is meant for each of its methods.
    shared: &'a Value,
    pub body: &'a Value,
}

impl<'a> Book<'a> {
    pub fn open(document: &'a Value) -> Self {
        let mut book = Self { document, tags: Vec::new(), meanings: BTreeMap::new() };
        for tag in list(&document["tags"]) {
            book.tag(word(&tag["name"])).description = word(&tag["description"]);
        }
        for (path, shared) in entries(&document["paths"]) {
            for (method, body) in entries(shared) {
                if METHODS.contains(&method) {
                    let name = body["tags"][0].as_str().unwrap_or("Other");
                    let anchor = match body["operationId"].as_str() {
                        Some(id) => format!("op-{}", slug(id)),
                        None => format!("op-{method}{}", slug(path)),
                    };
                    let operation = Operation { method, path, anchor, shared, body };
                    book.tag(name).operations.push(operation);
                }
            }
        }
        book.tags.retain(|tag| !tag.operations.is_empty());
        book.meanings = problem::meanings(&book);
        book
    }

    fn tag(&mut self, name: &'a str) -> &mut Tag<'a> {
        let at = self.tags.iter().position(|tag| tag.name == name).unwrap_or(self.tags.len());
        if at == self.tags.len() {
            let anchor = format!("tag-{}", slug(name));
            self.tags.push(Tag { name, description: "", anchor, operations: Vec::new() });
        }
        &mut self.tags[at]
    }

    pub fn title(&self) -> &'a str {
        self.document["info"]["title"].as_str().unwrap_or("API")
    }

    pub fn info(&self, field: &str) -> &'a str {
        word(&self.document["info"][field])
    }

    /// What stands before every path.
    pub fn server(&self) -> &'a str {
        word(&self.document["servers"][0]["url"]).trim_end_matches('/')
    }

    pub fn operations(&self) -> impl Iterator<Item = &Operation<'a>> {
        self.tags.iter().flat_map(|tag| &tag.operations)
    }

    /// The events that others are told of, by name.
    pub fn events(&self) -> &'a Value {
        &self.document["webhooks"]
    }

    pub fn records(&self) -> Vec<(&'a str, &'a Value)> {
        let mut records: Vec<_> = entries(&self.document["components"]["schemas"]).collect();
        records.sort_by_key(|(name, _)| name.to_lowercase());
        records
    }

    /// The record that a schema refers to by name, if the document has it.
    pub fn named(&self, schema: &'a Value) -> Option<(&'a str, &'a Value)> {
        let name = schema["$ref"].as_str()?.strip_prefix(RECORD)?;
        Some((name, self.document["components"]["schemas"].get(name)?))
    }

    /// The schema itself, or what it refers to.
    pub fn resolve(&self, schema: &'a Value) -> &'a Value {
        let mut schema = schema;
        for _ in 0..8 {
            match schema["$ref"].as_str().and_then(|name| name.strip_prefix('#')) {
                Some(pointer) => schema = self.document.pointer(pointer).unwrap_or(&Value::Null),
                None => break,
            }
        }
        schema
    }

    pub fn parameters(&self, operation: &Operation<'a>) -> Vec<&'a Value> {
        let shared = list(&operation.shared["parameters"]);
        let all = shared.iter().chain(list(&operation.body["parameters"]));
        all.map(|one| self.resolve(one)).collect()
    }

    pub fn needs_token(&self, operation: &Operation<'a>) -> bool {
        let value = operation.body.get("security").unwrap_or(&self.document["security"]);
        list(value).iter().any(|way| entries(way).next().is_some())
    }

    /// A link to a record, or only its name where the document does not have it.
    pub fn link(&self, name: &str) -> Html {
        let mut html = Html::new();
        if self.document["components"]["schemas"].get(name).is_none() {
            html.text(name);
            return html;
        }
        html.raw("<a href=\"#").text(&anchor(name)).raw("\">").text(name).raw("</a>");
        html
    }
}

/// Where a record stands.
pub fn anchor(name: &str) -> String {
    format!("record-{}", slug(name))
}

fn slug(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
    text.chars().map(plain).collect()
}

pub fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

pub fn entries(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}
