//! All records of the document, each once, with the place that every link to it leads to.

use serde_json::Value;

use super::book::{Book, anchor, word};
use super::field::{Nested, fields, meaning, table};
use crate::html::Html;

pub fn records(book: &Book) -> Html {
    let mut html = Html::new();
    html.raw("<section class=\"records\" aria-labelledby=\"records\"><h2 id=\"records\">");
    html.raw("Records</h2><p>What requests and answers are made of, in the order of the ");
    html.raw("alphabet. An answer always has every field of its record.</p>");
    for (name, schema) in book.records() {
        html.add(&record(book, name, schema));
    }
    html.raw("</section>");
    html
}

fn record<'a>(book: &Book<'a>, name: &str, schema: &'a Value) -> Html {
    let mut html = Html::new();
    html.raw("<article class=\"record\" id=\"").text(&anchor(name)).raw("\"><h3>").text(name);
    html.raw(" <a class=\"anchor\" href=\"#").text(&anchor(name));
    html.raw("\" aria-label=\"Link to this record\">#</a></h3>");
    let fields = fields(book, schema);
    if fields.is_empty() {
        html.add(&meaning(book, schema, "", Nested::Linked));
    } else {
        html.paragraphs(word(&schema["description"]));
        html.add(&table(book, &fields, Nested::Linked));
    }
    html.raw("</article>");
    html
}
