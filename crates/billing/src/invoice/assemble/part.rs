//! The lines of an invoice that are discounted together: all of them, or in a rollup those of one
//! billing of one subscription, as that would have been an invoice of its own.

use std::sync::Arc;

use calendar::Timestamp;
use money::Currency;

use crate::id::{InvoiceHandle, SubscriptionHandle};
use crate::invoice::line::{Collected, Line};
use crate::invoice::reason::Reason;
use crate::invoice::state::{Cause, Invoice};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::Subscription;

/// Lines that are discounted together.
pub(crate) struct Part<'s, 'a> {
    /// Which of the invoice's it is.
    pub number: usize,
    pub invoice: &'a InvoiceHandle,
    pub subscription: Option<&'s Subscription>,
    pub currency: Currency,
    pub billing_date: Timestamp,
    pub reason: Reason,
    pub is_reissue: bool,
    /// Whether it is of a change that began all periods anew, which is a billing date.
    pub resets: bool,
    /// Whether it waited for a rollup.
    pub collected: bool,
    /// With their places on the invoice.
    pub lines: Vec<(usize, &'a Line)>,
}

/// What lines of one part have in common.
#[derive(PartialEq)]
struct Key<'a> {
    /// Whose, where an invoice is of several.
    of: Option<(&'a Arc<str>, Option<&'a SubscriptionHandle>)>,
    collected: Option<Collected>,
}

/// All parts of an invoice, of which every line belongs to one.
pub(crate) fn parts<'s, 'a>(
    snapshot: &'s Snapshot,
    subscription: Option<&'s Subscription>,
    invoice: &'a Invoice,
) -> Result<Vec<Part<'s, 'a>>, Refusal> {
    let several = invoice.reason == Reason::Rollup;
    let key = |line: &'a Line| Key {
        of: several.then_some((&line.customer, line.subscription.as_ref())),
        collected: line.collected,
    };
    let mut keyed: Vec<(Key<'a>, Vec<(usize, &'a Line)>)> = Vec::new();
    if !several {
        // An invoice of one subscription is a part also without any line.
        keyed.push((Key { of: None, collected: None }, Vec::new()));
    }
    for (place, line) in invoice.lines.iter().enumerate() {
        let key = key(line);
        match keyed.iter_mut().rev().find(|(known, _)| *known == key) {
            Some((_, lines)) => lines.push((place, line)),
            None => keyed.push((key, vec![(place, line)])),
        }
    }
    #[allow(clippy::type_complexity)]
    let part = |(number, (key, lines)): (usize, (Key<'a>, Vec<(usize, &'a Line)>))| {
        let of = match key.of {
            None => subscription,
            Some((_, None)) => None,
            Some((_, Some(id))) => {
                Some(&**snapshot.subscription(id).ok_or_else(|| Refusal::not_loaded(id))?)
            }
        };
        // What only waited for the next invoice is of a change.
        let own = if several { Reason::Change } else { invoice.reason };
        let collected = key.collected;
        Ok(Part {
            number,
            invoice: &invoice.id,
            subscription: of,
            currency: invoice.currency,
            billing_date: collected.map_or(invoice.billing_date, |known| known.at),
            reason: collected.map_or(own, |known| known.reason),
            is_reissue: matches!(invoice.cause, Cause::Reissue { .. }),
            resets: match collected {
                Some(known) => known.resets,
                None => of.is_some_and(|of| resets(of, &invoice.cause)),
            },
            collected: collected.is_some(),
            lines,
        })
    };
    keyed.into_iter().enumerate().map(part).collect()
}

/// Whether a cause is a change that began all periods anew.
pub(crate) fn resets(subscription: &Subscription, cause: &Cause) -> bool {
    let Cause::Change { change } = cause else { return false };
    let changed = subscription.lifecycle.changed.as_ref();
    changed.is_some_and(|known| known.id == *change && known.wanted.reset_anchor)
}
