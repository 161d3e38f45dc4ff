//! Countries of ISO 3166-1: either code or an English name in, two letters out. A tax rate and an
//! address mean the same country only if both are spelled in one way.

pub(crate) mod others;
pub(crate) mod table;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::customer::country::table::COUNTRIES;

/// The two letters of a country; none where the text is no code and no English name, in any case.
pub fn code(text: &str) -> Option<&'static str> {
    let text = text.trim();
    let upper = text.to_ascii_uppercase();
    let by_code = match upper.len() {
        2 => COUNTRIES.binary_search_by(|(two, ..)| (*two).cmp(&upper)).ok(),
        3 => COUNTRIES.iter().position(|(_, three, _)| *three == upper),
        _ => None,
    };
    let by_code = by_code.and_then(|place| COUNTRIES.get(place)).map(|(two, ..)| *two);
    by_code.or_else(|| BY_NAME.get(&words(text)).copied())
}

/// The English name of a country by its two letters.
pub fn name(two: &str) -> Option<&'static str> {
    let place = COUNTRIES.binary_search_by(|(known, ..)| (*known).cmp(two)).ok();
    place.and_then(|place| COUNTRIES.get(place)).map(|(_, _, name)| *name)
}

/// The two letters where the text is a country, and the text as it is where nobody knows it: of
/// records that were written before countries were looked at.
pub fn understood(text: String) -> String {
    match code(&text) {
        Some(known) => known.to_owned(),
        None => text,
    }
}

static BY_NAME: LazyLock<BTreeMap<Vec<String>, &str>> = LazyLock::new(|| {
    let names = COUNTRIES.iter().map(|(two, _, name)| (words(name), *two));
    names.chain(others::NAMES.iter().map(|(two, name)| (words(name), *two))).collect()
});

/// The words of a name, in one order: "Korea, Republic of" is the "Republic of Korea". Accents,
/// articles and punctuation make no difference.
fn words(name: &str) -> Vec<String> {
    let letters = name.to_lowercase().replace('&', " and ");
    let plain: String = letters.chars().filter_map(plain).collect();
    let words = plain.split_whitespace().filter(|word| *word != "the");
    let mut words: Vec<String> =
        words.map(|word| if word == "st" { "saint" } else { word }.to_owned()).collect();
    words.sort_unstable();
    words
}

/// A letter without its accent, and a gap for what stands between words.
fn plain(letter: char) -> Option<char> {
    match letter {
        '.' | '\'' | '’' | '\u{300}'..='\u{36f}' => None,
        'à'..='å' => Some('a'),
        'ç' => Some('c'),
        'è'..='ë' => Some('e'),
        'ì'..='ï' => Some('i'),
        'ñ' => Some('n'),
        'ò'..='ö' => Some('o'),
        'ù'..='ü' => Some('u'),
        letter if letter.is_alphanumeric() => Some(letter),
        _ => Some(' '),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{code, understood, words};
    use crate::customer::country::others;
    use crate::customer::country::table::COUNTRIES;

    #[test]
    fn every_country_has_codes_and_names_of_its_own() {
        assert_eq!(COUNTRIES.len(), 249);
        assert!(COUNTRIES.is_sorted_by(|one, next| one.0 < next.0));
        let threes: BTreeSet<_> = COUNTRIES.iter().map(|(_, three, _)| three).collect();
        assert_eq!(threes.len(), COUNTRIES.len());
        let mut names = BTreeSet::new();
        let all = COUNTRIES.iter().map(|(two, _, name)| (two, name));
        for (two, name) in all.chain(others::NAMES.iter().map(|(two, name)| (two, name))) {
            assert!(names.insert(words(name)), "{two} {name}");
            assert_eq!(code(name), Some(*two), "{name}");
            assert_eq!(code(&name.to_uppercase()), Some(*two), "{name}");
        }
    }

    #[test]
    fn every_code_is_read_in_any_case() {
        for (two, three, _) in COUNTRIES {
            let upper = |text: &str, letters| {
                text.len() == letters && text.bytes().all(|byte| byte.is_ascii_uppercase())
            };
            assert!(upper(two, 2) && upper(three, 3), "{two} {three}");
            for text in [two, three] {
                assert_eq!(code(text), Some(*two));
                assert_eq!(code(&format!("  {}\n", text.to_lowercase())), Some(*two));
            }
        }
    }

    #[test]
    fn names_are_read_as_people_write_them() {
        for (text, two) in [
            ("germany", "DE"),
            (" GERMANY ", "DE"),
            ("Korea, Republic of", "KR"),
            ("Republic of Korea", "KR"),
            ("Democratic Republic of the Congo", "CD"),
            ("the Netherlands", "NL"),
            ("Bahamas (the)", "BS"),
            ("The Gambia", "GM"),
            ("Cote d’Ivoire", "CI"),
            ("Turkiye", "TR"),
            ("TÜRKİYE", "TR"),
            ("Bosnia & Herzegovina", "BA"),
            ("St. Lucia", "LC"),
            ("U.S. Virgin Islands", "VI"),
            ("British  Virgin Islands", "VG"),
            ("guinea bissau", "GW"),
            ("Réunion", "RE"),
            ("uk", "GB"),
        ] {
            assert_eq!(code(text), Some(two), "{text}");
        }
    }

    #[test]
    fn what_is_no_country_stays_as_it_is() {
        for text in
            ["", " ", "ZZ", "XK", "EU", "D.E", "Korea", "Atlantis", "Deutschland", "ßß", "é"]
        {
            assert_eq!(code(text), None, "{text}");
            assert_eq!(understood(text.to_owned()), text);
        }
        assert_eq!(understood("deu".to_owned()), "DE");
    }
}
