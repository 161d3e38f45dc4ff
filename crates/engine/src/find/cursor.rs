//! Cursors: opaque to callers, signed, and bound to the search they belong to.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac};
use records::Moment;
use serde_json::json;
use sha2::{Digest, Sha256};
use store::signing_key::SigningKey;
use store::{Store, Tx};

use crate::{Failure, Refusal};

const SIGNATURE: usize = 16;

/// Signs with the newest key and accepts every key that the database holds.
pub(crate) struct Signer(Vec<SigningKey>);

impl Signer {
    /// For whoever makes no cursors.
    pub(crate) fn none() -> Signer {
        Signer(Vec::new())
    }

    pub(crate) fn load(store: &Store, now: Moment) -> Result<Signer, Failure> {
        let keys = store.write(move |tx: &mut Tx<'_>| -> Result<_, Failure> {
            let keys = store::signing_key::all(tx)?;
            if !keys.is_empty() {
                return Ok(keys);
            }
            let secret = URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>());
            // A fixed id: of two processes that start at once, one makes the key.
            let first = SigningKey { id: "1".to_owned(), secret };
            store::signing_key::add(tx, &first, now)?;
            Ok(store::signing_key::all(tx)?)
        });
        Ok(Signer(keys.wait()?))
    }

    fn sign(key: &SigningKey, payload: &[u8]) -> Vec<u8> {
        // HMAC takes keys of any length, so this cannot fail.
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key.secret.as_bytes()) else {
            return Vec::new();
        };
        mac.update(payload);
        mac.finalize().into_bytes()[..SIGNATURE].to_vec()
    }

    fn verify(&self, payload: &[u8], signature: &[u8]) -> bool {
        self.0.iter().any(|key| {
            let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key.secret.as_bytes()) else {
                return false;
            };
            mac.update(payload);
            mac.verify_truncated_left(signature).is_ok()
        })
    }

    /// A payload that nobody can alter, for addresses; what it is for is part of what is signed,
    /// so that nothing signed for another use passes.
    pub(crate) fn sealed(&self, purpose: &str, payload: &str) -> Option<String> {
        let newest = self.0.first()?;
        let mut bytes = Self::sign(newest, format!("{purpose}\n{payload}").as_bytes());
        bytes.extend_from_slice(payload.as_bytes());
        Some(URL_SAFE_NO_PAD.encode(bytes))
    }

    /// The payload again, if it is ours and was signed for this.
    pub(crate) fn unsealed(&self, purpose: &str, text: &str) -> Option<String> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (signature, payload) = bytes.split_at_checked(SIGNATURE)?;
        let payload = std::str::from_utf8(payload).ok()?;
        let signed = format!("{purpose}\n{payload}");
        self.verify(signed.as_bytes(), signature).then(|| payload.to_owned())
    }

    /// A cursor behind `key`, good only for the search that `binding` describes.
    pub(crate) fn cursor(&self, binding: &str, key: &(i64, String)) -> String {
        let payload = json!([digest(binding), key.0, key.1]).to_string();
        let Some(newest) = self.0.first() else { return String::new() };
        let mut bytes = Self::sign(newest, payload.as_bytes());
        bytes.extend_from_slice(payload.as_bytes());
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// The place that a cursor names, if it is ours and belongs to this search.
    pub(crate) fn place(&self, binding: &str, cursor: &str) -> Result<(i64, String), Refusal> {
        let bytes = URL_SAFE_NO_PAD.decode(cursor).map_err(|_| Refusal::BadCursor)?;
        let (signature, payload) = bytes.split_at_checked(SIGNATURE).ok_or(Refusal::BadCursor)?;
        if !self.verify(payload, signature) {
            return Err(Refusal::BadCursor);
        }
        let parsed: (String, i64, String) =
            serde_json::from_slice(payload).map_err(|_| Refusal::BadCursor)?;
        if parsed.0 != digest(binding) {
            return Err(Refusal::BadCursor);
        }
        Ok((parsed.1, parsed.2))
    }
}

fn digest(text: &str) -> String {
    URL_SAFE_NO_PAD.encode(&Sha256::digest(text.as_bytes())[..12])
}
