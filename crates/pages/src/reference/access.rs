//! What a token must be allowed to do. The document says it in the last paragraph of each
//! description: "Needs READ access to `customers`."

use std::collections::BTreeMap;

use super::book::{Book, Operation, Tag, word};
use crate::html::Html;

pub struct Access<'a> {
    pub level: &'a str,
    pub area: &'a str,
}

/// The description without that paragraph, and what the paragraph says.
pub fn split<'a>(operation: &Operation<'a>) -> (&'a str, Option<Access<'a>>) {
    let text = word(&operation.body["description"]).trim();
    let (before, last) = text.rsplit_once("\n\n").unwrap_or(("", text));
    match parse(last) {
        Some(access) => (before.trim(), Some(access)),
        None => (text, None),
    }
}

fn parse(sentence: &str) -> Option<Access<'_>> {
    let rest = sentence.trim().strip_prefix("Needs ")?;
    let (level, area) = rest.split_once(" access to `")?;
    let area = area.strip_suffix("`.").or_else(|| area.strip_suffix('`'))?;
    let plain = |text: &str| !text.is_empty() && !text.contains(['`', ' ']);
    (plain(level) && plain(area)).then_some(Access { level, area })
}

/// Which area opens which part of the interface.
pub fn areas(book: &Book) -> Html {
    let mut areas: BTreeMap<&str, Vec<&Tag>> = BTreeMap::new();
    for tag in &book.tags {
        for access in tag.operations.iter().filter_map(|operation| split(operation).1) {
            let tags = areas.entry(access.area).or_default();
            if !tags.iter().any(|other| other.name == tag.name) {
                tags.push(tag);
            }
        }
    }
    let mut html = Html::new();
    if areas.is_empty() {
        return html;
    }
    html.raw("<details class=\"more\"><summary>What each area opens</summary>");
    html.raw("<dl class=\"fields\">");
    for (area, tags) in areas {
        html.raw("<div><dt>").code(area).raw("</dt><dd>");
        for (at, tag) in tags.iter().enumerate() {
            html.raw(if at == 0 { "" } else { ", " });
            html.raw("<a href=\"#").text(&tag.anchor).raw("\">").text(tag.name).raw("</a>");
        }
        html.raw("</dd></div>");
    }
    html.raw("</dl></details>");
    html
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn only_the_whole_sentence_counts() {
        let access = parse("Needs READ access to `logs`.").unwrap();
        assert_eq!((access.level, access.area), ("READ", "logs"));
        assert!(parse("Needs READ access to `logs` and `team`.").is_none());
        assert!(parse("Needs care.").is_none());
    }
}
