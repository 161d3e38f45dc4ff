//! A mail from what it is filled with: subject, HTML and text, in our words or in the company's.

use serde_json::{Value, json};

use crate::content::Content;
use crate::message::one_line;
use crate::template::{Overrides, Unrendered, render};
use crate::words::words;
use crate::{Language, MailKind};

/// The parts of a mail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Composed {
    pub subject: String,
    pub html: String,
    pub text: String,
}

const HTML: &str = include_str!("../templates/mail.html");
const TEXT: &str = include_str!("../templates/mail.txt");

/// A subject longer than this is cut: mailboxes show less.
const LONGEST_SUBJECT: usize = 250;

pub fn compose(content: &Content, overrides: &Overrides) -> Result<Composed, Unrendered> {
    let wording = words(content.wording).of(content.kind);
    let plain = minijinja::Value::from_serialize(values(content, &[]));
    let subject = overrides.subject.as_deref().unwrap_or(wording.subject);
    let subject = one_line(&render("subject.txt", subject, &plain)?);
    let message = overrides.message.as_deref().unwrap_or(wording.message);
    let message = render("message.txt", message, &plain)?;
    let mut filled = values(content, &paragraphs(&message));
    filled["subject"] = json!(subject);
    let filled = minijinja::Value::from_serialize(filled);
    let html = render("mail.html", overrides.html.as_deref().unwrap_or(HTML), &filled)?;
    let text = render("mail.txt", overrides.text.as_deref().unwrap_or(TEXT), &filled)?;
    let subject = subject.chars().take(LONGEST_SUBJECT).collect();
    Ok(Composed { subject, html, text: tidied(&text) })
}

/// What ours says where a company says nothing: the place to begin from.
pub fn ours(kind: MailKind, language: Language) -> Overrides {
    let wording = words(language).of(kind);
    Overrides {
        subject: Some(wording.subject.to_owned()),
        message: Some(wording.message.to_owned()),
        html: Some(HTML.to_owned()),
        text: Some(TEXT.to_owned()),
    }
}

/// The variables of a template.
pub(crate) fn values(content: &Content, message: &[String]) -> Value {
    let mut values = serde_json::to_value(content).unwrap_or_default();
    values["message"] = json!(message);
    values["subject"] = json!("");
    values["kind"] = json!(content.kind.as_str());
    values
}

fn paragraphs(text: &str) -> Vec<String> {
    let text = text.replace("\r\n", "\n");
    let all = text.split("\n\n").map(str::trim).filter(|one| !one.is_empty());
    all.map(str::to_owned).collect()
}

/// Text without spaces at the ends of lines and with one empty line at most between others.
fn tidied(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    let mut empty = 0;
    for line in text.lines().map(str::trim_end) {
        empty = if line.is_empty() { empty + 1 } else { 0 };
        if empty <= 1 && !(line.is_empty() && tidy.is_empty()) {
            tidy.push_str(line);
            tidy.push('\n');
        }
    }
    while tidy.ends_with("\n\n") {
        tidy.pop();
    }
    tidy
}

#[cfg(test)]
mod tests {
    use super::{compose, ours};
    use crate::content::samples;
    use crate::template::{Overrides, check};
    use crate::{Language, MailKind};

    #[test]
    fn every_kind_is_written_in_every_language() {
        for kind in MailKind::ALL {
            for language in &Language::ALL {
                assert_eq!(check(*kind, &ours(*kind, *language)), [], "{kind:?} {language:?}");
                for sample in samples(*kind, *language) {
                    let mail = compose(&sample, &Overrides::default()).unwrap();
                    for part in [&mail.subject, &mail.html, &mail.text] {
                        assert!(!part.is_empty(), "{kind:?} {language:?}");
                        for left in ["{{", "{%", ">none", " none", "undefined", "{date}", "{count}"]
                        {
                            assert!(!part.contains(left), "{kind:?} {language:?} {left}: {part}");
                        }
                    }
                    assert!(mail.text.contains(&sample.company.name), "{kind:?} {language:?}");
                }
            }
        }
    }

    #[test]
    fn the_subject_says_the_fact() {
        let subject = |kind, at: usize| {
            let sample = samples(kind, Language::English).swap_remove(at);
            let subject = compose(&sample, &Overrides::default()).unwrap().subject;
            subject.replace('\u{a0}', " ")
        };
        assert_eq!(
            subject(MailKind::Invoice, 0),
            "Invoice INV-000345 from Perennial Demo: 106.09 USD due 31 January"
        );
        assert_eq!(
            subject(MailKind::Invoice, 2),
            "Credit note CN-000007 from Perennial Demo: 50.00 USD"
        );
        assert_eq!(
            subject(MailKind::Receipt, 1),
            "Receipt from Perennial Demo: 106.09 USD paid for invoice INV-000345"
        );
    }

    #[test]
    fn markup_in_names_is_text() {
        let mut sample = samples(MailKind::Invoice, Language::English).swap_remove(0);
        sample.customer.name = "<script>{{ 7*7 }}".to_owned();
        sample.company.name = "A\r\nBcc: x@evil.example".to_owned();
        let mail = compose(&sample, &Overrides::default()).unwrap();
        assert!(mail.html.contains("&lt;script&gt;{{ 7*7 }}"), "{}", mail.html);
        assert!(!mail.html.contains("<script>"));
        assert!(mail.subject.contains("from A Bcc: x@evil.example"), "{}", mail.subject);
    }
}
