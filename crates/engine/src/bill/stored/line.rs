//! What the lines of an invoice were computed from, and everything that they came to: the lines of
//! the core.

use std::borrow::Cow;

use billing::invoice::{Invoice, Line};
use billing::pricing::Pricings;
use serde::{Deserialize, Serialize};

use super::{Unreadable, VERSION, read, written};

#[derive(Serialize, Deserialize)]
struct StoredLines<'a> {
    v: u32,
    lines: Cow<'a, [Line]>,
}

/// What all lines of an invoice were computed from.
pub(crate) fn derivations(invoice: &Invoice) -> Result<String, Unreadable> {
    written(&StoredLines { v: VERSION, lines: Cow::Borrowed(&invoice.lines) })
}

/// The lines again, from a row that was lifted.
pub(super) fn restore(derivations: &str, pricings: &Pricings) -> Result<Vec<Line>, Unreadable> {
    let stored: StoredLines<'static> = pricings.read(|| read(derivations))?;
    Ok(stored.lines.into_owned())
}
