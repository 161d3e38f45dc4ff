//! Whether a company's template can be kept: it is tried with made-up records of every sort, so
//! that whoever writes it learns of its faults and not a customer.

use serde_json::Value;

use super::environment::{named, render};
use super::{LARGEST_TEMPLATE, Overrides, TemplateFault, scan};
use crate::content::samples;
use crate::message::one_line;
use crate::{Language, MailKind, compose};

/// Every fault of every part.
pub fn check(kind: MailKind, overrides: &Overrides) -> Vec<TemplateFault> {
    let parts = [
        ("subject", "subject.txt", &overrides.subject),
        ("message", "message.txt", &overrides.message),
        ("html", "mail.html", &overrides.html),
        ("text", "mail.txt", &overrides.text),
    ];
    let written = parts
        .into_iter()
        .filter_map(|(field, name, part)| part.as_deref().map(|source| (field, name, source)));
    written.filter_map(|(field, name, source)| fault(kind, field, name, source)).collect()
}

/// The names that templates of a kind may use, `invoice.lines[].amount`.
pub fn variables(kind: MailKind) -> Vec<String> {
    let mut names = Vec::new();
    for sample in values(kind) {
        collect("", &sample, &mut names);
    }
    names.sort_unstable();
    names.dedup();
    names
}

fn fault(kind: MailKind, field: &'static str, name: &str, source: &str) -> Option<TemplateFault> {
    let fault = |code, detail| Some(TemplateFault { field, code, detail });
    if source.chars().count() > LARGEST_TEMPLATE {
        let detail = format!("A template has {LARGEST_TEMPLATE} characters at most.");
        return fault("too_large", detail);
    }
    if source.trim().is_empty() {
        return fault("empty", "Send null to have ours in its place.".to_owned());
    }
    if field == "subject" && source.contains(['\r', '\n']) {
        return fault("line_break", "A subject is one line.".to_owned());
    }
    let tried = scan::scan(source).and_then(|()| named(name, source));
    let names = match tried {
        Ok(names) => names,
        Err(unrendered) => return fault(unrendered.code, unrendered.detail),
    };
    let samples = values(kind);
    let known = |name: &String| samples.iter().any(|sample| leads_somewhere(name, sample));
    if let Some(unknown) = names.iter().find(|name| !known(name)) {
        let detail = format!("There is no variable `{unknown}` in a mail of this kind.");
        return fault("unknown_variable", detail);
    }
    for sample in &samples {
        let rendered = render(name, source, &minijinja::Value::from_serialize(sample));
        match rendered {
            Err(unrendered) => return fault(unrendered.code, unrendered.detail),
            Ok(text) if field == "subject" && one_line(&text).is_empty() => {
                return fault("empty", "Nothing comes of it.".to_owned());
            }
            Ok(_) => {}
        }
    }
    None
}

fn values(kind: MailKind) -> Vec<Value> {
    let samples = samples(kind, Language::English);
    samples.iter().map(|sample| compose::values(sample, &["A message.".to_owned()])).collect()
}

/// Whether a dotted name is in a record; elements of lists may be named by number.
fn leads_somewhere(name: &str, sample: &Value) -> bool {
    let mut at = sample;
    for part in name.split('.') {
        at = match at {
            Value::Object(fields) => match fields.get(part) {
                Some(value) => value,
                None => return false,
            },
            Value::Array(all) => match all.first() {
                Some(first) => first,
                None => return true,
            },
            // Of mails of another kind: who asks for it first may name its parts.
            Value::Null => return true,
            _ => return false,
        };
    }
    true
}

fn collect(path: &str, value: &Value, names: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let path = match path.is_empty() {
                    true => name.clone(),
                    false => format!("{path}.{name}"),
                };
                collect(&path, value, names);
            }
        }
        Value::Array(all) => {
            if let Some(first) = all.first() {
                collect(&format!("{path}[]"), first, names)
            }
        }
        // Of another kind, or filled in another sample.
        Value::Null => {}
        _ => names.push(path.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::{check, variables};
    use crate::MailKind;
    use crate::template::Overrides;

    fn told(html: &str) -> Vec<&'static str> {
        let overrides = Overrides { html: Some(html.to_owned()), ..Overrides::default() };
        check(MailKind::Invoice, &overrides).into_iter().map(|fault| fault.code).collect()
    }

    #[test]
    fn what_names_only_what_is_there_is_kept() {
        let good = "<p>{{ customer.name }}: {{ invoice.due|upper }}</p>\
            {% for line in invoice.lines %}{{ line.name }} {{ loop.index }}{% endfor %}\
            {% if link %}<a href=\"{{ link }}\">x</a>{% endif %}{{ company.footer }}";
        assert_eq!(told(good), [""; 0]);
        assert_eq!(told("{{ invoice.lines[0].name if invoice.lines else '' }}"), [""; 0]);
    }

    #[test]
    fn what_is_not_there_is_refused() {
        assert_eq!(told("{{ invoice.nothing }}"), ["unknown_variable"]);
        assert_eq!(told("{{ credit.amount }}"), ["unknown_variable"]);
        assert_eq!(told("{% if false %}{{ secret }}{% endif %}"), ["unknown_variable"]);
        assert_eq!(
            told("{% for line in invoice.lines %}{{ line.x }}{% endfor %}"),
            ["unknown_variable"]
        );
        assert_eq!(told("{{ invoice.due|reverse }}"), ["unknown_filter"]);
        assert_eq!(told("{{ range(9) }}"), ["unknown_variable"]);
        assert_eq!(told("{% include 'x' %}"), ["unknown_tag"]);
        assert_eq!(told("{{ "), ["invalid_template"]);
        assert_eq!(told(" "), ["empty"]);
    }

    #[test]
    fn what_runs_long_or_grows_large_is_refused() {
        let deep = "{% for a in 'x' * 900 %}{% for b in 'x' * 900 %}.{% endfor %}{% endfor %}";
        assert_eq!(told(deep), ["endless"]);
        let again = "{% for a in invoice.lines recursive %}{{ loop(invoice.lines) }}{% endfor %}";
        assert!(!told(again).is_empty());
        assert_eq!(told(&"x".repeat(500_001)), ["too_large"]);
        assert_eq!(
            told(&format!("{{% for a in 'xxxxx' %}}{}{{% endfor %}}", "x".repeat(499_000))),
            ["too_large"]
        );
        assert!(!told("{{ 'x' * 1000000000 }}").is_empty());
        assert!(!told(&format!("{{{{ {}1{} }}}}", "(".repeat(9000), ")".repeat(9000))).is_empty());
        assert_eq!(told("{% set x = 'x' %}"), ["unknown_tag"]);
    }

    #[test]
    fn a_subject_is_one_line() {
        let told = |subject: &str| {
            let overrides = Overrides { subject: Some(subject.to_owned()), ..Default::default() };
            let faults = check(MailKind::Receipt, &overrides);
            faults.into_iter().map(|fault| (fault.field, fault.code)).collect::<Vec<_>>()
        };
        assert_eq!(told("{{ invoice.number }}\r\nBcc: x"), [("subject", "line_break")]);
        assert_eq!(told("{{ company.footer }}"), [("subject", "empty")]);
        assert_eq!(told("Thanks"), []);
    }

    #[test]
    fn every_kind_names_its_variables() {
        for kind in MailKind::ALL {
            let names = variables(*kind);
            assert!(names.iter().any(|name| name == "company.name"), "{kind:?}");
        }
        assert!(variables(MailKind::Invoice).contains(&"invoice.lines[].amount".to_owned()));
    }
}
