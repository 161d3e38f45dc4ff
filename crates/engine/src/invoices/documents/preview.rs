//! An invoice with settings that are being tried: its page and its PDF, of which nothing is kept.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use records::{Company, InvoicePreview, PreviewRequest};

use super::{check_company, sample, shown};
use crate::refusal::Faults;
use crate::{Failure, Refusal, Session};

pub fn preview(
    session: &mut Session<'_, '_>,
    request: &PreviewRequest,
) -> Result<InvoicePreview, Failure> {
    let mut company = session.company().clone();
    tried(&mut company, request);
    let mut faults = Faults::default();
    check_company(&mut company, &mut faults);
    faults.refuse_any()?;
    let mut shown = match &request.uuid {
        Some(uuid) => shown(session, uuid).map_err(|failure| match failure {
            Failure::Refused(Refusal::NotFound(_)) => {
                Refusal::invalid("/uuid", "unknown", "There is no such invoice.").into()
            }
            other => other,
        })?,
        None => sample::sample(session, &company)?,
    };
    if request.locale.is_some() {
        shown.customer.locale = request.locale.clone();
    }
    if request.invoice_payment_instructions.is_some() {
        shown.invoice.invoice_payment_instructions = request.invoice_payment_instructions.clone();
    }
    shown.company = company;
    let outlet = &session.tools.outlet;
    let printed = outlet.printer().map(|printer| printer.pdf(&shown)).transpose();
    let printed = printed.map_err(|reason| {
        Refusal::conflict("not_printable", format!("The PDF could not be made: {reason}"))
    })?;
    Ok(InvoicePreview {
        page: outlet.page(&shown),
        pdf: printed.map(|bytes| STANDARD.encode(bytes)),
    })
}

/// What was sent, over the company.
fn tried(company: &mut Company, request: &PreviewRequest) {
    let asked = request.clone();
    company.accent_color = asked.accent_color.or(company.accent_color.take());
    company.address = asked.address.or(company.address.take());
    company.email = asked.email.or(company.email.take());
    company.footer = asked.footer.or(company.footer.take());
    company.legal_name = asked.legal_name.or(company.legal_name.take());
    company.logo = asked.logo.or(company.logo.take());
    if let Some(tax_ids) = asked.tax_ids {
        company.tax_ids = tax_ids;
    }
}
