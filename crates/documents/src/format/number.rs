//! Quantities, exact sums and percentages. A number that does not end is cut and says so.

use money::{Ratio, Rounding};

use super::separators::separators;
use crate::locale::{Language, Locale};

/// A decimal is shown whole up to so many digits behind its point.
const MOST: usize = 12;
/// One that does not end is cut behind so many.
const CUT: u8 = 6;

/// A quantity or an exact value, as records have it: `1234.5`, `1/3`.
pub fn number(locale: Locale, text: &str) -> String {
    decimal(locale, text, 0)
}

/// The same with at least so many digits behind the point.
pub fn decimal(locale: Locale, text: &str, least: u8) -> String {
    match text.parse::<Ratio>() {
        Ok(value) => ratio(locale, &value, least),
        Err(_) => text.to_owned(),
    }
}

/// A share as `19 %`.
pub fn percent(locale: Locale, share: &str) -> String {
    let Ok(value) = Ratio::parse_decimal(share) else { return share.to_owned() };
    let hundredfold = ratio(locale, &(value * Ratio::from(100)), 0);
    match locale.language {
        Language::English | Language::Japanese => format!("{hundredfold}%"),
        Language::German | Language::French | Language::Spanish => format!("{hundredfold}\u{a0}%"),
    }
}

fn ratio(locale: Locale, value: &Ratio, least: u8) -> String {
    let separators = separators(locale);
    let text = value.abs().to_string();
    let ends = text.split_once('.').map_or(0, |(_, fraction)| fraction.len()) <= MOST;
    let whole = ends && !text.contains('/');
    let text = if whole { text } else { value.abs().round(CUT, Rounding::TowardZero).to_string() };
    let (digits, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let least = if whole { usize::from(least) } else { usize::from(CUT) };
    let mut shown = String::from(if value.is_negative() { "\u{2212}" } else { "" });
    shown.push_str(&separators.grouped(digits));
    if !fraction.is_empty() || least > 0 {
        shown.push(separators.decimal);
        shown.push_str(&format!("{fraction:0<least$}"));
    }
    shown + if whole { "" } else { "…" }
}

#[cfg(test)]
mod tests {
    use super::{decimal, number, percent};
    use crate::locale::Locale;

    #[test]
    fn numbers_have_the_separators_of_their_readers() {
        let (en, de) = (Locale::of(Some("en"), None), Locale::of(Some("de"), None));
        assert_eq!(number(en, "1234567.25"), "1,234,567.25");
        assert_eq!(number(de, "-1234.5"), "−1.234,5");
        assert_eq!(number(en, "1/3"), "0.333333…");
        assert_eq!(decimal(de, "54.8", 2), "54,80");
        assert_eq!(decimal(de, "0.00012", 2), "0,00012");
        assert_eq!(number(en, "many"), "many");
        assert_eq!(percent(en, "0.19"), "19%");
        assert_eq!(percent(de, "0.077"), "7,7\u{a0}%");
    }
}
