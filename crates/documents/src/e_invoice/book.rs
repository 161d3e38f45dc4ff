//! Everything that an e-invoice says, gathered from the records and checked, before a word of XML
//! is written.

use jiff::civil::Date;
use records::Invoice;
use records::invoice::{InvoiceStatus, NumberSeries};

use super::Source;
use super::line::{Line, line};
use super::missing::{Found, Missing};
use super::party::{Party, buyer, seller};
use super::sums::{Minor, Signs};
use super::vat::{Breakdown, breakdown, is_reverse_charge, of_line};
use crate::format::at;

pub struct Book {
    pub number: String,
    /// 380 for an invoice, 381 for a credit note.
    pub kind: &'static str,
    pub issued: Date,
    /// The last day of service, or the day of the issue.
    pub delivered: Date,
    pub due: Option<Date>,
    pub notes: Vec<String>,
    pub terms: Option<String>,
    pub seller: Party,
    pub buyer: Party,
    pub signs: Signs,
    pub lines: Vec<Line>,
    pub vat: Vec<Breakdown>,
    pub corrects: Vec<String>,
    pub net: Minor,
    pub tax: Minor,
    /// What credits and payments paid of it.
    pub paid: Minor,
}

pub fn book(source: &Source) -> Result<Book, Vec<Missing>> {
    let mut found = Found::default();
    let whole = gathered(source, &mut found);
    found.or(whole)
}

fn gathered(source: &Source, found: &mut Found) -> Option<Book> {
    let Source { invoice, company, zone, .. } = source;
    let seller = seller(company, found);
    let buyer = buyer(source.buyer, found);
    let reverse = is_reverse_charge(seller.as_ref(), buyer.as_ref());
    let head = head(source, found);
    let turned = invoice.number_series == NumberSeries::CreditNote;
    let signs = Signs { currency: invoice.total.currency, turned };
    if signs.currency.digits() > 2 {
        let reason = "amounts of an e-invoice have two digits behind the point at most";
        found.add(Missing::new("invoice", "currency", reason));
    }
    let lines: Vec<_> = invoice
        .line_items
        .iter()
        .enumerate()
        .filter_map(|(place, item)| {
            let vat = of_line(item, place, reverse, found)?;
            Some(line(item, vat, signs, zone))
        })
        .collect();
    let vat = breakdown(&lines, invoice, signs);
    let (number, issued) = head?;
    let net = Minor::sum(lines.iter().map(|line| line.net));
    let tax = Minor::sum(vat.iter().map(|one| one.tax));
    Some(Book {
        number,
        kind: if turned { "381" } else { "380" },
        issued,
        delivered: lines
            .iter()
            .filter_map(|line| line.days)
            .map(|days| days.1)
            .max()
            .unwrap_or(issued),
        due: invoice.due_date.and_then(|due| at(zone, due)),
        notes: invoice.notes.iter().filter(|text| !text.is_empty()).cloned().collect(),
        terms: invoice.invoice_payment_instructions.clone(),
        seller: seller?,
        buyer: buyer?,
        signs,
        paid: paid(invoice, net.plus(tax), signs),
        net,
        tax,
        lines,
        vat,
        corrects: source.corrects.to_vec(),
    })
}

fn head(source: &Source, found: &mut Found) -> Option<(String, Date)> {
    let invoice = source.invoice;
    if invoice.status == InvoiceStatus::Void {
        let reason = "nothing is due of a voided invoice, and no e-invoice is made of it";
        found.add(Missing::new("invoice", "status", reason));
    }
    let number = found.wants(invoice.number.clone(), || {
        Missing::new("invoice", "number", "a draft has none: it is given when the invoice is final")
    });
    let issued = invoice.invoice_date.and_then(|issued| at(source.zone, issued));
    let issued = found
        .wants(issued, || Missing::new("invoice", "invoice_date", "a draft is not issued yet"));
    Some((number?, issued?))
}

/// What remains is what is due; the rest was paid, by credits or by money.
fn paid(invoice: &Invoice, whole: Minor, signs: Signs) -> Minor {
    whole.less(signs.minor(invoice.due))
}
