//! An invoice for machines: the XML, or every field that it lacks.

use documents::e_invoice::{self, FILE_NAME, Missing, PROFILE};
use records::InvoiceId;
use records::invoice::e_invoice::EInvoice;
use records::problem::Fault;

use super::Shown;
use super::shown::shown;
use crate::{Failure, Refusal, Session};

impl Shown {
    /// Its XML by EN 16931, or what is missing.
    pub fn e_invoice(&self) -> Result<String, Vec<Missing>> {
        let lines = self.invoice.line_items.iter().filter_map(|line| line.corrects.as_deref());
        let mut corrects: Vec<String> = Vec::new();
        for (uuid, _) in lines.filter_map(|line| line.rsplit_once('-')) {
            let number = self.names.invoices.get(uuid).filter(|one| !corrects.contains(one));
            corrects.extend(number.cloned());
        }
        e_invoice::e_invoice(&e_invoice::Source {
            invoice: &self.invoice,
            company: &self.company,
            buyer: &self.customer,
            zone: &self.zone,
            corrects: &corrects,
        })
    }
}

pub fn e_invoice(session: &mut Session<'_, '_>, uuid: &InvoiceId) -> Result<EInvoice, Failure> {
    let made = shown(session, uuid)?.e_invoice();
    let xml = made.map_err(|all| Refusal::Invalid(all.iter().map(fault).collect()))?;
    Ok(EInvoice { file_name: FILE_NAME.to_owned(), profile: PROFILE.to_owned(), xml })
}

fn fault(missing: &Missing) -> Fault {
    let field = missing.field.replace('.', "/");
    Fault::new(format!("/{}/{field}", missing.record), "missing", missing.reason)
}
