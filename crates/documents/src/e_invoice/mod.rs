//! The same invoice for machines: EN 16931 as Cross Industry Invoice, the XML that Factur-X and
//! ZUGFeRD carry. What the records do not say is named, field by field; nothing is guessed.

mod book;
mod line;
mod missing;
mod party;
mod sums;
mod vat;
mod write;
mod xml;

use calendar::Zone;
use records::{Company, Customer, Invoice};

pub use missing::Missing;

/// The semantic model of EN 16931, without a country's own rules.
pub const PROFILE: &str = "urn:cen.eu:en16931:2017";
/// What Factur-X calls it inside a PDF.
pub const FILE_NAME: &str = "factur-x.xml";

/// A final invoice with who sends it and who pays, as they were when it was issued.
pub struct Source<'a> {
    pub invoice: &'a Invoice,
    pub company: &'a Company,
    pub buyer: &'a Customer,
    /// Whose days are written.
    pub zone: &'a Zone,
    /// Numbers of the invoices that it corrects.
    pub corrects: &'a [String],
}

/// The XML, or every field that it lacks.
pub fn e_invoice(source: &Source) -> Result<String, Vec<Missing>> {
    let book = book::book(source)?;
    Ok(write::write(&book))
}
