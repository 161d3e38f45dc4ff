//! No function of the core, the store, the engine or the interface takes two ids as bare texts of
//! one type: a caller could swap them, and nobody would notice. Types of ids tell what is an id.

use crate::tidy::scan::in_name;
use crate::tidy::{Finding, head, tree::Tree};

const CRATES: [&str; 4] =
    ["crates/billing/src/", "crates/store/src/", "crates/engine/src/", "crates/api/src/"];

pub fn check(tree: &Tree) -> Vec<Finding> {
    let nouns = nouns(tree);
    let mut findings = Vec::new();
    let files = tree.rust().filter(|(file, _)| CRATES.iter().any(|at| file.path.starts_with(at)));
    for (file, rust) in files {
        for function in rust.outline.functions.iter().filter(|function| !function.test) {
            let bare: Vec<(String, String)> = function
                .parameters
                .iter()
                .flat_map(|parameter| parts(parameter))
                .filter(|(name, _)| is_id(name, &nouns))
                .filter_map(|(name, kind)| Some((name, bare_text(&kind)?)))
                .collect();
            let swapped = bare.iter().enumerate().find_map(|(at, (name, kind))| {
                let other = bare[at + 1..].iter().find(|(_, other)| other == kind)?;
                Some((name, &other.0, kind))
            });
            if let Some((one, other, kind)) = swapped {
                let sentence = format!(
                    "ids are not bare texts: `{}` takes `{one}` and `{other}` as `{kind}`, \
                     and nobody would notice them swapped: use the types of ids of `records`",
                    function.name
                );
                findings.push(Finding::new(&file.path, function.line, sentence));
            }
        }
    }
    findings
}

/// What has ids: the name of every type `…Id` that is declared, as variables are named.
fn nouns(tree: &Tree) -> Vec<String> {
    let lines = tree.rust().flat_map(|(_, rust)| &rust.scan.code);
    let declared = lines.filter_map(|line| {
        let (name, of) = line.trim().strip_prefix("pub type ")?.split_once(" = ")?;
        of.starts_with("Id<").then(|| name.strip_suffix("Id"))?
    });
    declared.map(in_snake_case).collect()
}

fn in_snake_case(name: &str) -> String {
    let mut snake = String::new();
    for character in name.chars() {
        if character.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(character.to_lowercase());
    }
    snake
}

/// Names with their types: one, or those of a tuple.
fn parts(parameter: &str) -> Vec<(String, String)> {
    let Some((pattern, kind)) = parameter.split_once(": ") else {
        return Vec::new();
    };
    let (pattern, kind) = (pattern.trim_start_matches("mut ").trim(), kind.trim());
    match (pattern.starts_with('('), head::listed(pattern), head::listed(kind)) {
        (true, Some(names), Some(kinds)) => names.into_iter().zip(kinds).collect(),
        _ => vec![(pattern.to_owned(), kind.to_owned())],
    }
}

/// Whether a name says that it is an id, or ids: by that word, or by a noun that has ids.
fn is_id(name: &str, nouns: &[String]) -> bool {
    let one = match name.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => name.strip_suffix('s').unwrap_or(name).to_owned(),
    };
    let ends_with = |noun: &str| one.strip_suffix(noun).is_some_and(ends_a_word);
    ["id", "uuid"].into_iter().chain(nouns.iter().map(String::as_str)).any(ends_with)
}

fn ends_a_word(before: &str) -> bool {
    before.is_empty() || before.ends_with('_')
}

/// The type without lifetimes, if it is a text or holds nothing but texts.
fn bare_text(kind: &str) -> Option<String> {
    let words = kind.split_inclusive(|character| !in_name(character) && character != '\'');
    let plain: String = words.filter(|word| !word.starts_with('\'')).collect();
    let plain = plain.replace("&String", "&str");
    let mut names = plain.split(|character| !in_name(character)).filter(|word| !word.is_empty());
    let holders = ["Arc", "Box", "Cow", "Into", "Option", "Vec", "impl", "mut"];
    let texts = ["str", "String"];
    let is_text = names.clone().any(|name| texts.contains(&name))
        && names.all(|name| texts.contains(&name) || holders.contains(&name));
    is_text.then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::{bare_text, check};
    use crate::tidy::rules::complaints;

    /// What is said of a function of the store, where companies and sales users have ids.
    fn said(signature: &str) -> usize {
        let ids = "pub type CompanyId = Id<Company>;\npub type SalesUserId = Id<SalesUser>;\n";
        let source = format!("fn f{signature} {{}}\n");
        let samples =
            [("crates/records/src/id.rs", ids), ("crates/store/src/a.rs", source.as_str())];
        complaints(check, &samples).len()
    }

    #[test]
    fn two_ids_of_one_bare_type_are_found() {
        for signature in [
            "(tx: &mut Tx<'_>, company: &str, id: &str)",
            "(company: &'a str, sales_user: &String) -> u8",
            "(&self, parent_company: Option<&str>, n: u8, x_id: Option<&'static str>)",
            "(companies: Vec<String>, ids: Vec<String>)",
            "((company, uuid): (&str, &str))",
            "(mut company: String, n: u8, (id, name): (String, String))",
        ] {
            assert_eq!(said(signature), 1, "{signature}");
        }
    }

    #[test]
    fn what_cannot_be_swapped_is_left_alone() {
        for signature in [
            "(company: &CompanyId, id: &str)",
            "(company: &str, name: &str)",
            "(accompany: &str, id: &str)",
            "(company: &str, id: String)",
            "(company: &str, ids: &[String])",
            "(company: &Company, user: &User, id: &str)",
            "(invoice: &str, credit: &str)",
        ] {
            assert_eq!(said(signature), 0, "{signature}");
        }
    }

    #[test]
    fn tests_and_other_crates_are_left_alone() {
        let two = "fn f(a_id: &str, b_id: &str) {}\n";
        let test = format!("#[cfg(test)]\nmod tests {{\n    {two}}}\n");
        let samples = [("crates/money/src/a.rs", two), ("crates/api/src/a.rs", test.as_str())];
        assert!(complaints(check, &samples).is_empty());
        assert_eq!(complaints(check, &[("crates/api/src/a.rs", two)]), ["crates/api/src/a.rs:1"]);
    }

    #[test]
    fn lifetimes_do_not_make_a_type() {
        assert_eq!(bare_text("&'a mut Option<&'static str>").as_deref(), Some("&mut Option<&str>"));
        assert_eq!(bare_text("&[String]").as_deref(), Some("&[String]"));
        assert_eq!(bare_text("HashMap<String, String>"), None);
        assert_eq!(bare_text("&CompanyId"), None);
    }
}
