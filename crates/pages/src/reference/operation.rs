//! One operation: what it does beside how it is called.

use serde_json::Value;

use super::access::{Access, split};
use super::answer::{answers, examples};
use super::book::{Book, Operation, word};
use super::command::{body, command};
use super::field::{Nested, fields, meaning, table};
use super::kind::kind;
use super::problem::problems;
use crate::html::Html;

pub fn operation(book: &Book, operation: &Operation) -> Html {
    let (description, access) = split(operation);
    let mut html = Html::new();
    html.raw("<article class=\"op\" id=\"").text(&operation.anchor).raw("\"><div class=\"says\">");
    html.raw("<h3>").text(title(operation)).raw(" <a class=\"anchor\" href=\"#");
    html.text(&operation.anchor).raw("\" aria-label=\"Link to this operation\">#</a></h3>");
    html.add(&route(book, operation)).paragraphs(description);
    if operation.body["deprecated"] == true {
        html.raw("<p class=\"access\">Deprecated: new clients should not use it.</p>");
    }
    html.add(&needs(book, operation, access)).add(&parameters(book, operation));
    html.add(&sends(book, operation)).add(&answers(book, operation));
    html.add(&problems(book, operation)).raw("</div><div class=\"shows\">");
    html.raw("<figure><figcaption>Request</figcaption><pre tabindex=\"0\"><code>");
    html.add(&command(book, operation)).raw("</code></pre></figure>");
    html.add(&examples(book, operation)).raw("</div></article>");
    html
}

/// What people call it.
pub fn title<'a>(operation: &'a Operation) -> &'a str {
    operation.body["summary"].as_str().unwrap_or(operation.path)
}

pub fn badge(method: &str) -> Html {
    let mut html = Html::new();
    html.raw("<span class=\"method ").text(method).raw("\">").text(&method.to_uppercase());
    html.raw("</span>");
    html
}

fn route(book: &Book, operation: &Operation) -> Html {
    let mut html = Html::new();
    html.raw("<p class=\"route\">").add(&badge(operation.method)).raw(" <code>");
    for part in book.server().split('/').chain(operation.path.split('/')) {
        if part.is_empty() {
            continue;
        }
        let tags = if part.starts_with('{') { ("<var>", "</var>") } else { ("", "") };
        html.raw("<wbr>/").raw(tags.0).text(part).raw(tags.1);
    }
    html.raw("</code></p>");
    html
}

fn needs(book: &Book, operation: &Operation, access: Option<Access>) -> Html {
    let mut html = Html::new();
    if !book.needs_token(operation) {
        html.raw("<p class=\"access\">Open to everyone: no token is needed.</p>");
    } else if let Some(access) = access {
        html.raw("<p class=\"access\">Needs <b>").text(access.level).raw("</b> access to ");
        html.code(access.area).raw("</p>");
    }
    html
}

fn parameters(book: &Book, operation: &Operation) -> Html {
    let mut html = Html::new();
    let parameters = book.parameters(operation);
    if parameters.is_empty() {
        return html;
    }
    html.raw("<h4>Parameters</h4><dl class=\"fields\">");
    for parameter in parameters {
        html.raw("<div><dt>").name(word(&parameter["name"])).raw(" <span class=\"place\">");
        html.text(word(&parameter["in"])).raw("</span>");
        let required = parameter["required"] == true;
        html.raw(if required { " <span class=\"required\">required</span>" } else { "" });
        let said = word(&parameter["description"]);
        html.raw("</dt><dd>").add(&meaning(book, &parameter["schema"], said, Nested::Linked));
        html.raw("</dd></div>");
    }
    html.raw("</dl>");
    html
}

fn sends(book: &Book, operation: &Operation) -> Html {
    let mut html = Html::new();
    let Some((media_type, media)) = body(book, operation) else { return html };
    let schema: &Value = &media["schema"];
    let required = book.resolve(&operation.body["requestBody"])["required"] == true;
    html.raw("<h4>Body</h4><p class=\"kind\">").add(&kind(book, schema)).raw(" <span>");
    html.text(media_type).raw("</span>");
    html.raw(if required { "" } else { " <span>optional</span>" }).raw("</p>");
    let fields = fields(book, schema);
    if !fields.is_empty() {
        html.add(&table(book, &fields, Nested::Unfolded));
    }
    html
}
