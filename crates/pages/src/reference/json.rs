//! JSON laid out and coloured for reading; what is copied from it is plain JSON.

use serde_json::Value;

use crate::html::Html;

pub fn json(value: &Value) -> Html {
    let mut html = Html::new();
    write(&mut html, value, 1);
    html
}

fn write(html: &mut Html, value: &Value, depth: usize) {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            html.raw("{");
            for (at, (name, value)) in fields.iter().enumerate() {
                line(html, at, depth);
                html.raw("<b>").text(&Value::from(name.as_str()).to_string()).raw("</b>: ");
                write(html, value, depth + 1);
            }
            line(html, 0, depth - 1);
            html.raw("}");
        }
        Value::Array(entries) if !entries.is_empty() => {
            html.raw("[");
            for (at, entry) in entries.iter().enumerate() {
                line(html, at, depth);
                write(html, entry, depth + 1);
            }
            line(html, 0, depth - 1);
            html.raw("]");
        }
        Value::String(_) => {
            html.raw("<i>").text(&value.to_string()).raw("</i>");
        }
        Value::Object(_) | Value::Array(_) => {
            html.text(&value.to_string());
        }
        _ => {
            html.raw("<u>").text(&value.to_string()).raw("</u>");
        }
    }
}

fn line(html: &mut Html, at: usize, depth: usize) {
    html.raw(if at > 0 { ",\n" } else { "\n" });
    for _ in 0..depth {
        html.raw("  ");
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::json;

    #[test]
    fn without_its_colours_it_is_json() {
        let value = json!({"a": [1, "b", null], "c": {"d": true}, "e": [], "f": {}});
        let mut text = json(&value).finish().replace("&quot;", "\"");
        for tag in ["<b>", "</b>", "<i>", "</i>", "<u>", "</u>"] {
            text = text.replace(tag, "");
        }
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
        assert_eq!(text, serde_json::to_string_pretty(&value).unwrap());
    }
}
