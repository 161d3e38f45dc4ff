//! What an operation answers when it succeeds: the record, its fields in brief and an example.

use serde_json::Value;

use super::book::{Book, Operation, entries, word};
use super::example;
use super::field::{brief, fields};
use super::json::json;
use super::kind::kind;
use super::problem::is_problem;
use crate::html::Html;

/// The statuses and what each answer holds.
pub fn answers(book: &Book, operation: &Operation) -> Html {
    let mut html = Html::new();
    for (status, answer) in successes(book, operation) {
        html.raw("<h4>Answer</h4><p class=\"kind\"><code>").text(status).raw("</code> ");
        let mut content = entries(&answer["content"]);
        let Some((media_type, media)) = content.next() else {
            html.prose(word(&answer["description"])).raw(" <span>no body</span></p>");
            continue;
        };
        html.add(&kind(book, &media["schema"]));
        html.raw(" <span>").text(media_type).raw("</span></p>");
        if word(&answer["description"]) != "Done." {
            html.paragraphs(word(&answer["description"]));
        }
        let fields = fields(book, &media["schema"]);
        if !fields.is_empty() {
            html.raw("<details class=\"inner\"><summary>");
            html.raw(if fields.len() == 1 { "Its field" } else { "Its fields, in brief" });
            html.raw("</summary>");
            html.add(&brief(book, &fields)).raw("</details>");
        }
    }
    html
}

/// An example of each answer that is JSON.
pub fn examples(book: &Book, operation: &Operation) -> Html {
    let mut html = Html::new();
    for (status, answer) in successes(book, operation) {
        let content = entries(&answer["content"]).find(|(kind, _)| kind.contains("json"));
        if let Some((_, media)) = content {
            html.raw("<figure><figcaption>Answer <span>").text(status).raw("</span></figcaption>");
            html.raw("<pre tabindex=\"0\"><code>");
            html.add(&json(&example::answer(book, media))).raw("</code></pre></figure>");
        }
    }
    html
}

fn successes<'a>(book: &Book<'a>, operation: &Operation<'a>) -> Vec<(&'a str, &'a Value)> {
    let all = entries(&operation.body["responses"]).filter(|(status, _)| !is_problem(status));
    all.map(|(status, answer)| (status, book.resolve(answer))).collect()
}
