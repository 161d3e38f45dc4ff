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

/// A fresh number in front of each sealed text, so that no two are blended alike.
const NONCE: usize = 16;

impl Seal {
    pub(crate) fn close(&self, text: &str) -> String {
        let nonce: [u8; NONCE] = rand::random();
        let mut bytes = text.as_bytes().to_vec();
        self.blend(&nonce, &mut bytes);
        STANDARD_NO_PAD.encode([nonce.as_slice(), &bytes].concat())
    }

    /// The text again; empty where it was not sealed by this.
    pub(crate) fn open(&self, sealed: &str) -> String {
        let bytes = STANDARD_NO_PAD.decode(sealed).unwrap_or_default();
        let Some((nonce, text)) = bytes.split_at_checked(NONCE) else { return String::new() };
        let mut text = text.to_vec();
        self.blend(nonce, &mut text);
        String::from_utf8(text).unwrap_or_default()
    }

    /// Exclusive or with a stream of digests.
    fn blend(&self, nonce: &[u8], bytes: &mut [u8]) {
        for (block, chunk) in (0_u64..).zip(bytes.chunks_mut(32)) {
            let mut digest = Sha256::new();
            digest.update(b"sealed answer");
            digest.update(nonce);
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
