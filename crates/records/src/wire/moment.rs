//! An instant on the wire: RFC 3339 with any offset in, UTC out, whole microseconds.

use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::{PartialSchema, ToSchema, openapi};

/// Microseconds since 1970 in UTC: what both databases keep exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(i64);

impl Moment {
    /// Reads RFC 3339; a zone is required and the years are 1 to 9999.
    pub fn parse(text: &str) -> Option<Moment> {
        let bytes = text.as_bytes();
        let shaped = bytes.len() >= 20
            && bytes[..4].iter().all(u8::is_ascii_digit)
            && matches!(bytes[10], b'T' | b't' | b' ')
            && zoned(&bytes[19..]);
        if !shaped || &bytes[..4] == b"0000" {
            return None;
        }
        let moment = text.parse::<Timestamp>().ok()?;
        Some(Moment(moment.as_microsecond()))
    }

    pub fn from_micros(micros: i64) -> Moment {
        Moment(micros)
    }

    pub fn micros(self) -> i64 {
        self.0
    }
}

/// What follows the seconds: a fraction at most, then `Z` or an offset `+hh:mm`.
fn zoned(rest: &[u8]) -> bool {
    let mut rest = rest;
    if let [b'.', tail @ ..] = rest {
        let digits = tail.iter().take_while(|b| b.is_ascii_digit()).count();
        if digits == 0 {
            return false;
        }
        rest = &tail[digits..];
    }
    match rest {
        [b'Z' | b'z'] => true,
        [b'+' | b'-', h1, h2, b':', m1, m2] => [h1, h2, m1, m2].iter().all(|b| b.is_ascii_digit()),
        _ => false,
    }
}

impl From<Timestamp> for Moment {
    fn from(at: Timestamp) -> Moment {
        Moment(at.as_microsecond())
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Timestamp::from_microsecond(self.0) {
            Ok(at) => at.fmt(f),
            Err(_) => write!(f, "{} µs", self.0),
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
    }
}
