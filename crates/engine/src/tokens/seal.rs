//! Answers that hold a secret are kept sealed: only who sent the request can read them again.
//!
//! The key is the token that the caller presents, which the database never holds.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use sha2::{Digest, Sha256};

/// What opens and closes a seal: the caller's token and the key of the request.
#[derive(Clone)]
pub struct Seal {
    pub secret: String,
    pub key: String,
}

impl Seal {
    pub(crate) fn close(&self, text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        self.blend(&mut bytes);
        STANDARD_NO_PAD.encode(bytes)
    }

    /// The text again; empty where it was not sealed by this.
    pub(crate) fn open(&self, sealed: &str) -> String {
        let mut bytes = STANDARD_NO_PAD.decode(sealed).unwrap_or_default();
        self.blend(&mut bytes);
        String::from_utf8(bytes).unwrap_or_default()
    }

    /// Exclusive or with a stream of digests; a key is used for one answer only.
    fn blend(&self, bytes: &mut [u8]) {
        for (block, chunk) in (0_u64..).zip(bytes.chunks_mut(32)) {
            let mut digest = Sha256::new();
            digest.update(b"sealed answer");
            digest.update(self.secret.as_bytes());
            digest.update(self.key.as_bytes());
            digest.update(block.to_be_bytes());
            for (byte, mask) in chunk.iter_mut().zip(digest.finalize()) {
                *byte ^= mask;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Seal;

    #[test]
    fn only_the_same_caller_opens_it() {
        let seal = |secret: &str| Seal { secret: secret.to_owned(), key: "k".to_owned() };
        let text = "{\"token\":\"prn_…\"} and more than one block of it, for good measure";
        let sealed = seal("a").close(text);
        assert!(!sealed.contains("prn_"));
        assert_eq!(seal("a").open(&sealed), text);
        assert_ne!(seal("b").open(&sealed), text);
    }
}
