//! What stands between digits.

use crate::locale::{Language, Locale};

pub(super) struct Separators {
    group: char,
    pub decimal: char,
    /// How many digits a number has before it is grouped.
    least: usize,
}

const NARROW: char = '\u{202f}';

/// Regions in which Spanish has the comma of the north.
const COMMA_GROUPS: &[&str] = &["MX", "US", "GT", "HN", "NI", "PA", "PE", "PR", "SV", "DO"];

pub(super) fn separators(locale: Locale) -> Separators {
    let region = locale.region();
    let (group, decimal, least) = match locale.language {
        Language::German if matches!(region, "CH" | "LI") => ('’', '.', 4),
        Language::German if region == "AT" => (NARROW, ',', 4),
        Language::German => ('.', ',', 4),
        Language::French if region == "CH" => (NARROW, '.', 4),
        Language::French => (NARROW, ',', 4),
        Language::Spanish if COMMA_GROUPS.contains(&region) => (',', '.', 4),
        Language::Spanish => ('.', ',', 5),
        Language::English if region == "CH" => ('’', '.', 4),
        Language::English if region == "ZA" => (NARROW, ',', 4),
        Language::English | Language::Japanese => (',', '.', 4),
    };
    Separators { group, decimal, least }
}

impl Separators {
    /// `1234567` as `1,234,567`.
    pub fn grouped(&self, whole: &str) -> String {
        if whole.len() < self.least {
            return whole.to_owned();
        }
        let mut text = String::with_capacity(whole.len() * 2);
        for (place, digit) in whole.chars().enumerate() {
            if place > 0 && (whole.len() - place).is_multiple_of(3) {
                text.push(self.group);
            }
            text.push(digit);
        }
        text
    }
}
