//! A slug: a company's name as a word for addresses, unique by a suffix.

use store::Tx;

use crate::Failure;

/// The first free of `stem`, `stem-2`, `stem-3`, …
pub(super) fn free(tx: &mut Tx<'_>, name: &str) -> Result<String, Failure> {
    let stem = stem(name);
    let taken = store::company::slugs(tx, &stem)?;
    let numbered = (2..).map(|n: u32| format!("{stem}-{n}"));
    let mut candidates = std::iter::once(stem.clone()).chain(numbered);
    Ok(candidates.find(|slug| !taken.contains(slug)).unwrap_or(stem))
}

/// Lower-case letters and digits with single hyphens between, at most 50.
fn stem(name: &str) -> String {
    let mut stem = String::new();
    for character in name.chars() {
        let lower = character.to_ascii_lowercase();
        if lower.is_ascii_alphanumeric() {
            stem.push(lower);
        } else if !stem.is_empty() && !stem.ends_with('-') {
            stem.push('-');
        }
        if stem.len() >= 50 {
            break;
        }
    }
    let stem = stem.trim_end_matches('-');
    if stem.is_empty() { "company".to_owned() } else { stem.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn names_become_words() {
        assert_eq!(stem("Perennial Demo!"), "perennial-demo");
        assert_eq!(stem("Ü"), "company");
        assert_eq!(stem("--A  &  B--"), "a-b");
    }
}
