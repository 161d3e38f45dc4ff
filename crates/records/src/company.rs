//! A company: whose customers are billed, and how.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Address, CompanyId, Entitlement, Moment, Object, Tax, TaxId};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Company {
    /// Links, buttons and one rule of what customers see; a lighter or darker shade of it where
    /// it could not be read otherwise.
    #[schema(pattern = "^#[0-9A-Fa-f]{6}$", example = "#1f5fa8")]
    pub accent_color: Option<String>,
    pub address: Option<Address>,
    /// What this company may use itself, by key, where an operator bills it.
    #[schema(value_type = Object)]
    pub computed_entitlements: Object,
    pub created_at: Moment,
    /// How credit notes are numbered: `{n}` is the number, `{n:6}` padded to six digits.
    #[schema(example = "CN-{n:6}", min_length = 1, max_length = 60)]
    pub credit_note_number_format: String,
    /// The record under which an operator company bills this one.
    pub customer_id: Option<String>,
    pub demo: bool,
    #[schema(schema_with = crate::shape::email)]
    pub email: Option<String>,
    pub entitlements: Vec<Entitlement>,
    /// Printed at the foot of invoices: registration, management, bank.
    #[schema(max_length = 2000, example = "Amtsgericht Berlin, HRB 12345")]
    pub footer: Option<String>,
    #[schema(value_type = String, example = "cmp_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: CompanyId,
    /// Days from invoice date to due date where a subscription does not say.
    #[schema(minimum = 0, maximum = 36500)]
    pub invoice_due_date_from_creation: Option<i64>,
    /// How invoices are numbered: `{n}` is the number, `{n:6}` padded to six digits.
    #[schema(example = "INV-{n:6}", min_length = 1, max_length = 60)]
    pub invoice_number_format: String,
    pub invoice_payment_instructions: Option<String>,
    /// A development company may have a test clock.
    pub is_dev: bool,
    pub legal_name: Option<String>,
    /// A picture as a data URL, PNG or plain SVG, of at most 200,000 characters.
    #[schema(max_length = 200_000, example = "data:image/png;base64,iVBORw0KGgo=")]
    pub logo: Option<String>,
    #[schema(min_length = 1, max_length = 255, example = "Perennial Demo")]
    pub name: String,
    pub override_entitlements: Vec<Entitlement>,
    pub phone: Option<String>,
    #[schema(pattern = "^[A-Za-z]{3}$", example = "USD")]
    pub preferred_currency: String,
    /// An IANA zone; copied by each subscription when it is made.
    #[schema(example = "Europe/Berlin")]
    pub preferred_timezone: String,
    /// What shares of a period count.
    pub proration_unit: ProrationUnit,
    #[schema(pattern = "^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$", example = "perennial-demo")]
    pub slug: String,
    /// Printed on invoices, in this order.
    #[schema(max_items = 10)]
    pub tax_ids: Vec<TaxId>,
    #[schema(max_items = 100)]
    pub taxes: Vec<Tax>,
    pub updated_at: Moment,
}

impl Company {
    /// What PATCH may send.
    pub const WRITABLE: &[&str] = &[
        "accent_color",
        "address",
        "credit_note_number_format",
        "email",
        "footer",
        "invoice_due_date_from_creation",
        "invoice_number_format",
        "invoice_payment_instructions",
        "legal_name",
        "logo",
        "name",
        "phone",
        "preferred_currency",
        "preferred_timezone",
        "proration_unit",
        "slug",
        "tax_ids",
        "taxes",
    ];
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum ProrationUnit {
    #[default]
    Day,
    Second,
}

/// A company inside another record: who it is, without how it bills.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct CompanyBrief {
    pub address: Option<Address>,
    #[schema(value_type = Object)]
    pub computed_entitlements: Object,
    pub created_at: Moment,
    pub customer_id: Option<String>,
    pub demo: bool,
    pub email: Option<String>,
    pub entitlements: Vec<Entitlement>,
    #[schema(value_type = String)]
    pub id: CompanyId,
    pub is_dev: bool,
    pub legal_name: Option<String>,
    pub name: String,
    pub override_entitlements: Vec<Entitlement>,
    pub phone: Option<String>,
    pub preferred_currency: String,
    pub preferred_timezone: String,
    pub slug: String,
    pub updated_at: Moment,
}
