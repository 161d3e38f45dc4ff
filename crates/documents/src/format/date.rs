//! Days and stretches of days, in words that cannot be mistaken for another order of numbers.

use calendar::{Timestamp, Zone};
use jiff::civil::Date;
use records::Moment;
use records::invoice::line_item::Period;

use crate::locale::{Language, Locale};

const ENGLISH: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const GERMAN: [&str; 12] = [
    "Januar",
    "Februar",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
];
const FRENCH: [&str; 12] = [
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
];
const SPANISH: [&str; 12] = [
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
];

/// How much of a day is written, where the rest stands beside it.
#[derive(Clone, Copy, PartialEq)]
enum Parts {
    Day,
    DayAndMonth,
    All,
}

/// The day of a moment in a zone.
pub fn at(zone: &Zone, moment: Moment) -> Option<Date> {
    let instant = Timestamp::from_microsecond(moment.micros()).ok()?;
    Some(zone.date(instant))
}

/// `31 January 2026`
pub fn day(locale: Locale, date: Date) -> String {
    written(locale, date, Parts::All)
}

/// `1–31 January 2026`: the first day and the last.
pub fn range(locale: Locale, first: Date, last: Date) -> String {
    if first >= last {
        return day(locale, last);
    }
    let same_year = first.year() == last.year();
    let same_month = same_year && first.month() == last.month();
    match locale.language {
        Language::English if locale.region() == "US" => american(first, last),
        Language::Japanese => {
            let (from, whole) = (day(locale, first), day(locale, last));
            let to = match (same_month, same_year) {
                (true, _) => format!("{}日", last.day()),
                (false, true) => written(locale, last, Parts::DayAndMonth),
                (false, false) => whole,
            };
            format!("{from}–{to}")
        }
        _ => {
            let last_text = day(locale, last);
            match (same_month, same_year) {
                (true, _) => format!("{}–{last_text}", written(locale, first, Parts::Day)),
                (false, true) => {
                    format!("{} – {last_text}", written(locale, first, Parts::DayAndMonth))
                }
                (false, false) => format!("{} – {last_text}", day(locale, first)),
            }
        }
    }
}

/// The days of a period, which has its start and not its end.
pub fn days(locale: Locale, zone: &Zone, period: Period) -> Option<String> {
    let first = at(zone, period.start_date)?;
    let end = Timestamp::from_microsecond(period.end_date.micros()).ok()?;
    // The day that it ends on is the first of what follows, whatever the hour.
    let last = zone.date(end).yesterday().ok()?;
    Some(range(locale, first, last.max(first)))
}

fn american(first: Date, last: Date) -> String {
    let month = |date: Date| name(&ENGLISH, date);
    let end = format!("{}, {}", last.day(), last.year());
    match (first.year() == last.year(), first.month() == last.month()) {
        (true, true) => format!("{} {}–{end}", month(first), first.day()),
        (true, false) => format!("{} {} – {} {end}", month(first), first.day(), month(last)),
        (false, _) => {
            let start = format!("{} {}, {}", month(first), first.day(), first.year());
            format!("{start} – {} {end}", month(last))
        }
    }
}

fn written(locale: Locale, date: Date, parts: Parts) -> String {
    let (number, year) = (date.day(), date.year());
    let (number, month, link) = match locale.language {
        Language::English if locale.region() == "US" && parts == Parts::All => {
            return format!("{} {number}, {year}", name(&ENGLISH, date));
        }
        Language::English => (number.to_string(), name(&ENGLISH, date), " "),
        Language::German => (format!("{number}."), name(&GERMAN, date), " "),
        Language::French if number == 1 => ("1er".to_owned(), name(&FRENCH, date), " "),
        Language::French => (number.to_string(), name(&FRENCH, date), " "),
        Language::Spanish => (number.to_string(), name(&SPANISH, date), " de "),
        Language::Japanese => {
            let month = date.month();
            return match parts {
                Parts::Day => format!("{number}日"),
                Parts::DayAndMonth => format!("{month}月{number}日"),
                Parts::All => format!("{year}年{month}月{number}日"),
            };
        }
    };
    match parts {
        Parts::Day => number,
        Parts::DayAndMonth => format!("{number}{link}{month}"),
        Parts::All => format!("{number}{link}{month}{link}{year}"),
    }
}

fn name(months: &[&'static str; 12], date: Date) -> &'static str {
    let place = usize::try_from(date.month()).unwrap_or(1).saturating_sub(1);
    months.get(place).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use records::Moment;
    use records::invoice::line_item::Period;

    use super::{day, days, range};
    use crate::locale::Locale;

    #[test]
    fn days_are_written_out() {
        let table = [
            ("en", "31 January 2026"),
            ("en-US", "January 31, 2026"),
            ("de", "31. Januar 2026"),
            ("fr", "31 janvier 2026"),
            ("es", "31 de enero de 2026"),
            ("ja", "2026年1月31日"),
        ];
        for (locale, text) in table {
            assert_eq!(day(Locale::of(Some(locale), None), date(2026, 1, 31)), text);
        }
        assert_eq!(day(Locale::of(Some("fr"), None), date(2026, 5, 1)), "1er mai 2026");
    }

    #[test]
    fn ranges_say_nothing_twice() {
        let months = (date(2026, 1, 1), date(2026, 1, 31), date(2026, 2, 28), date(2027, 1, 14));
        let table = [
            ("en", "1–31 January 2026", "1 January – 28 February 2026"),
            ("en-US", "January 1–31, 2026", "January 1 – February 28, 2026"),
            ("de", "1.–31. Januar 2026", "1. Januar – 28. Februar 2026"),
            ("fr", "1er–31 janvier 2026", "1er janvier – 28 février 2026"),
            ("es", "1–31 de enero de 2026", "1 de enero – 28 de febrero de 2026"),
            ("ja", "2026年1月1日–31日", "2026年1月1日–2月28日"),
        ];
        for (locale, month, two) in table {
            let locale = Locale::of(Some(locale), None);
            assert_eq!(range(locale, months.0, months.1), month);
            assert_eq!(range(locale, months.0, months.2), two);
            assert!(range(locale, months.0, months.3).contains("2027"));
            assert_eq!(range(locale, months.1, months.1), day(locale, months.1));
        }
    }

    #[test]
    fn a_period_ends_on_its_last_day() {
        let moment = |text: &str| Moment::parse(text).unwrap();
        let period = |from, to| Period { start_date: moment(from), end_date: moment(to) };
        let berlin = "Europe/Berlin".parse().unwrap();
        let en = Locale::of(Some("en"), None);
        let january = period("2025-12-31T23:00:00Z", "2026-01-31T23:00:00Z");
        assert_eq!(days(en, &berlin, january).unwrap(), "1–31 January 2026");
        let hours = period("2026-01-31T08:00:00Z", "2026-01-31T09:00:00Z");
        assert_eq!(days(en, &berlin, hours).unwrap(), "31 January 2026");
    }
}
