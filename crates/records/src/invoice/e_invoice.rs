//! An invoice for machines.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The invoice by EN 16931, as Cross Industry Invoice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct EInvoice {
    /// What the file is called inside the PDF.
    #[schema(example = "factur-x.xml")]
    pub file_name: String,
    /// What it conforms to.
    #[schema(example = "urn:cen.eu:en16931:2017")]
    pub profile: String,
    /// The document itself.
    #[schema(example = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>…")]
    pub xml: String,
}
