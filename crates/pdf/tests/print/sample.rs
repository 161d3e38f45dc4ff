//! Invoices as records, to be printed.

use std::error::Error;
use std::fs;
use std::path::Path;

use calendar::Zone;
use documents::e_invoice::{self, Missing};
use documents::{Names, Source, View, view};
use pdf::{About, Attachment, Made};
use records::{Company, Customer, Invoice};
use serde_json::Value;

pub struct Sample {
    pub company: Company,
    pub customer: Customer,
    pub invoice: Invoice,
    names: Names,
    zone: Zone,
}

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("samples")
}

pub fn names() -> Result<Vec<String>, Box<dyn Error>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder())? {
        let path = entry?.path();
        names.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
    }
    names.sort();
    Ok(names)
}

impl Sample {
    pub fn read(name: &str) -> Result<Self, Box<dyn Error>> {
        let text = fs::read_to_string(folder().join(format!("{name}.json")))?;
        let mut value: Value = serde_json::from_str(&text)?;
        let mut part = |name: &str| value[name].take();
        let company: Company = serde_json::from_value(part("company"))?;
        let names = part("names");
        let known = |name: &str| serde_json::from_value(names[name].clone());
        Ok(Self {
            zone: company.preferred_timezone.parse()?,
            company,
            customer: serde_json::from_value(part("customer"))?,
            invoice: serde_json::from_value(part("invoice"))?,
            names: Names {
                credits: known("credits")?,
                customers: known("customers")?,
                invoices: known("invoices")?,
                subscriptions: known("subscriptions")?,
            },
        })
    }

    pub fn view(&self) -> View {
        view(&Source {
            invoice: &self.invoice,
            company: &self.company,
            customer: &self.customer,
            explanation: None,
            names: &self.names,
            zone: &self.zone,
            now: self.invoice.invoice_date.unwrap_or_default(),
        })
    }

    pub fn xml(&self) -> Result<String, Vec<Missing>> {
        let corrects: Vec<_> = self.names.invoices.values().cloned().collect();
        e_invoice::e_invoice(&e_invoice::Source {
            invoice: &self.invoice,
            company: &self.company,
            buyer: &self.customer,
            zone: &self.zone,
            corrects: &corrects,
        })
    }

    pub fn pdf(&self) -> Result<Vec<u8>, pdf::Fault> {
        let attachment = self.xml().ok().map(|xml| Attachment { xml: xml.into_bytes() });
        pdf::invoice(
            &self.view(),
            &About {
                identity: "01985f2e-7c1a-7000-8000-5a1f0c2d3e4f",
                made: Some(Made { year: 2026, month: 1, day: 1, hour: 8, minute: 0, second: 0 }),
                attachment: attachment.as_ref(),
            },
        )
    }

    /// Every figure that its view has.
    pub fn figures(&self) -> Vec<String> {
        let view = self.view();
        let lines = view.groups.iter().flat_map(|group| &group.lines);
        let subtotals = view.groups.iter().filter_map(|group| group.subtotal.as_ref());
        let lines = lines.flat_map(|line| [&line.quantity, &line.unit_price, &line.figure.text]);
        let totals = view.totals.iter().chain(subtotals).map(|total| &total.figure.text);
        let all = [&view.answer.figure.text].into_iter().chain(lines).chain(totals);
        all.filter(|figure| !figure.is_empty()).cloned().collect()
    }
}
