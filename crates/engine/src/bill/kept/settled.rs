//! How discounts, taxes and credits of an invoice came to their amounts. No answer but an
//! explanation shows it, so it is kept beside the terms of the invoice.

use billing::invoice::{Invoice, LinePart, Means, Taken};
use serde::{Deserialize, Serialize};

/// In the order of the details that the document has.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Settled {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    discounts: Vec<Option<Taken>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    taxes: Vec<Vec<LinePart>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    credits: Vec<Option<Means>>,
    /// What went back to credits of what they had paid, by their places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    restored: Vec<(usize, i64)>,
}

impl Settled {
    pub(super) fn of(own: &Invoice) -> Settled {
        let taxes = own.taxes.iter().map(|tax| tax.parts.clone());
        Settled {
            discounts: own.discounts.iter().map(|detail| detail.taken.clone()).collect(),
            taxes: if is_plain(own) { Vec::new() } else { taxes.collect() },
            credits: own.credits.iter().map(|detail| detail.means.clone()).collect(),
            restored: restored(own),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.discounts.is_empty() && self.taxes.is_empty() && self.credits.is_empty()
    }

    /// Puts what was kept back into the details.
    pub(super) fn restore(self, own: &mut Invoice) {
        if let [tax] = own.taxes.as_mut_slice() {
            tax.parts = of_lines(&own.lines);
        }
        for (detail, taken) in own.discounts.iter_mut().zip(self.discounts) {
            detail.taken = taken;
        }
        for (detail, parts) in own.taxes.iter_mut().zip(self.taxes) {
            detail.parts = parts;
        }
        for (detail, means) in own.credits.iter_mut().zip(self.credits) {
            detail.means = means;
        }
        for (place, minor) in self.restored {
            let detail = own.credits.get_mut(place);
            detail.into_iter().for_each(|detail| detail.restored.minor = minor);
        }
    }
}

fn restored(own: &Invoice) -> Vec<(usize, i64)> {
    let all = own.credits.iter().map(|detail| detail.restored.minor).enumerate();
    all.filter(|(_, minor)| *minor != 0).collect()
}

/// Whether one rate is on all lines, so that what they show of it says everything.
fn is_plain(own: &Invoice) -> bool {
    match own.taxes.as_slice() {
        [] => true,
        [tax] => tax.parts == of_lines(&own.lines),
        _ => false,
    }
}

fn of_lines(lines: &[billing::invoice::Line]) -> Vec<LinePart> {
    lines.iter().enumerate().map(|(place, line)| (place, line.tax.minor)).collect()
}
