//! A world that is told by a file: one request after the other.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use serde_json::{Map, Value};

use super::seen::Seen;
use crate::harness::{Client, eventually};

/// Does every step, shows each answer to `seen`, and gives those that are defaults. A step with
/// `until` is asked again until a result has that field.
pub fn told(client: &Client, seen: &mut Seen<'_>) -> BTreeMap<String, Value> {
    let (mut known, mut defaults) = (Map::new(), BTreeMap::new());
    for step in load("world.json").as_array().unwrap() {
        let (method, path) = step["do"].as_str().unwrap().split_once(' ').unwrap();
        let path = filled_in(&Value::from(path), &known);
        let path = path.as_str().unwrap();
        let body = filled_in(&step["body"], &known);
        let answer = match step["until"].as_str() {
            Some(field) => eventually(field, || {
                let page = answered(client, (method, path), &body);
                let mut results = page["results"].as_array().unwrap().iter();
                results.any(|one| !one[field].is_null()).then_some(page)
            }),
            None => answered(client, (method, path), &body),
        };
        seen.answer(method, path, &answer);
        if let Some(name) = step["default"].as_str() {
            defaults.insert(name.to_owned(), plain(&answer));
        }
        if let Some(name) = step["as"].as_str() {
            known.insert(name.to_owned(), answer);
        }
    }
    defaults
}

fn answered(client: &Client, (method, path): (&str, &str), body: &Value) -> Value {
    let answer = match method {
        "GET" => client.get(path),
        "POST" => client.post(path, body),
        "PATCH" => client.patch(path, body),
        "DELETE" => client.delete(path),
        other => panic!("{other}"),
    };
    assert!(answer.status < 300, "{method} {path} {body}: {}", answer.text());
    answer.json()
}

/// `{customer/id}` is what the answer of that name has there.
fn filled_in(value: &Value, known: &Map<String, Value>) -> Value {
    match value {
        Value::String(text) => words(text, known),
        Value::Array(all) => all.iter().map(|one| filled_in(one, known)).collect(),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, one)| (name.clone(), filled_in(one, known)));
            Value::Object(fields.collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

fn words(text: &str, known: &Map<String, Value>) -> Value {
    let mut said = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        let (name, after) = behind.split_once('}').unwrap();
        let (record, pointer) = name.split_once('/').unwrap();
        let found = known.get(record).and_then(|record| record.pointer(&format!("/{pointer}")));
        let found = found.unwrap_or_else(|| panic!("nothing is at {name}"));
        if before.is_empty() && after.is_empty() && said.is_empty() {
            return found.clone();
        }
        said = said + before + found.as_str().unwrap();
        rest = after;
    }
    Value::from(said + rest)
}

/// Without what is another each time: ids, instants, the names of companies and documents that
/// have them.
fn plain(value: &Value) -> Value {
    match value {
        Value::String(text) if is_id(text) => Value::from("<id>"),
        Value::String(text) if is_company(text) => Value::from("<company>"),
        Value::String(text) if text.contains("**Test ") => Value::from("<document>"),
        Value::String(text) if text.len() >= 20 && text.ends_with('Z') => Value::from("<instant>"),
        Value::Array(all) => all.iter().map(plain).collect(),
        Value::Object(fields) => {
            Value::Object(fields.iter().map(|(name, one)| (name.clone(), plain(one))).collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}

fn is_id(text: &str) -> bool {
    let ours = text.rsplit_once('_').is_some_and(|(_, rest)| {
        rest.len() == 27 && rest.chars().all(|letter| letter.is_ascii_alphanumeric())
    });
    ours || (text.len() == 36 && text.chars().filter(|letter| *letter == '-').count() == 4)
}

/// What tests call their companies, and what follows from that: `Test 1` and `test-1`.
fn is_company(text: &str) -> bool {
    let number = text.strip_prefix("Test ").or_else(|| text.strip_prefix("test-"));
    number.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
}

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("interface").join(name)
}

pub fn load(name: &str) -> Value {
    let text = fs::read_to_string(file(name)).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

pub fn store(name: &str, value: &Value) {
    let text = serde_json::to_string_pretty(value).unwrap();
    fs::write(file(name), text + "\n").unwrap();
}
