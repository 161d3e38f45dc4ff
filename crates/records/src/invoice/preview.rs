//! What an invoice would look like with other settings.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Address, InvoiceId, TaxId};

/// Settings to try; those that are not sent are the company's. Nothing is kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(example = json!({"accent_color": "#1f5fa8", "locale": "de-DE"}))]
pub struct PreviewRequest {
    #[schema(pattern = "^#[0-9A-Fa-f]{6}$")]
    pub accent_color: Option<String>,
    pub address: Option<Address>,
    #[schema(schema_with = crate::shape::email)]
    pub email: Option<String>,
    #[schema(max_length = 2000)]
    pub footer: Option<String>,
    pub invoice_payment_instructions: Option<String>,
    pub legal_name: Option<String>,
    /// In whose language; that of the customer where absent.
    #[schema(example = "de-DE", max_length = 35)]
    pub locale: Option<String>,
    #[schema(max_length = 200_000)]
    pub logo: Option<String>,
    #[schema(max_items = 10)]
    pub tax_ids: Option<Vec<TaxId>>,
    /// An invoice of the company to lay out; a made-up one where absent.
    #[schema(value_type = Option<String>)]
    pub uuid: Option<InvoiceId>,
}

/// The documents, whole.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct InvoicePreview {
    /// The page as HTML, which needs nothing else; null where no pages are served.
    pub page: Option<String>,
    /// The PDF in base64; null where none is made.
    pub pdf: Option<String>,
}
