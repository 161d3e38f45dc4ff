//! The events that webhooks are told of: what each means, and what is sent, by the record that it
//! is about.

use serde_json::Value;

use super::book::{Book, entries, word};
use super::example;
use super::json::json;
use crate::html::Html;

const PROSE: &str = include_str!("../../assets/reference/events.html");

pub fn events(book: &Book) -> Html {
    let mut html = Html::new();
    let kinds = kinds(book);
    if kinds.is_empty() {
        return html;
    }
    html.raw("<section class=\"tag\" aria-labelledby=\"events\"><h2 id=\"events\">Events</h2>");
    html.raw(PROSE);
    for (kind, events) in &kinds {
        html.add(&of_kind(book, kind, events));
    }
    html.raw("</section>");
    html
}

/// Where the events of a kind stand.
pub fn anchor(kind: &str) -> String {
    format!("event-{kind}")
}

type Event<'a> = (&'a str, &'a Value);

/// The events in the order of the document, by the kind that begins their names.
pub fn kinds<'a>(book: &Book<'a>) -> Vec<(&'a str, Vec<Event<'a>>)> {
    let mut kinds: Vec<(&str, Vec<Event>)> = Vec::new();
    for (name, event) in entries(book.events()) {
        let kind = name.split('.').next().unwrap_or(name);
        match kinds.last_mut().filter(|(known, _)| *known == kind) {
            Some((_, events)) => events.push((name, event)),
            None => kinds.push((kind, vec![(name, event)])),
        }
    }
    kinds
}

fn of_kind<'a>(book: &Book<'a>, kind: &str, events: &[Event<'a>]) -> Html {
    let mut html = Html::new();
    html.raw("<article class=\"op\" id=\"").text(&anchor(kind)).raw("\"><div class=\"says\">");
    html.raw("<h3>").text(&kind.replace('_', " ")).raw(" <a class=\"anchor\" href=\"#");
    html.text(&anchor(kind)).raw("\" aria-label=\"Link to these events\">#</a></h3>");
    html.raw("<dl class=\"fields\">");
    for (name, event) in events {
        html.raw("<div><dt>").name(name).raw("</dt><dd>");
        html.text(word(&event["post"]["summary"])).raw("</dd></div>");
    }
    html.raw("</dl></div><div class=\"shows\">");
    if let Some((name, event)) = events.first() {
        let media = &event["post"]["requestBody"]["content"]["application/json"];
        html.raw("<figure><figcaption>").text(name).raw("</figcaption><pre tabindex=\"0\"><code>");
        html.add(&json(&example::answer(book, media))).raw("</code></pre></figure>");
    }
    html.raw("</div></article>");
    html
}
