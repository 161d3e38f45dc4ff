//! How discounts, taxes and credits of an invoice came to their amounts. No answer but an
//! explanation shows it, so it is kept beside the terms of the invoice.

use billing::id::CreditHandle;
use billing::invoice::{Invoice, LinePart, Means, Payment, Taken};
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
    /// What credits paid after it was issued: the place of the payment, its net, what revenue is
    /// lowered by, and what went back, in minor units.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    paid: Vec<(usize, [i64; 3])>,
    /// The credits that it sold.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    granted: Vec<CreditHandle>,
}

impl DetailOrigins {
    pub(super) fn of(invoice: &Invoice) -> DetailOrigins {
        let taxes = invoice.taxes.iter().map(|tax| tax.parts.clone());
        DetailOrigins {
            discounts: invoice.discounts.iter().map(|detail| detail.taken.clone()).collect(),
            taxes: if is_plain(invoice) { Vec::new() } else { taxes.collect() },
            credits: invoice.credits.iter().map(|detail| detail.means.clone()).collect(),
            restored: restored(invoice),
            paid: paid(invoice),
            granted: invoice.granted.clone(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.discounts.is_empty()
            && self.taxes.is_empty()
            && self.credits.is_empty()
            && self.paid.is_empty()
            && self.granted.is_empty()
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
        invoice.granted = self.granted;
        for (place, [net, revenue, restored]) in self.paid {
            let payment = invoice.payments.get_mut(place);
            if let Some(by) = payment.and_then(|payment| payment.credit.as_mut()) {
                (by.net.minor, by.revenue.minor, by.restored.minor) = (net, revenue, restored);
            }
        }
    }
}

fn restored(invoice: &Invoice) -> Vec<(usize, i64)> {
    let all = invoice.credits.iter().map(|detail| detail.restored.minor).enumerate();
    all.filter(|(_, minor)| *minor != 0).collect()
}

fn paid(invoice: &Invoice) -> Vec<(usize, [i64; 3])> {
    let by = |(place, payment): (usize, &Payment)| {
        let by = payment.credit.as_ref()?;
        Some((place, [by.net.minor, by.revenue.minor, by.restored.minor]))
    };
    invoice.payments.iter().enumerate().filter_map(by).collect()
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
