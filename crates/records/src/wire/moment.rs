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

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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
    use super::Moment;

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
    fn answers_utc() {
        let at = Moment::parse("2026-01-31T05:30:00+05:30").unwrap();
        assert_eq!(at.to_string(), "2026-01-31T00:00:00Z");
        let at = Moment::parse("9999-12-31T23:59:59.25Z").unwrap();
        assert_eq!(at.to_string(), "9999-12-31T23:59:59.25Z");
    }
}
