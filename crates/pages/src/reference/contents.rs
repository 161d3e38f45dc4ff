//! The way around the page: a bar for narrow screens and the contents beside or over the page.
//! The contents open and close by link alone, so no script is needed.

use super::book::{Book, anchor};
use super::event;
use super::introduction::CHAPTERS;
use super::operation::{badge, title};
use crate::html::Html;

const MARK: &str = include_str!("../../assets/reference/mark.svg");

pub fn bar(book: &Book) -> Html {
    let mut html = Html::new();
    html.raw("<header class=\"bar\" id=\"bar\"><a class=\"brand\" href=\"#top\">").raw(MARK);
    html.text(book.title()).raw("</a><a class=\"open\" href=\"#contents\">Contents</a></header>");
    html
}

pub fn contents(book: &Book) -> Html {
    let mut html = Html::new();
    html.raw("<nav id=\"contents\" aria-label=\"Contents\"><div class=\"head\">");
    html.raw("<a class=\"brand\" href=\"#top\">").raw(MARK).text(book.title()).raw("</a>");
    html.raw("<a class=\"close\" href=\"#bar\">Close</a></div>");
    html.raw("<p class=\"filter\" hidden><label for=\"filter\">Filter</label>");
    html.raw("<input id=\"filter\" type=\"search\" placeholder=\"Filter: name, path or record\"");
    html.raw(" autocomplete=\"off\" spellcheck=\"false\"></p>");
    html.raw("<p class=\"group\">Introduction</p><ul class=\"chapters\">");
    for (chapter, name) in CHAPTERS {
        html.raw("<li><a href=\"#").text(chapter).raw("\">").text(name).raw("</a></li>");
    }
    html.raw("</ul><p class=\"group\">Operations</p>");
    for tag in &book.tags {
        html.raw("<details><summary>").text(tag.name).raw("<span>");
        html.text(&tag.operations.len().to_string()).raw("</span></summary><ul>");
        for operation in &tag.operations {
            html.raw("<li data-find=\"").text(operation.path).raw("\"><a href=\"#");
            html.text(&operation.anchor).raw("\">").text(title(operation)).raw(" ");
            html.add(&badge(operation.method)).raw("</a></li>");
        }
        html.raw("</ul></details>");
    }
    let kinds = event::kinds(book);
    if !kinds.is_empty() {
        html.raw("<p class=\"group\">Events</p><details><summary>All events<span>");
        let count: usize = kinds.iter().map(|(_, events)| events.len()).sum();
        html.text(&count.to_string()).raw("</span></summary><ul>");
        for (kind, _) in &kinds {
            html.raw("<li><a href=\"#").text(&event::anchor(kind)).raw("\">");
            html.text(&kind.replace('_', " ")).raw("</a></li>");
        }
        html.raw("</ul></details>");
    }
    html.raw("<p class=\"group\">Records</p><details><summary>All records<span>");
    html.text(&book.records().len().to_string()).raw("</span></summary><ul>");
    for (name, _) in book.records() {
        html.raw("<li><a href=\"#").text(&anchor(name)).raw("\">").text(name).raw("</a></li>");
    }
    html.raw("</ul></details><p class=\"none\" hidden>Nothing matches.</p></nav>");
    html
}
