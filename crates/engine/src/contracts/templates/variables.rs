//! Variables of a template: `{{name}}`, found, checked and filled in. A value is text and nothing
//! else: what Markdown would understand in it is escaped, and variables in it are not looked for.

use std::collections::{BTreeMap, BTreeSet};

use crate::refusal::Faults;

/// What a document may say of whom and what it is for.
pub(crate) const KNOWN: &[&str] = &[
    "company.address",
    "company.email",
    "company.legal_name",
    "company.name",
    "company.phone",
    "contract.description",
    "contract.expiration_date",
    "contract.id",
    "contract.po_number",
    "contract.start",
    "contract.start_date",
    "contract.term",
    "contract.title",
    "contract.trial",
    "customer.address",
    "customer.email",
    "customer.name",
    "customer.org_name",
    "customer.phone",
    "discounts",
    "one_time_table",
    "pricing_table",
    "signatories",
    "totals.acv",
    "totals.currency",
    "totals.tcv",
];

/// Nouns whose variables are ours alone.
const NOUNS: &[&str] = &["company", "contract", "customer", "totals"];
/// So many characters has a name.
const LONGEST: usize = 100;

/// A piece of a template.
enum Piece<'t> {
    Text(&'t str),
    Variable(&'t str),
}

/// The names of the variables in a template, in the order of the alphabet.
pub(crate) fn names(template: &str) -> Vec<String> {
    let variables = pieces(template).into_iter().filter_map(|piece| match piece {
        Piece::Variable(name) => Some(name.to_owned()),
        Piece::Text(_) => None,
    });
    variables.collect::<BTreeSet<String>>().into_iter().collect()
}

/// What is wrong with a template: something that is neither text nor a variable, or a variable that
/// nobody could fill in.
pub(crate) fn check(template: &str, pointer: &str, faults: &mut Faults) {
    for name in names(template) {
        let short: String = name.chars().take(60).collect();
        if !is_name(&name) {
            let detail = format!("`{{{{{short}}}}}` is no variable: names and dots, nothing else.");
            faults.add(pointer, "no_variable", detail);
        } else if !KNOWN.contains(&name.as_str())
            && name.split_once('.').is_some_and(|(noun, _)| NOUNS.contains(&noun))
        {
            let detail = format!("There is no variable `{{{{{short}}}}}`.");
            faults.add(pointer, "unknown_variable", detail);
        }
    }
    if template.contains("{%") {
        let detail = "A template has text and variables: no loops, conditions or comments.";
        faults.add(pointer, "no_variable", detail);
    }
}

/// Whether a text can be the name of a variable.
pub(crate) fn is_name(name: &str) -> bool {
    let part = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic())
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    name.len() <= LONGEST && name.split('.').all(part)
}

/// Whether a name is the document's to fill in, so that no custom variable can have it.
pub(crate) fn is_taken(name: &str) -> bool {
    let noun = name.split('.').next().unwrap_or_default();
    KNOWN.contains(&name) || NOUNS.contains(&noun)
}

/// The template with its variables filled in, and the names of those that have no value, which
/// stand as they are.
pub(crate) fn filled(template: &str, values: &BTreeMap<String, String>) -> (String, Vec<String>) {
    let (mut text, mut missing) = (String::with_capacity(template.len()), BTreeSet::new());
    for piece in pieces(template) {
        match piece {
            Piece::Text(known) => text.push_str(known),
            Piece::Variable(name) => match values.get(name) {
                Some(value) => text.push_str(value),
                None => {
                    missing.insert(name.to_owned());
                    text.push_str(&format!("{{{{{name}}}}}"));
                }
            },
        }
    }
    (text, missing.into_iter().collect())
}

/// A value as text of Markdown, on one line.
pub(crate) fn escaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            '\n' | '\r' | '\t' => text.push(' '),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '&' | '{' | '}' | '#' => {
                text.push('\\');
                text.push(c);
            }
            c if c.is_control() => {}
            c => text.push(c),
        }
    }
    text
}

/// Text and variables in their order; braces that do not close are text.
fn pieces(template: &str) -> Vec<Piece<'_>> {
    let (mut rest, mut all) = (template, Vec::new());
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((name, behind)) = after.split_once("}}") else { break };
        all.push(Piece::Text(before));
        all.push(Piece::Variable(name.trim()));
        rest = behind;
    }
    all.push(Piece::Text(rest));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_filled_in_once_and_missing_ones_are_named() {
        let values = BTreeMap::from([
            ("customer.name".to_owned(), escaped("A|B <b>{{note}}</b>\n# x")),
            ("note".to_owned(), "loop".to_owned()),
        ]);
        let (text, missing) = filled("Hi {{ customer.name }}, {{gone}} {{", &values);
        assert_eq!(text, "Hi A\\|B \\<b\\>\\{\\{note\\}\\}\\</b\\> \\# x, {{gone}} {{");
        assert_eq!(missing, ["gone"]);
        assert_eq!(names("{{a}} {{b.c}} {{a}}"), ["a", "b.c"]);
    }

    #[test]
    fn what_is_no_variable_is_refused() {
        for (template, good) in [
            ("{{note}} {{pricing_table}}", true),
            ("{{customer.name}}", true),
            ("{{customer.secret}}", false),
            ("{{#each x}}", false),
            ("{% for x in y %}", false),
            ("{{7*7}}", false),
            ("{{}}", false),
        ] {
            let mut faults = Faults::default();
            check(template, "/content", &mut faults);
            assert_eq!(faults.is_empty(), good, "{template}");
        }
    }
}
