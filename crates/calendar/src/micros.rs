//! Instants in documents that only programs read: microseconds since 1970, as databases keep them.
//! For `#[serde(with = "calendar::micros")]`.

use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serializer, de};

pub fn serialize<S: Serializer>(at: &Timestamp, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_i64(at.as_microsecond())
}

pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Timestamp, D::Error> {
    let micros = i64::deserialize(deserializer)?;
    Timestamp::from_microsecond(micros).map_err(de::Error::custom)
}

/// The same for an instant that may be absent.
pub mod optional {
    use jiff::Timestamp;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    pub fn serialize<S: Serializer>(
        at: &Option<Timestamp>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        at.map(Timestamp::as_microsecond).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Timestamp>, D::Error> {
        let micros = Option::<i64>::deserialize(deserializer)?;
        micros.map(Timestamp::from_microsecond).transpose().map_err(de::Error::custom)
    }
}

/// The same for an instant with something that belongs to it.
pub mod paired {
    use jiff::Timestamp;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    pub fn serialize<T: Serialize, S: Serializer>(
        pair: &Option<(Timestamp, T)>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        pair.as_ref().map(|(at, value)| (at.as_microsecond(), value)).serialize(serializer)
    }

    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<(Timestamp, T)>, D::Error> {
        let Some((micros, value)) = Option::<(i64, T)>::deserialize(deserializer)? else {
            return Ok(None);
        };
        Ok(Some((Timestamp::from_microsecond(micros).map_err(de::Error::custom)?, value)))
    }
}
