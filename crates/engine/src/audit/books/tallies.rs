//! What is counted as in use is what subscriptions use, and what was ever used is marked so.

use std::collections::BTreeMap;

use records::CompanyId;
use store::Tx;

use super::Book;
use crate::audit::Found;
use crate::bill::apply::uses::{counts, used};

/// How many subscriptions use each pricing, product and bundle.
#[derive(Default)]
pub(in crate::audit) struct Uses {
    counts: BTreeMap<String, i64>,
    /// Whether some subscription cannot be read, so that nothing can be said.
    unclear: bool,
}

impl Uses {
    pub(super) fn note(&mut self, book: &Book) {
        for stored in &book.subscriptions {
            let Some(subscription) = &stored.restored else {
                self.unclear = true;
                continue;
            };
            if counts(subscription) {
                let begun = used(subscription, stored.row.columns.bundle_pricing_id.clone(), 1);
                for id in begun.pricings.into_iter().chain(begun.products).chain(begun.bundle) {
                    *self.counts.entry(id).or_default() += 1;
                }
            }
        }
    }
}

pub(in crate::audit) fn check(tx: &mut Tx<'_>, company: &CompanyId, uses: &Uses) -> Found {
    let unmarked = store::tally::unmarked(tx, company)?;
    let unmarked = unmarked.into_iter().map(|id| format!("{id} was used and is not marked so"));
    let mut wrong: Vec<String> = unmarked.collect();
    if uses.unclear {
        return Ok(wrong);
    }
    let counted: BTreeMap<String, i64> = store::tally::sums(tx, company)?.into_iter().collect();
    let all: std::collections::BTreeSet<&String> =
        counted.keys().chain(uses.counts.keys()).collect();
    for id in all {
        let noted = counted.get(id).copied().unwrap_or(0);
        let found = uses.counts.get(id).copied().unwrap_or(0);
        if noted != found {
            wrong.push(format!("{id} is used by {found} subscriptions and counted as {noted}"));
        }
    }
    Ok(wrong)
}
