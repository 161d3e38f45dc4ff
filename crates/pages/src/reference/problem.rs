//! The statuses of refusals. Most operations share them, so they are explained once; at an
//! operation each is a link, and only what it means there in particular is said again.

use std::collections::BTreeMap;

use serde_json::Value;

use super::book::{Book, Operation, entries, word};
use crate::html::Html;

/// Whether an answer of this status is a refusal.
pub fn is_problem(status: &str) -> bool {
    !status.starts_with(['1', '2', '3'])
}

/// Every status with its most frequent meaning.
pub fn meanings<'a>(book: &Book<'a>) -> BTreeMap<&'a str, &'a str> {
    let mut counts: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for operation in book.operations() {
        for (status, said) in refusals(book, operation) {
            *counts.entry(status).or_default().entry(said).or_default() += 1;
        }
    }
    let most = |said: BTreeMap<&'a str, usize>| {
        said.into_iter().max_by_key(|(_, count)| *count).map_or("", |(said, _)| said)
    };
    counts.into_iter().map(|(status, said)| (status, most(said))).collect()
}

fn refusals<'a>(
    book: &Book<'a>,
    operation: &Operation<'a>,
) -> impl Iterator<Item = (&'a str, &'a str)> {
    let said = |answer: &'a Value| word(&book.resolve(answer)["description"]);
    let all = entries(&operation.body["responses"]).filter(|(status, _)| is_problem(status));
    all.map(|(status, answer)| (status, said(answer))).collect::<Vec<_>>().into_iter()
}

/// The table of the introduction.
pub fn statuses(book: &Book) -> Html {
    let mut html = Html::new();
    html.raw("<dl class=\"fields statuses\">");
    for (status, said) in &book.meanings {
        html.raw("<div id=\"problem-").text(status).raw("\"><dt>").code(status);
        html.raw("</dt><dd>").prose(said).raw("</dd></div>");
    }
    html.raw("</dl>");
    html
}

/// The links of one operation.
pub fn problems(book: &Book, operation: &Operation) -> Html {
    let (mut html, mut special) = (Html::new(), Html::new());
    for (status, said) in refusals(book, operation) {
        html.raw("<li><a href=\"#problem-").text(status).raw("\" title=\"").text(said);
        html.raw("\">").text(status).raw("</a></li>");
        if book.meanings.get(status) != Some(&said) {
            special.raw("<p><code>").text(status).raw("</code> ").prose(said).raw("</p>");
        }
    }
    let mut all = Html::new();
    if !html.is_empty() {
        all.raw("<h4>Problems</h4><ul class=\"problems\">").add(&html).raw("</ul>").add(&special);
    }
    all
}
