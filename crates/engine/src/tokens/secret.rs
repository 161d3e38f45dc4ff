//! The text of a token.
//!
//! It names its company, so that a token is looked up within that company alone; the checksum
//! tells a mistyped one without asking the database.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::Ids;
use records::{CompanyId, Moment};

const PREFIX: &str = "prn_";
const BODY: usize = 27;
const CHECK: usize = 6;

/// A text that can be a token: it was checked once and need not be again.
#[derive(Clone)]
pub struct Secret(Arc<Checked>);

struct Checked {
    text: String,
    company: CompanyId,
    digest: String,
}

thread_local! {
    /// What was checked before: a caller sends the same token with every request.
    static CHECKED: RefCell<HashMap<String, Secret>> = RefCell::default();
}

/// Above this many texts all are forgotten and checked again.
const MANY: usize = 1024;

impl Secret {
    /// Takes a text that has the form of a token.
    pub fn read(text: &str) -> Option<Secret> {
        CHECKED.with_borrow_mut(|checked| {
            if let Some(known) = checked.get(text) {
                return Some(known.clone());
            }
            let secret = Secret::check(text)?;
            if checked.len() >= MANY {
                checked.clear();
            }
            checked.insert(text.to_owned(), secret.clone());
            Some(secret)
        })
    }

    fn check(text: &str) -> Option<Secret> {
        let checked =
            || Checked { text: text.to_owned(), company: company(text), digest: digest(text) };
        well_formed(text).then(|| Secret(Arc::new(checked())))
    }

    pub fn as_str(&self) -> &str {
        &self.0.text
    }

    /// The company that it names.
    pub(super) fn company(&self) -> &CompanyId {
        &self.0.company
    }

    /// What the database keeps of it.
    pub(super) fn digest(&self) -> &str {
        &self.0.digest
    }
}

impl PartialEq for Secret {
    fn eq(&self, other: &Secret) -> bool {
        self.0.text == other.0.text
    }
}

impl Eq for Secret {}

impl Hash for Secret {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.text.hash(state);
    }
}

/// Nothing that is logged may show one.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// A new secret for a company.
pub(super) fn new(ids: &Ids, company: &CompanyId, now: Moment) -> String {
    let company = company.strip_prefix("cmp_").unwrap_or(company);
    // Two ids give 192 bits of chance; their times are worth nothing to anyone.
    let chance: String =
        [ids.next("", now), ids.next("", now)].map(|id| id[11..].to_owned()).concat();
    let text = format!("{PREFIX}{company}{chance}");
    let check = checksum(&text);
    format!("{text}{check}")
}

/// Whether a text can be a token at all.
fn well_formed(secret: &str) -> bool {
    secret.is_ascii()
        && secret.len() == PREFIX.len() + BODY + 32 + CHECK
        && secret.starts_with(PREFIX)
        && checksum(&secret[..secret.len() - CHECK]) == secret[secret.len() - CHECK..]
}

/// The company that a well-formed token names.
fn company(secret: &str) -> CompanyId {
    let id = ["cmp_", &secret[PREFIX.len()..PREFIX.len() + BODY]].concat();
    id.into()
}

/// What the database keeps of a token.
pub(super) fn digest(secret: &str) -> String {
    hex::encode(Sha256::digest(secret.as_bytes()))
}

fn checksum(text: &str) -> String {
    hex::encode(&Sha256::digest(text.as_bytes())[..CHECK / 2])
}

#[cfg(test)]
mod tests {
    use super::{company, new, well_formed};
    use crate::Ids;
    use records::Moment;

    #[test]
    fn a_secret_names_its_company_and_checks_itself() {
        let ids = Ids::default();
        let id = ids.next("cmp_", Moment::from_micros(1)).into();
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
