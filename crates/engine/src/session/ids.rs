//! New ids: a prefix and 27 letters and digits that sort by the time they were made.

use std::sync::Mutex;

use records::Moment;

/// Base 62 in the order of ASCII, so that texts sort as numbers do.
const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const LENGTH: usize = 27;

pub const SUBSCRIPTION: &str = "subs_";

/// Gives ids that rise within a process: 48 bits of milliseconds, 16 of a count, 96 of chance.
#[derive(Default)]
pub struct Ids(Mutex<(u64, u16)>);

impl Ids {
    pub fn next(&self, prefix: &str, now: Moment) -> String {
        let millis = u64::try_from(now.micros() / 1000).unwrap_or(0) & 0xffff_ffff_ffff;
        let (millis, count) = self.tick(millis);
        let chance: u128 = rand::random::<u128>() & ((1 << 96) - 1);
        // 160 bits do not fit an integer: divide by hand, high part first.
        let high = (u128::from(millis) << 16) | u128::from(count);
        let mut digits = [0_u8; LENGTH];
        let mut words = [
            narrow(high >> 32),
            narrow(high),
            narrow(chance >> 64),
            narrow(chance >> 32),
            narrow(chance),
        ];
        for digit in digits.iter_mut().rev() {
            let mut rest = 0_u64;
            for word in &mut words {
                let value = (rest << 32) | u64::from(*word);
                *word = narrow(u128::from(value / 62));
                rest = value % 62;
            }
            *digit = DIGITS[usize::try_from(rest).unwrap_or(0)];
        }
        format!("{prefix}{}", String::from_utf8_lossy(&digits))
    }

    /// A UUID of version 7: milliseconds, a count, and chance, so that they rise too.
    pub fn uuid(&self, now: Moment) -> String {
        let millis = u64::try_from(now.micros() / 1000).unwrap_or(0) & 0xffff_ffff_ffff;
        let (millis, count) = self.tick(millis);
        // Version and variant take four bits before twelve of the count, and two before the rest.
        let [high, middle] = (count >> 4).to_be_bytes();
        let low = (count & 0xf).to_be_bytes()[1];
        let mut bytes: [u8; 10] = rand::random();
        bytes[0] = high;
        bytes[1] = middle;
        bytes[2] = (low << 2) | (bytes[2] & 0b11);
        uuid::Builder::from_unix_timestamp_millis(millis, &bytes).into_uuid().to_string()
    }

    /// Time never goes back here, and a full count waits for no one: it moves the time on.
    fn tick(&self, millis: u64) -> (u64, u16) {
        let mut last = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        *last = match *last {
            (before, count) if before >= millis => match count.checked_add(1) {
                Some(next) => (before, next),
                None => (before + 1, 0),
            },
            _ => (millis, 0),
        };
        *last
    }
}

fn narrow(value: u128) -> u32 {
    u32::try_from(value & 0xffff_ffff).unwrap_or(0)
}

/// Whether a text has exactly the form of an id with this prefix.
pub fn is_id(prefix: &str, text: &str) -> bool {
    let body = text.strip_prefix(prefix);
    body.is_some_and(|b| b.len() == LENGTH && b.bytes().all(|c| c.is_ascii_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::{Ids, is_id};
    use records::Moment;

    #[test]
    fn ids_rise_even_when_time_stands_or_falls() {
        let ids = Ids::default();
        let mut last = String::new();
        for step in 0..200_000 {
            let now = Moment::from_micros(1_700_000_000_000_000 - step);
            let id = ids.next("cus_", now);
            assert!(is_id("cus_", &id), "{id}");
            assert!(id > last, "{id} after {last}");
            last = id;
        }
    }

    #[test]
    fn uuids_rise_too_and_are_of_version_seven() {
        let ids = Ids::default();
        let mut last = String::new();
        for step in 0..200_000 {
            let uuid = ids.uuid(Moment::from_micros(1_700_000_000_000_000 - step));
            let read = uuid::Uuid::try_parse(&uuid).unwrap();
            assert_eq!(read.get_version_num(), 7, "{uuid}");
            assert_eq!(read.get_variant(), uuid::Variant::RFC4122, "{uuid}");
            assert!(uuid.len() == 36 && uuid > last, "{uuid} after {last}");
            last = uuid;
        }
    }
}
