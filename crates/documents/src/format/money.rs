//! Money: all digits of the currency, a true minus, and a symbol where everybody knows it.

use money::Amount;

use super::separators::separators;
use crate::locale::{Language, Locale};

const MINUS: char = '\u{2212}';
const SPACE: char = '\u{a0}';

/// Without its currency: `−1,234.50`.
pub fn digits(locale: Locale, amount: Amount) -> String {
    let text = unsigned(locale, amount);
    if amount.is_negative() { format!("{MINUS}{text}") } else { text }
}

/// With its currency: `€1,234.50`, `1.234,50 €`, `CHF 20.00`.
pub fn money(locale: Locale, amount: Amount) -> String {
    let text = unsigned(locale, amount);
    let sign = if amount.is_negative() { MINUS.to_string() } else { String::new() };
    let code = amount.currency.code();
    let symbol = symbol(locale, code);
    match (is_before(locale), symbol) {
        (true, Some(symbol)) => format!("{sign}{symbol}{text}"),
        (true, None) => format!("{sign}{code}{SPACE}{text}"),
        (false, symbol) => format!("{sign}{text}{SPACE}{}", symbol.unwrap_or(code)),
    }
}

fn unsigned(locale: Locale, amount: Amount) -> String {
    let separators = separators(locale);
    let places = usize::from(amount.currency.digits());
    let digits = format!("{:0>width$}", amount.minor.unsigned_abs(), width = places + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places);
    let whole = separators.grouped(whole);
    match places {
        0 => whole,
        _ => format!("{whole}{}{fraction}", separators.decimal),
    }
}

/// Whether the currency stands before the digits.
fn is_before(locale: Locale) -> bool {
    match locale.language {
        Language::English | Language::Japanese => true,
        Language::German => matches!(locale.region(), "CH" | "LI" | "AT"),
        Language::Spanish => matches!(locale.region(), "MX" | "US" | "CO" | "AR" | "CL"),
        Language::French => false,
    }
}

/// One that can be no other currency where it is read.
fn symbol(locale: Locale, code: &str) -> Option<&'static str> {
    Some(match code {
        "EUR" => "€",
        "USD" if is_elsewhere_dollar(locale.region()) => "US$",
        "USD" => "$",
        "GBP" => "£",
        "JPY" => "¥",
        "INR" => "₹",
        "KRW" => "₩",
        "CAD" => "CA$",
        "AUD" => "A$",
        "NZD" => "NZ$",
        "BRL" => "R$",
        _ => return None,
    })
}

/// Countries whose money has the sign of a dollar, too.
fn is_elsewhere_dollar(region: &str) -> bool {
    matches!(region, "CA" | "AU" | "NZ" | "MX" | "AR" | "CL" | "CO" | "SG" | "HK" | "TW")
}

#[cfg(test)]
mod tests {
    use money::Amount;

    use super::{digits, money};
    use crate::locale::Locale;

    fn shown(locale: &str, code: &str, minor: i64) -> String {
        money(Locale::of(Some(locale), None), Amount::new(code.parse().unwrap(), minor))
    }

    #[test]
    fn money_is_written_as_people_write_it() {
        let table = [
            ("en", "EUR", 123_450, "€1,234.50"),
            ("en-US", "USD", -5, "−$0.05"),
            ("en-CA", "USD", 500, "US$5.00"),
            ("en", "CHF", 2000, "CHF\u{a0}20.00"),
            ("de-DE", "EUR", 123_456_789, "1.234.567,89\u{a0}€"),
            ("de-DE", "EUR", -99, "−0,99\u{a0}€"),
            ("de-CH", "CHF", 123_450, "CHF\u{a0}1’234.50"),
            ("de-AT", "EUR", 123_450, "€1\u{202f}234,50"),
            ("fr-FR", "EUR", 123_450, "1\u{202f}234,50\u{a0}€"),
            ("es-ES", "EUR", 123_450, "1234,50\u{a0}€"),
            ("es-ES", "EUR", 1_234_500, "12.345,00\u{a0}€"),
            ("es-MX", "MXN", 123_450, "MXN\u{a0}1,234.50"),
            ("ja-JP", "JPY", 1_234_567, "¥1,234,567"),
            ("ja-JP", "USD", 100, "$1.00"),
            ("en", "KWD", 1, "KWD\u{a0}0.001"),
            ("en", "USD", i64::MIN, "−$92,233,720,368,547,758.08"),
        ];
        for (locale, code, minor, text) in table {
            assert_eq!(shown(locale, code, minor), text, "{locale} {code}");
        }
    }

    #[test]
    fn digits_stand_alone() {
        let amount = Amount::new("EUR".parse().unwrap(), -100_000);
        assert_eq!(digits(Locale::of(Some("de"), None), amount), "−1.000,00");
        let none = Amount::default();
        assert_eq!(digits(Locale::default(), none), "0");
    }
}
