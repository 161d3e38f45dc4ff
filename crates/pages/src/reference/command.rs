//! An operation as a command to paste: what differs from reader to reader is a shell variable.

use serde_json::Value;

use super::access::split;
use super::book::{Book, Operation, entries, word};
use super::example::request;
use super::json::json;
use crate::html::Html;

/// How many fields that may be absent a body shows.
const CREATE: usize = 6;
const UPDATE: usize = 2;

pub fn command(book: &Book, operation: &Operation) -> Html {
    let mut html = Html::new();
    html.raw("curl ");
    let media = body(book, operation).filter(|(kind, _)| kind.contains("json"));
    if operation.method != "get" && !(operation.method == "post" && media.is_some()) {
        html.raw("-X ").text(&operation.method.to_uppercase()).raw(" \\\n  ");
    }
    html.raw("<i>\"$BASE").text(&path(operation.path)).text(&query(book, operation));
    html.raw("\"</i>");
    if book.needs_token(operation) {
        html.raw(" \\\n  -H <i>\"Authorization: Bearer $TOKEN\"</i>");
    }
    let writes = split(operation).1.is_some_and(|access| access.level == "WRITE");
    if operation.method == "post" && writes {
        html.raw(" \\\n  -H <i>\"Idempotency-Key: $(uuidgen)\"</i>");
    }
    if let Some((_, media)) = media {
        let most = if operation.method == "patch" { UPDATE } else { CREATE };
        let shown = quoted(request(book, media, most));
        html.raw(" \\\n  --json '").add(&json(&shown)).raw("'");
    }
    html
}

/// The kind and the schema of what the operation takes.
pub fn body<'a>(book: &Book<'a>, operation: &Operation<'a>) -> Option<(&'a str, &'a Value)> {
    entries(&book.resolve(&operation.body["requestBody"])["content"]).next()
}

/// `{customer_id}` becomes `$CUSTOMER`.
fn path(template: &str) -> String {
    let parts = template.split('/').map(|part| {
        let name = part.strip_prefix('{').and_then(|part| part.strip_suffix('}'));
        name.map_or(part.to_owned(), |name| {
            format!("${}", name.strip_suffix("_id").unwrap_or(name).to_uppercase())
        })
    });
    parts.collect::<Vec<_>>().join("/")
}

fn query(book: &Book, operation: &Operation) -> String {
    let parameters = book.parameters(operation);
    let asked = parameters
        .iter()
        .filter(|one| one["in"] == "query" && (one["required"] == true || one["name"] == "limit"));
    let pairs: Vec<_> = asked
        .map(|one| {
            let value = super::example::answer(book, one);
            let shown = value.as_str().map_or(value.to_string(), str::to_owned);
            let shown = if one["name"] == "limit" { "20".to_owned() } else { shown };
            format!("{}={shown}", word(&one["name"]))
        })
        .collect();
    if pairs.is_empty() { String::new() } else { format!("?{}", pairs.join("&")) }
}

/// A single quote would end the argument of the shell.
fn quoted(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(text.replace('\'', "’")),
        Value::Array(entries) => entries.into_iter().map(quoted).collect(),
        Value::Object(fields) => {
            Value::Object(fields.into_iter().map(|(name, value)| (name, quoted(value))).collect())
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{path, quoted};

    #[test]
    fn variables_and_quotes_suit_a_shell() {
        assert_eq!(path("/companies/{company_id}/x/{id}"), "/companies/$COMPANY/x/$ID");
        assert_eq!(quoted(json!({"a": ["it's"]})), json!({"a": ["it’s"]}));
    }
}
