//! Amounts and days as sentences have them, by the formats of documents.

use calendar::Zone;
use documents::{Locale, format};
use money::Amount;
use records::Moment;

const SPACE: char = '\u{a0}';

/// `1,234.50 USD`: a sentence may be read by somebody who has more than one dollar.
pub(crate) fn money(amount: Amount, locale: Locale) -> String {
    format!("{}{SPACE}{}", format::digits(locale, amount), amount.currency.code())
}

/// `31 January 2026`.
pub(crate) fn day(at: Moment, zone: &Zone, locale: Locale) -> String {
    format::at(zone, at).map(|date| format::day(locale, date)).unwrap_or_default()
}

/// The same without the year where it is that of `now`.
pub(crate) fn day_of_year(at: Moment, now: Moment, zone: &Zone, locale: Locale) -> String {
    let (Some(date), Some(today)) = (format::at(zone, at), format::at(zone, now)) else {
        return String::new();
    };
    let (spelled, year) = (format::day(locale, date), date.year());
    if year != today.year() {
        return spelled;
    }
    let endings = [format!(" de {year}"), format!(", {year}"), format!(" {year}")];
    let short = endings.iter().find_map(|ending| spelled.strip_suffix(ending.as_str()));
    let short = short.or_else(|| spelled.strip_prefix(&format!("{year}年")));
    short.map(str::to_owned).unwrap_or(spelled)
}

#[cfg(test)]
mod tests {
    use calendar::Zone;
    use documents::Locale;
    use money::Amount;
    use records::Moment;

    use super::{day_of_year, money};

    #[test]
    fn this_year_goes_without_saying() {
        let at = |text: &str| Moment::parse(text).unwrap();
        let (due, now) = (at("2026-01-31T00:00:00Z"), at("2026-01-01T00:00:00Z"));
        let table = [
            ("en", "31 January"),
            ("de", "31. Januar"),
            ("fr", "31 janvier"),
            ("es", "31 de enero"),
            ("ja", "1月31日"),
        ];
        for (language, text) in table {
            let locale = Locale::of(Some(language), None);
            assert_eq!(day_of_year(due, now, &Zone::UTC, locale), text);
            let next = day_of_year(due, at("2025-12-31T23:59:59Z"), &Zone::UTC, locale);
            assert!(next.contains("2026"), "{next}");
        }
    }

    #[test]
    fn money_names_its_currency() {
        let amount = Amount::new("USD".parse().unwrap(), 123_456);
        assert_eq!(money(amount, Locale::of(Some("en-US"), None)), "1,234.56\u{a0}USD");
        assert_eq!(money(amount, Locale::of(Some("de-DE"), None)), "1.234,56\u{a0}USD");
    }
}
