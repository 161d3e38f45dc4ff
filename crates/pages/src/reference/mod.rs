//! The reference of the API as one page that needs nothing else: no script to be read, no font,
//! image or style from elsewhere. It says only what the document says.

mod access;
mod answer;
mod book;
mod command;
mod contents;
mod example;
mod field;
mod introduction;
mod json;
mod kind;
mod limits;
mod operation;
mod problem;
mod record;
mod sample;
#[cfg(test)]
mod tests;

use serde_json::Value;

use crate::html::Html;
use book::Book;

const STYLE: &str = concat!(
    include_str!("../../assets/tokens.css"),
    include_str!("../../assets/reference/page.css"),
    include_str!("../../assets/reference/contents.css"),
    include_str!("../../assets/reference/operation.css"),
    include_str!("../../assets/reference/narrow.css"),
);
const SCRIPT: &str = include_str!("../../assets/reference/page.js");
const HEAD: &str = include_str!("../../assets/reference/head.html");

/// Renders the OpenAPI document for people.
pub fn reference(document: &Value) -> String {
    let book = Book::open(document);
    let mut html = Html::new();
    html.raw(HEAD).raw("<title>").text(book.title()).raw(" API reference</title><style>");
    html.raw(STYLE).raw("</style></head><body id=\"top\">");
    html.raw("<a class=\"skip\" href=\"#main\">Skip to the reference</a>");
    html.add(&contents::bar(&book)).add(&contents::contents(&book));
    html.raw("<main id=\"main\" tabindex=\"-1\">").add(&introduction::introduction(&book));
    for tag in &book.tags {
        html.raw("<section class=\"tag\" aria-labelledby=\"").text(&tag.anchor).raw("\">");
        html.raw("<h2 id=\"").text(&tag.anchor).raw("\">").text(tag.name).raw("</h2>");
        html.paragraphs(tag.description);
        for operation in &tag.operations {
            html.add(&operation::operation(&book, operation));
        }
        html.raw("</section>");
    }
    html.add(&record::records(&book)).raw("</main><script>").raw(SCRIPT);
    html.raw("</script></body></html>\n");
    html.finish()
}
