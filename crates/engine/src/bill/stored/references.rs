//! Which pricings a row refers to: they have to be at hand before it can be read.

use serde::Deserialize;
use store::subscription::Documents;

use super::{Unreadable, read};

#[derive(Default, Deserialize)]
#[serde(default)]
struct Named {
    pricing: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Progress {
    state: State,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct State {
    pricings: Vec<Named>,
    removed: Vec<Named>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Life {
    lifecycle: Lifecycle,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Lifecycle {
    changes: Vec<Change>,
    changed: Option<Change>,
    pending_lines: Vec<Named>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Change {
    wanted: Wanted,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Wanted {
    pricings: Vec<Named>,
    onetime_items: Vec<Item>,
}

#[derive(Deserialize)]
struct Item {
    price: Price,
}

#[derive(Deserialize)]
struct Price {
    #[serde(rename = "Pricing")]
    pricing: Option<String>,
}

#[derive(Deserialize)]
struct Lines {
    lines: Vec<Named>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Draft {
    basis: Option<Basis>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Basis {
    progress: Progress,
    life: Life,
}

/// The pricings of a subscription, from a row that was lifted.
pub(crate) fn of_subscription(documents: &Documents) -> Result<Vec<String>, Unreadable> {
    let progress: Progress = read(&documents.progress)?;
    let life = documents.life.as_deref().map(read::<Life>).transpose()?.unwrap_or_default();
    Ok(ids(progress.all().chain(life.all())))
}

/// The pricings of an invoice, and of what a draft is computed from, from a row that was lifted.
pub(crate) fn of_invoice(row: &store::invoice::Billing) -> Result<Vec<String>, Unreadable> {
    let lines: Lines = read(&row.derivations)?;
    let draft = row.draft.as_deref().map(read::<Draft>).transpose()?;
    let basis = draft.and_then(|draft| draft.basis).unwrap_or_default();
    Ok(ids(lines.lines.into_iter().chain(basis.progress.all()).chain(basis.life.all())))
}

/// The pricing of a one-time charge, if it has one.
pub(crate) fn of_one_time(row: &store::one_time::OneTimeRow) -> Result<Option<String>, Unreadable> {
    Ok(read::<Item>(&row.billing)?.price.pricing)
}

impl Progress {
    fn all(self) -> impl Iterator<Item = Named> {
        self.state.pricings.into_iter().chain(self.state.removed)
    }
}

impl Life {
    fn all(self) -> impl Iterator<Item = Named> {
        let Lifecycle { changes, changed, pending_lines } = self.lifecycle;
        let wanted = changes.into_iter().chain(changed).map(|change| change.wanted);
        let wanted = wanted.flat_map(|Wanted { pricings, onetime_items }| {
            let once = onetime_items.into_iter().map(|item| Named { pricing: item.price.pricing });
            pricings.into_iter().chain(once)
        });
        wanted.chain(pending_lines)
    }
}

fn ids(named: impl Iterator<Item = Named>) -> Vec<String> {
    named.filter_map(|named| named.pricing).collect()
}
