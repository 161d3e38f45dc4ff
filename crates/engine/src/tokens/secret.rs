//! The text of a token.
//!
//! It names its company, so that a token is looked up within that company alone; the checksum
//! tells a mistyped one without asking the database.

use sha2::{Digest, Sha256};

use crate::Ids;
use records::Moment;

const PREFIX: &str = "prn_";
const BODY: usize = 27;
const CHECK: usize = 6;

/// A new secret for a company.
pub(super) fn new(ids: &Ids, company: &str, now: Moment) -> String {
    let company = company.strip_prefix("cmp_").unwrap_or(company);
    // Two ids give 192 bits of chance; their times are worth nothing to anyone.
    let chance: String =
        [ids.next("", now), ids.next("", now)].map(|id| id[11..].to_owned()).concat();
    let text = format!("{PREFIX}{company}{chance}");
    let check = checksum(&text);
    format!("{text}{check}")
}

/// Whether a text can be a token at all.
pub fn well_formed(secret: &str) -> bool {
    secret.is_ascii()
        && secret.len() == PREFIX.len() + BODY + 32 + CHECK
        && secret.starts_with(PREFIX)
        && checksum(&secret[..secret.len() - CHECK]) == secret[secret.len() - CHECK..]
}

/// The company that a well-formed token names.
pub(super) fn company(secret: &str) -> String {
    format!("cmp_{}", &secret[PREFIX.len()..PREFIX.len() + BODY])
}

/// What the database keeps of a token.
pub(super) fn digest(secret: &str) -> String {
    hex(&Sha256::digest(secret.as_bytes()))
}

fn checksum(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes())[..CHECK / 2])
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let pair = |byte: &u8| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]];
    bytes.iter().flat_map(pair).map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::{company, new, well_formed};
    use crate::Ids;
    use records::Moment;

    #[test]
    fn a_secret_names_its_company_and_checks_itself() {
        let ids = Ids::default();
        let id = ids.next("cmp_", Moment::from_micros(1));
        let secret = new(&ids, &id, Moment::from_micros(1));
        assert!(well_formed(&secret), "{secret}");
        assert_eq!(company(&secret), id);
        assert!(!well_formed(&secret.replace("prn_", "prm_")));
        assert!(!well_formed(&secret[1..]));
        assert!(!well_formed(""));
        let mut altered = secret.clone().into_bytes();
        altered[20] = if altered[20] == b'a' { b'b' } else { b'a' };
        assert!(!well_formed(&String::from_utf8(altered).unwrap()));
    }
}
