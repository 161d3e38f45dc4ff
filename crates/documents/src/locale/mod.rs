//! Languages and regions: which words, and how numbers and days are written.

mod country;
mod english;
mod french;
mod german;
mod japanese;
mod phrases;
mod spanish;

pub use phrases::{Phrases, filled};

/// A language with a table of words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    #[default]
    English,
    German,
    French,
    Spanish,
    Japanese,
}

impl Language {
    pub const ALL: [Language; 5] = [
        Language::English,
        Language::German,
        Language::French,
        Language::Spanish,
        Language::Japanese,
    ];

    /// As ISO 639 and the `lang` of a page have it.
    pub fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
            Language::French => "fr",
            Language::Spanish => "es",
            Language::Japanese => "ja",
        }
    }

    pub fn phrases(self) -> &'static Phrases {
        match self {
            Language::English => &english::PHRASES,
            Language::German => &german::PHRASES,
            Language::French => &french::PHRASES,
            Language::Spanish => &spanish::PHRASES,
            Language::Japanese => &japanese::PHRASES,
        }
    }

    fn known(code: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(code))
    }
}

/// A language as it is written somewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Locale {
    pub language: Language,
    /// Two upper-case letters of a country.
    region: Option<[u8; 2]>,
}

impl Locale {
    /// Reads `de`, `de-DE`, `de_AT.UTF-8`, `zh-Hant-TW`; a language without a table is English. A
    /// locale that names no country is that of `country`.
    pub fn of(locale: Option<&str>, country: Option<&str>) -> Locale {
        let mut parts = locale.unwrap_or_default().split(['-', '_', '.', '@']);
        let language = parts.next().and_then(Language::known).unwrap_or_default();
        let region = parts.find_map(two_letters).or_else(|| two_letters(country?));
        Locale { language, region }
    }

    pub fn phrases(self) -> &'static Phrases {
        self.language.phrases()
    }

    pub fn region(&self) -> &str {
        self.region.as_ref().and_then(|two| std::str::from_utf8(two).ok()).unwrap_or_default()
    }

    /// For the `lang` attribute of a page.
    pub fn tag(&self) -> String {
        match self.region() {
            "" => self.language.code().to_owned(),
            region => format!("{}-{region}", self.language.code()),
        }
    }

    /// What a country is called; the English name where this language's table has none.
    pub fn country(self, code: &str) -> String {
        country::name(self.language, code)
    }
}

fn two_letters(text: &str) -> Option<[u8; 2]> {
    let two: [u8; 2] = text.as_bytes().try_into().ok()?;
    two.iter().all(u8::is_ascii_alphabetic).then(|| two.map(|letter| letter.to_ascii_uppercase()))
}

#[cfg(test)]
mod tests {
    use super::{Language, Locale, phrases::holes};

    #[test]
    fn locales_are_read_as_they_are_written_everywhere() {
        let table = [
            (Some("de-DE"), None, "de-DE"),
            (Some("de_AT.UTF-8"), None, "de-AT"),
            (Some("DE"), Some("CH"), "de-CH"),
            (Some("ja"), None, "ja"),
            (Some("pt-BR"), None, "en-BR"),
            (Some("fr-Latn-ca"), Some("FR"), "fr-CA"),
            (None, Some("US"), "en-US"),
            (Some("<script>"), Some("Germany"), "en"),
            (Some("ÄÖ-ß"), None, "en"),
        ];
        for (locale, country, tag) in table {
            assert_eq!(Locale::of(locale, country).tag(), tag, "{locale:?}");
        }
    }

    #[test]
    fn every_language_says_everything_and_fills_the_same_gaps() {
        let english = Language::English.phrases().all();
        for language in Language::ALL {
            for ((name, here), (_, there)) in language.phrases().all().into_iter().zip(&english) {
                assert!(!here.trim().is_empty(), "{language:?} {name}");
                assert_eq!(holes(here), holes(there), "{language:?} {name}");
                assert!(!here.contains('!'), "{language:?} {name}");
            }
        }
    }

    #[test]
    fn countries_have_names() {
        let de = Locale::of(Some("de"), None);
        assert_eq!(de.country("DE"), "Deutschland");
        assert_eq!(de.country("TV"), "Tuvalu");
        assert_eq!(de.country("Atlantis"), "Atlantis");
    }
}
