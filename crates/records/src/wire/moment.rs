//! An instant on the wire: RFC 3339 with any offset in, UTC out, whole microseconds.

use std::fmt;

use jiff::civil::DateTime;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::{PartialSchema, ToSchema, openapi};

/// Microseconds since 1970 in UTC: what both databases keep exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(i64);

impl Moment {
    /// Reads RFC 3339; a zone is required and the years are 1 to 9999, in UTC too.
    pub fn parse(text: &str) -> Option<Moment> {
        let bytes = text.as_bytes();
        let shaped = bytes.len() >= 20
            && bytes[..4].iter().all(u8::is_ascii_digit)
            && matches!(bytes[10], b'T' | b't' | b' ');
        let offset = zoned(bytes.get(19..)?).filter(|_| shaped)?;
        let zone = bytes.iter().rposition(|b| matches!(b, b'Z' | b'z' | b'+' | b'-'))?;
        let local: DateTime = text.get(..zone)?.parse().ok()?;
        let micros = local.duration_since(EPOCH).as_micros();
        let utc = i64::try_from(micros).ok()?.checked_sub(offset * 1_000_000)?;
        let years = 1..=9999;
        civil(utc).filter(|at| years.contains(&at.year())).map(|_| Moment(utc))
    }

    pub fn from_micros(micros: i64) -> Moment {
        Moment(micros)
    }

    pub fn micros(self) -> i64 {
        self.0
    }
}

const EPOCH: DateTime = DateTime::constant(1970, 1, 1, 0, 0, 0, 0);

/// Date and time in UTC, over the whole range of years.
fn civil(micros: i64) -> Option<DateTime> {
    EPOCH.checked_add(SignedDuration::from_micros(micros)).ok()
}

/// What follows the seconds: a fraction at most, then `Z` or an offset `+hh:mm`, in seconds.
fn zoned(rest: &[u8]) -> Option<i64> {
    let mut rest = rest;
    if let [b'.', tail @ ..] = rest {
        let digits = tail.iter().take_while(|b| b.is_ascii_digit()).count();
        if digits == 0 {
            return None;
        }
        rest = &tail[digits..];
    }
    let digit = |byte: &u8| byte.is_ascii_digit().then(|| i64::from(byte - b'0'));
    match rest {
        [b'Z' | b'z'] => Some(0),
        [sign @ (b'+' | b'-'), h1, h2, b':', m1, m2] => {
            let hours = digit(h1)? * 10 + digit(h2)?;
            let minutes = digit(m1)? * 10 + digit(m2)?;
            let seconds = (hours * 60 + minutes) * 60;
            let known = hours < 24 && minutes < 60;
            known.then_some(if *sign == b'-' { -seconds } else { seconds })
        }
        _ => None,
    }
}

impl From<Timestamp> for Moment {
    fn from(at: Timestamp) -> Moment {
        Moment(at.as_microsecond())
    }
}

/// The usual years, spelled here: an answer has many moments, and jiff's way to a text is long.
fn spelled(micros: i64) -> Option<([u8; 27], usize)> {
    let (second, fraction) = (micros.div_euclid(1_000_000), micros.rem_euclid(1_000_000));
    let (day, second) = (second.div_euclid(86_400), second.rem_euclid(86_400));
    // Years that begin in March, in eras of 400, so that the leap day is the last of its year.
    let day = day + 719_468;
    let (era, day) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = match month {
        0..10 => (era * 400 + year, month + 3),
        _ => (era * 400 + year + 1, month - 9),
    };
    if !(1..=9999).contains(&year) {
        return None;
    }
    let mut text = *b"0000-00-00T00:00:00.000000Z";
    let parts = [
        (0..4, year),
        (5..7, month),
        (8..10, day),
        (11..13, second / 3600),
        (14..16, second / 60 % 60),
        (17..19, second % 60),
        (20..26, fraction),
    ];
    for (place, mut value) in parts {
        for digit in text[place].iter_mut().rev() {
            *digit += u8::try_from(value % 10).unwrap_or(0);
            value /= 10;
        }
    }
    let zeros = text[19..26].iter().rev().take_while(|digit| matches!(digit, b'0' | b'.')).count();
    let end = 26 - zeros;
    text[end] = b'Z';
    Some((text, end + 1))
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((text, end)) = spelled(self.0) {
            return f.write_str(std::str::from_utf8(&text[..end]).unwrap_or_default());
        }
        match civil(self.0) {
            Some(at) => write!(f, "{at}Z"),
            None => write!(f, "{} µs", self.0),
        }
    }
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Moment, D::Error> {
        let text = String::deserialize(from)?;
        Moment::parse(&text).ok_or_else(|| de::Error::custom("not an RFC 3339 date-time"))
    }
}

impl PartialSchema for Moment {
    fn schema() -> openapi::RefOr<openapi::Schema> {
        openapi::ObjectBuilder::new()
            .schema_type(openapi::schema::Type::String)
            .format(Some(openapi::SchemaFormat::KnownFormat(openapi::KnownFormat::DateTime)))
            .examples(["2026-01-31T00:00:00Z"])
            .into()
    }
}

impl ToSchema for Moment {}

#[cfg(test)]
mod tests {
    use super::{Moment, civil};

    #[test]
    fn reads_rfc_3339_and_nothing_else() {
        for good in [
            "2026-01-31T00:00:00Z",
            "2026-01-31t00:00:00z",
            "2026-01-31T05:30:00.123456+05:30",
            "0001-01-02T00:00:00Z",
            "9999-12-31T23:59:59Z",
            "2026-01-31 00:00:00-23:59",
        ] {
            assert!(Moment::parse(good).is_some(), "{good}");
        }
        for bad in [
            "2026-02-30T00:00:00Z",
            "0000-01-01T00:00:00Z",
            "10000-01-01T00:00:00Z",
            "2026-01-31T00:00:00",
            "2026-01-31",
            "2026-01-31T00:00:00+0530",
            "2026-01-31T00:00:00Z[UTC]",
            "2026-01-31T25:00:00Z",
            "2026-01-31T00:00:00+25:00",
            "2026-01-31T00:00:00+00:60",
            "0001-01-01T00:00:00+01:00",
            "2026-01-31T00:00:00.Z",
            "",
            "éééééééééééé",
        ] {
            assert!(Moment::parse(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn every_year_is_spelled_as_jiff_does() {
        let day = 86_400_000_000;
        let (first, last) = (-719_162 * day, 2_932_897 * day - 1);
        let odd = (first..=last).step_by(3_456_789_012_345);
        let days = (-800..800).map(|n| n * day - n % 2);
        let short = [0, 1, 10, 250_000, 999_999, 1_000_000, -1, first - 1, first, last, last + 1];
        for micros in odd.chain(days).chain(short) {
            let expected = civil(micros).map_or(format!("{micros} µs"), |at| format!("{at}Z"));
            assert_eq!(Moment::from_micros(micros).to_string(), expected);
        }
    }

    #[test]
    fn answers_utc() {
        let at = Moment::parse("2026-01-31T05:30:00+05:30").unwrap();
        assert_eq!(at.to_string(), "2026-01-31T00:00:00Z");
        let at = Moment::parse("9999-12-31T23:59:59.25Z").unwrap();
        assert_eq!(at.to_string(), "9999-12-31T23:59:59.25Z");
    }
}
