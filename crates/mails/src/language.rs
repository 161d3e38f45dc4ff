//! The languages that mails are written in, chosen by the locale of a customer.

use crate::words::{self, Words};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    #[default]
    En,
    De,
    Fr,
    Es,
    Ja,
}

impl Language {
    pub const ALL: &[Language] =
        &[Language::En, Language::De, Language::Fr, Language::Es, Language::Ja];
    pub const CODES: &[&str] = &["en", "de", "fr", "es", "ja"];

    /// By the first part of a locale (`de-AT` is German); English where there is none, or one that
    /// nobody has words for.
    pub fn of_locale(locale: Option<&str>) -> Language {
        let first = locale.unwrap_or_default().split(['-', '_']).next().unwrap_or_default();
        Language::find(&first.to_ascii_lowercase()).unwrap_or_default()
    }

    pub fn find(code: &str) -> Option<Language> {
        Language::ALL.iter().copied().find(|language| language.code() == code)
    }

    pub fn code(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::De => "de",
            Language::Fr => "fr",
            Language::Es => "es",
            Language::Ja => "ja",
        }
    }

    pub(crate) fn words(self) -> &'static Words {
        match self {
            Language::En => &words::en::WORDS,
            Language::De => &words::de::WORDS,
            Language::Fr => &words::fr::WORDS,
            Language::Es => &words::es::WORDS,
            Language::Ja => &words::ja::WORDS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn a_locale_names_a_language() {
        let table = [
            (Some("de-AT"), Language::De),
            (Some("FR"), Language::Fr),
            (Some("ja_JP"), Language::Ja),
            (Some("pt-BR"), Language::En),
            (Some(""), Language::En),
            (None, Language::En),
        ];
        for (locale, language) in table {
            assert_eq!(Language::of_locale(locale), language, "{locale:?}");
        }
    }
}
