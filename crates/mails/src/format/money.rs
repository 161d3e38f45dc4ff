//! Amounts and numbers with the separators of a language; the currency stands behind as its code.

use money::Amount;

use crate::Language;

/// What stands between thousands, and before a fraction.
fn separators(language: Language) -> (&'static str, &'static str) {
    match language {
        Language::En | Language::Ja => (",", "."),
        Language::De | Language::Es => (".", ","),
        // A narrow space that no line breaks at.
        Language::Fr => ("\u{202f}", ","),
    }
}

/// `1,234.50 USD`; below zero with a minus sign, not a hyphen.
pub fn money(amount: Amount, language: Language) -> String {
    let text = amount.to_string();
    let (value, code) = text.split_once(' ').unwrap_or((&text, ""));
    format!("{}\u{a0}{code}", number(value, language))
}

/// A decimal, as the interface spells it, with separators; what is none stays as it is.
pub fn number(text: &str, language: Language) -> String {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("\u{2212}", digits),
        None => ("", text),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !plain(whole) || !plain(fraction) {
        return text.to_owned();
    }
    let (thousands, point) = separators(language);
    let mut grouped = String::with_capacity(whole.len() * 2);
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            grouped.push_str(thousands);
        }
        grouped.push(digit);
    }
    let point = if fraction.is_empty() { "" } else { point };
    format!("{sign}{grouped}{point}{fraction}")
}

/// A share as a percentage: 0.19 is 19 %.
pub fn percent(share: &str, language: Language) -> String {
    let (sign, digits) = match share.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", share),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let (two, rest) = fraction.split_at(fraction.len().min(2));
    let whole = format!("{whole}{two:0<2}");
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    let rest = rest.trim_end_matches('0');
    let point = if rest.is_empty() { "" } else { "." };
    let value = number(&format!("{sign}{whole}{point}{rest}"), language);
    match language {
        Language::En | Language::Ja => format!("{value}%"),
        Language::De | Language::Fr | Language::Es => format!("{value}\u{a0}%"),
    }
}

#[cfg(test)]
mod tests {
    use money::Amount;

    use super::{money, number, percent};
    use crate::Language::{De, En, Fr, Ja};

    #[test]
    fn money_has_the_separators_of_a_language() {
        let amount = |code: &str, minor| Amount::new(code.parse().unwrap(), minor);
        assert_eq!(money(amount("USD", 10609), En), "106.09\u{a0}USD");
        assert_eq!(money(amount("EUR", 123_456_789), De), "1.234.567,89\u{a0}EUR");
        assert_eq!(money(amount("EUR", -123_456), Fr), "\u{2212}1\u{202f}234,56\u{a0}EUR");
        assert_eq!(money(amount("JPY", 1_234_567), Ja), "1,234,567\u{a0}JPY");
        assert_eq!(money(amount("KWD", 1), En), "0.001\u{a0}KWD");
    }

    #[test]
    fn shares_are_percentages() {
        for (share, text) in [("0.19", "19%"), ("0.0825", "8.25%"), ("1", "100%"), ("0", "0%")] {
            assert_eq!(percent(share, En), text);
        }
        assert_eq!(percent("0.055", De), "5,5\u{a0}%");
    }

    #[test]
    fn what_is_no_number_stays() {
        for text in ["1/3", "", "x", "1.2.3"] {
            assert_eq!(number(text, En), text);
        }
        assert_eq!(number("1000.5", De), "1.000,5");
    }
}
