//! Secrets and signatures as Standard Webhooks has them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac as _};
use sha2::Sha256;
use store::webhook::Secrets;

use records::Moment;

const PREFIX: &str = "whsec_";

pub(super) fn new() -> String {
    let bytes: [u8; 24] = rand::random();
    format!("{PREFIX}{}", STANDARD.encode(bytes))
}

/// One signature for each secret that is good at this instant of wall time.
pub(super) fn signatures(secrets: &Secrets, message: &Message<'_>, wall: Moment) -> String {
    let is_good = secrets.old_secret_until.is_some_and(|until| wall < until);
    let old = secrets.old_secret.as_deref().filter(|_| is_good);
    let good = std::iter::once(secrets.secret.as_str()).chain(old);
    let signed: Vec<String> = good.map(|secret| format!("v1,{}", message.signed(secret))).collect();
    signed.join(" ")
}

/// What is signed.
pub(super) struct Message<'a> {
    pub(super) id: &'a str,
    /// Seconds since 1970.
    pub(super) timestamp: i64,
    pub(super) body: &'a str,
}

impl Message<'_> {
    fn signed(&self, secret: &str) -> String {
        let key = STANDARD.decode(secret.strip_prefix(PREFIX).unwrap_or(secret));
        // A key of any length will do.
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&key.unwrap_or_default()) else {
            return String::new();
        };
        mac.update(format!("{}.{}.", self.id, self.timestamp).as_bytes());
        mac.update(self.body.as_bytes());
        STANDARD.encode(mac.finalize().into_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::{Message, Secrets, new, signatures};
    use records::Moment;

    /// The example of the specification.
    #[test]
    fn it_signs_as_the_others_do() {
        let secrets = Secrets {
            secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".to_owned(),
            old_secret: Some(new()),
            old_secret_until: Some(Moment::from_micros(10)),
        };
        let message = Message {
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
            timestamp: 1_614_265_330,
            body: "{\"test\": 2432232314}",
        };
        let one = signatures(&secrets, &message, Moment::from_micros(10));
        assert_eq!(one, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
        let both = signatures(&secrets, &message, Moment::from_micros(9));
        assert!(both.starts_with(&one) && both.split(' ').count() == 2, "{both}");
    }
}
