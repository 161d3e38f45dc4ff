//! What holds for every operation. The prose is ours; statuses, areas and links to records are
//! filled in from the document.

use super::access::areas;
use super::book::Book;
use super::problem::statuses;
use crate::html::Html;

const PROSE: &str = include_str!("../../assets/reference/introduction.html");

/// The headings of the prose, in its order.
pub const CHAPTERS: &[(&str, &str)] = &[
    ("start", "First request"),
    ("authentication", "Authentication"),
    ("money", "Money and quantities"),
    ("time", "Time"),
    ("idempotency", "Safe retries"),
    ("errors", "Errors"),
    ("searching", "Searching and paging"),
    ("limits", "Limits"),
    ("clock", "The test clock"),
];

pub fn introduction(book: &Book) -> Html {
    let mut html = Html::new();
    html.raw("<section class=\"introduction\"><p class=\"version\">API reference · version ");
    html.text(book.info("version")).raw("</p><h1>").text(book.title()).raw("</h1>");
    html.raw("<div class=\"lead\">").paragraphs(book.info("description")).raw("</div>");
    let mut rest = PROSE;
    while let Some((before, after)) = rest.split_once("[[") {
        let Some((name, beyond)) = after.split_once("]]") else { break };
        html.raw(before).add(&filled(book, name));
        rest = beyond;
    }
    html.raw(rest).raw("</section>");
    html
}

/// What stands for a marker: a part made here, or a link to the record of that name.
fn filled(book: &Book, name: &str) -> Html {
    let mut html = Html::new();
    match name {
        "statuses" => statuses(book),
        "areas" => areas(book),
        "server" => {
            html.text(book.server());
            html
        }
        record => book.link(record),
    }
}

#[cfg(test)]
mod tests {
    use super::{CHAPTERS, PROSE};

    #[test]
    fn every_chapter_has_its_heading() {
        for (chapter, name) in CHAPTERS {
            assert!(PROSE.contains(&format!("<h2 id=\"{chapter}\">{name}</h2>")), "{chapter}");
        }
        assert_eq!(PROSE.matches("<h2 ").count(), CHAPTERS.len());
    }
}
