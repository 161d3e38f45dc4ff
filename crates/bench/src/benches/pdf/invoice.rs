//! The invoice that is printed: the first ten lines of a sample.

use calendar::Zone;
use documents::{Names, Source, e_invoice, view};
use pdf::{About, Attachment, Made};
use records::{Company, Customer};
use serde_json::Value;

use crate::outcome::{Outcome, broken};
use crate::programs;

const LINES: usize = 10;

pub struct Invoice {
    company: Company,
    customer: Customer,
    invoice: records::Invoice,
    names: Names,
    zone: Zone,
}

impl Invoice {
    pub fn read() -> Outcome<Invoice> {
        let path = programs::root().join("crates/pdf/samples/hundred_lines_de.json");
        let mut sample: Value = serde_json::from_str(&std::fs::read_to_string(path)?)?;
        let company: Company = serde_json::from_value(sample["company"].take())?;
        let mut invoice: records::Invoice = serde_json::from_value(sample["invoice"].take())?;
        invoice.line_items.truncate(LINES);
        Ok(Invoice {
            zone: company.preferred_timezone.parse()?,
            company,
            customer: serde_json::from_value(sample["customer"].take())?,
            invoice,
            names: Names::default(),
        })
    }

    /// From the records to the bytes.
    pub fn print(&self) -> Outcome<()> {
        let Invoice { company, customer, invoice, names, zone } = self;
        let view = view(&Source {
            invoice,
            company,
            customer,
            explanation: None,
            names,
            zone,
            now: invoice.billing_date,
        });
        let source = e_invoice::Source { invoice, company, buyer: customer, zone, corrects: &[] };
        let xml = e_invoice::e_invoice(&source).map_err(|all| broken(format!("{all:?}")))?;
        let attachment = Attachment { xml: xml.into_bytes() };
        let made = Some(Made { year: 2026, month: 1, day: 1, hour: 8, minute: 0, second: 0 });
        let about = About { identity: "bench", made, attachment: Some(&attachment) };
        let bytes = pdf::invoice(&view, &about)?;
        if bytes.starts_with(b"%PDF") { Ok(()) } else { Err(broken("that is no PDF")) }
    }
}
