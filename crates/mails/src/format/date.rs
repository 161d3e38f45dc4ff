//! Calendar days as a language writes them, where the company is.

use calendar::{Timestamp, Zone};
use jiff::civil::Date;
use records::Moment;

use crate::Language;

/// `31 January 2026`.
pub fn day(at: Moment, zone: &Zone, language: Language) -> String {
    local(at, zone).map(|date| spelled(date, language)).unwrap_or_default()
}

/// The same without the year where it is the year of `now`.
pub fn day_of_year(at: Moment, now: Moment, zone: &Zone, language: Language) -> String {
    match (local(at, zone), local(now, zone)) {
        (Some(date), Some(today)) if date.year() == today.year() => short(date, language),
        (Some(date), _) => spelled(date, language),
        (None, _) => String::new(),
    }
}

/// The days of a half-open period: the end is the last day of it.
pub fn days(start: Moment, end: Moment, zone: &Zone, language: Language) -> String {
    let last = Moment::from_micros(end.micros().saturating_sub(1).max(start.micros()));
    match (local(start, zone), local(last, zone)) {
        (Some(first), Some(last)) if first == last => spelled(first, language),
        (Some(first), Some(last)) => {
            let begin = match first.year() == last.year() {
                true => short(first, language),
                false => spelled(first, language),
            };
            let end = match (language, first.year() == last.year()) {
                // The year stands in front, once.
                (Language::Ja, true) => {
                    return format!("{} – {}", spelled(first, language), short(last, language));
                }
                _ => spelled(last, language),
            };
            format!("{begin} – {end}")
        }
        _ => String::new(),
    }
}

fn local(at: Moment, zone: &Zone) -> Option<Date> {
    Timestamp::from_microsecond(at.micros()).ok().map(|at| zone.date(at))
}

fn month(date: Date, language: Language) -> &'static str {
    let place = usize::try_from(date.month() - 1).unwrap_or_default();
    language.words().months.get(place).copied().unwrap_or_default()
}

fn spelled(date: Date, language: Language) -> String {
    let (year, short) = (date.year(), short(date, language));
    match language {
        Language::En | Language::De | Language::Fr => format!("{short} {year}"),
        Language::Es => format!("{short} de {year}"),
        Language::Ja => format!("{year}年{short}"),
    }
}

fn short(date: Date, language: Language) -> String {
    let (day, month) = (date.day(), month(date, language));
    match language {
        Language::En => format!("{day} {month}"),
        Language::De => format!("{day}. {month}"),
        Language::Fr if day == 1 => format!("1er {month}"),
        Language::Fr => format!("{day} {month}"),
        Language::Es => format!("{day} de {month}"),
        Language::Ja => format!("{month}{day}日"),
    }
}

#[cfg(test)]
mod tests {
    use calendar::Zone;
    use records::Moment;

    use super::{day, day_of_year, days};
    use crate::Language::{self, De, En, Es, Fr, Ja};

    fn at(text: &str) -> Moment {
        Moment::parse(text).unwrap()
    }

    #[test]
    fn days_are_spelled() {
        let table: [(Language, &str); 5] = [
            (En, "1 January 2026"),
            (De, "1. Januar 2026"),
            (Fr, "1er janvier 2026"),
            (Es, "1 de enero de 2026"),
            (Ja, "2026年1月1日"),
        ];
        for (language, text) in table {
            assert_eq!(day(at("2026-01-01T00:00:00Z"), &Zone::UTC, language), text);
        }
        let berlin: Zone = "Europe/Berlin".parse().unwrap();
        assert_eq!(day(at("2025-12-31T23:00:00Z"), &berlin, En), "1 January 2026");
        let now = at("2026-03-01T00:00:00Z");
        assert_eq!(day_of_year(at("2026-01-31T00:00:00Z"), now, &Zone::UTC, En), "31 January");
        assert_eq!(day_of_year(at("2027-01-31T00:00:00Z"), now, &Zone::UTC, En), "31 January 2027");
    }

    #[test]
    fn a_period_ends_on_its_last_day() {
        let (start, end) = (at("2026-01-01T00:00:00Z"), at("2026-02-01T00:00:00Z"));
        assert_eq!(days(start, end, &Zone::UTC, En), "1 January – 31 January 2026");
        assert_eq!(days(start, end, &Zone::UTC, Ja), "2026年1月1日 – 1月31日");
        let next = at("2027-01-01T00:00:01Z");
        assert_eq!(days(start, next, &Zone::UTC, De), "1. Januar 2026 – 1. Januar 2027");
        assert_eq!(days(start, start, &Zone::UTC, En), "1 January 2026");
    }
}
