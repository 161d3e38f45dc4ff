//! What an endpoint has to be.

use billing::fact::FactType;
use records::Webhook;

use crate::refusal::Faults;
use crate::{Failure, Session};

const LONGEST_URL: usize = 2048;

pub(super) fn check(session: &Session<'_, '_>, webhook: &mut Webhook) -> Result<(), Failure> {
    let mut faults = Faults::default();
    if let Some(sentence) = refused(session, &webhook.url) {
        faults.add("/url", "invalid", sentence);
    }
    for (index, name) in webhook.event_types.iter().enumerate() {
        if !FactType::ALL.iter().any(|fact| fact.event_type() == name) {
            let short: String = name.chars().take(80).collect();
            let detail = format!("There is no event `{short}`.");
            faults.add(&format!("/event_types/{index}"), "unknown", detail);
        }
    }
    faults.refuse_any()?;
    webhook.event_types.sort_unstable();
    webhook.event_types.dedup();
    Ok(())
}

/// Why nothing would ever be sent there; where nobody is connected, nobody knows more than this.
fn refused(session: &Session<'_, '_>, url: &str) -> Option<String> {
    if url.is_empty() {
        return Some("An endpoint needs a URL.".to_owned());
    }
    if url.len() > LONGEST_URL {
        return Some(format!("A URL has at most {LONGEST_URL} bytes."));
    }
    let plain = session.company().is_dev;
    match session.tools.outside.get() {
        Some(outside) => outside.receivers.refuses(url, plain),
        None if url.starts_with("https://") => None,
        None => Some("The URL of an endpoint begins with https://.".to_owned()),
    }
}
