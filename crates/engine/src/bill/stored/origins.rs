//! How discounts, taxes and credits of an invoice came to their amounts. No answer but an
//! explanation shows it, so it is kept beside the terms of the invoice.

use billing::invoice::{Invoice, LinePart, Means, Taken};
use serde::{Deserialize, Serialize};

/// In the order of the details that the document has.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct DetailOrigins {
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

impl DetailOrigins {
    pub(super) fn of(invoice: &Invoice) -> DetailOrigins {
        let taxes = invoice.taxes.iter().map(|tax| tax.parts.clone());
        DetailOrigins {
            discounts: invoice.discounts.iter().map(|detail| detail.taken.clone()).collect(),
            taxes: if is_plain(invoice) { Vec::new() } else { taxes.collect() },
            credits: invoice.credits.iter().map(|detail| detail.means.clone()).collect(),
            restored: restored(invoice),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.discounts.is_empty() && self.taxes.is_empty() && self.credits.is_empty()
    }

    /// Puts what was kept back into the details.
    pub(super) fn restore(self, invoice: &mut Invoice) {
        if let [tax] = invoice.taxes.as_mut_slice() {
            tax.parts = of_lines(&invoice.lines);
        }
        for (detail, taken) in invoice.discounts.iter_mut().zip(self.discounts) {
            detail.taken = taken;
        }
        for (detail, parts) in invoice.taxes.iter_mut().zip(self.taxes) {
            detail.parts = parts;
        }
        for (detail, means) in invoice.credits.iter_mut().zip(self.credits) {
            detail.means = means;
        }
        for (place, minor) in self.restored {
            let detail = invoice.credits.get_mut(place);
            detail.into_iter().for_each(|detail| detail.restored.minor = minor);
        }
    }
}

fn restored(invoice: &Invoice) -> Vec<(usize, i64)> {
    let all = invoice.credits.iter().map(|detail| detail.restored.minor).enumerate();
    all.filter(|(_, minor)| *minor != 0).collect()
}

/// Whether one rate is on all lines, so that what they show of it says everything.
fn is_plain(invoice: &Invoice) -> bool {
    match invoice.taxes.as_slice() {
        [] => true,
        [tax] => tax.parts == of_lines(&invoice.lines),
        _ => false,
    }
}

fn of_lines(lines: &[billing::invoice::Line]) -> Vec<LinePart> {
    lines.iter().enumerate().map(|(place, line)| (place, line.tax.minor)).collect()
}
