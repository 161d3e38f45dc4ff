//! An invoice with all that its document is made of: the record, both parties as they were when
//! it was issued, what it mentions, and why each line has its amount.

use calendar::Zone;
use documents::{Locale, Names, Source, View};
use records::invoice::explanation::InvoiceExplanation;
use records::{Address, Company, Customer, Invoice, InvoiceId, Moment};

use super::{named, parties};
use crate::bill::stored::{self, Unreadable};
use crate::{Failure, Session, invoices};

/// All of it.
pub struct Shown {
    pub invoice: Invoice,
    pub company: Company,
    /// Who pays.
    pub customer: Customer,
    pub explanation: Option<InvoiceExplanation>,
    pub names: Names,
    pub zone: Zone,
    pub now: Moment,
    /// Where its PDF is, while that can be made.
    pub pdf_link: Option<String>,
}

impl Shown {
    /// The same, to make words of.
    pub fn source(&self) -> Source<'_> {
        Source {
            invoice: &self.invoice,
            company: &self.company,
            customer: &self.customer,
            explanation: self.explanation.as_ref(),
            names: &self.names,
            zone: &self.zone,
            now: self.now,
        }
    }

    pub fn view(&self) -> View {
        documents::view(&self.source())
    }
}

pub fn shown(session: &mut Session<'_, '_>, uuid: &InvoiceId) -> Result<Shown, Failure> {
    let record = invoices::get(session, uuid)?;
    let invoice: Invoice = stored::read(&record)?;
    let explanation = invoices::explain(session, uuid)?;
    let zone = explanation.timezone.parse().map_err(Unreadable::from)?;
    put_together(session, invoice, (Some(explanation), zone))
}

pub(super) fn put_together(
    session: &mut Session<'_, '_>,
    invoice: Invoice,
    (explanation, zone): (Option<InvoiceExplanation>, Zone),
) -> Result<Shown, Failure> {
    let names = named::names(session, &invoice)?;
    let (company, customer) = parties::as_issued(session, &invoice)?;
    let (now, pdf_link) = (session.now(), invoice.pdf_link.clone());
    Ok(Shown { invoice, company, customer, explanation, names, zone, now, pdf_link })
}

/// In which language whoever pays an invoice reads.
pub fn reader(session: &mut Session<'_, '_>, uuid: &InvoiceId) -> Result<Locale, Failure> {
    let invoice: Invoice = stored::read(&invoices::get(session, uuid)?)?;
    let country = |address: Option<&Address>| address.and_then(|address| address.country.clone());
    let payer = invoice.billed_customer.as_ref();
    let place = country(payer.and_then(|payer| payer.address.as_ref()))
        .or_else(|| country(session.company().address.as_ref()));
    Ok(Locale::of(payer.and_then(|payer| payer.locale.as_deref()), place.as_deref()))
}
