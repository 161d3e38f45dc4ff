//! An invoice: a bill to one customer in one currency.

pub mod detail;
pub mod e_invoice;
pub mod explanation;
pub mod line_item;
pub mod next;
pub mod payment;
pub mod preview;
pub mod statement;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use detail::{CreditDetail, DiscountDetail, Refund, TaxDetail};
use line_item::LineItem;
use payment::Payment;

use crate::{
    Amount, Customer, CustomerId, DisplayField, InvoiceId, Moment, Object, SubscriptionId,
};

/// The whole record. After it is final only payments, state, `due_date`, `notes` and `metadata`
/// change.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Invoice {
    /// Charged to the payment method on file.
    pub auto_charges: bool,
    pub billed_customer: Option<Customer>,
    /// Who pays: the customer, or a parent of it.
    #[schema(value_type = String)]
    pub billed_customer_id: CustomerId,
    /// The boundary it is for, or the instant of its cause.
    pub billing_date: Moment,
    pub created_at: Moment,
    /// What credits paid; negative where the invoice gives money back.
    pub credit_details: Vec<CreditDetail>,
    /// When it was voided after it was final.
    pub credit_note_date: Option<Moment>,
    #[schema(example = "CN-000001")]
    pub credit_note_number: Option<String>,
    #[schema(example = "EUR")]
    pub currency: String,
    pub customer: Option<Customer>,
    #[schema(value_type = String)]
    pub customer_id: CustomerId,
    pub discount_details: Vec<DiscountDetail>,
    /// What is still to be paid.
    pub due: Amount,
    pub due_date: Option<Moment>,
    /// When it was made final.
    pub finalized_date: Option<Moment>,
    /// A page for the customer, good for a day.
    pub hosted_link: Option<String>,
    /// Of the customer, then of the subscription.
    pub invoice_additional_display_fields: Vec<DisplayField>,
    pub invoice_date: Option<Moment>,
    pub invoice_payment_instructions: Option<String>,
    pub line_count: i64,
    /// All of them; a search gives the first 100.
    pub line_items: Vec<LineItem>,
    #[schema(value_type = Object)]
    pub metadata: Object,
    #[schema(example = "Platform, 1 to 31 January 2026")]
    pub name: Option<String>,
    pub notes: Option<String>,
    /// Without a gap in its series; null until it is final.
    #[schema(example = "INV-000001")]
    pub number: Option<String>,
    /// The series that the number is of.
    pub number_series: NumberSeries,
    pub paid: Amount,
    pub paid_date: Option<Moment>,
    pub payments: Vec<Payment>,
    /// The document, good for a day.
    pub pdf_link: Option<String>,
    /// What changes within a period gave and took.
    pub prorated_amount: Amount,
    pub reason: InvoiceReason,
    pub refunded_amount: Amount,
    /// The payments that it sends back, by the invoice that they had paid.
    pub refunds: Vec<Refund>,
    /// The invoice that bills its lines again.
    pub reissued_as: Option<String>,
    /// Without tax and without what credits paid.
    pub revenue: Amount,
    pub status: InvoiceStatus,
    /// The sum of the lines.
    pub sub_total: Amount,
    /// Null for a one-time invoice.
    #[schema(value_type = Option<String>)]
    pub subscription_id: Option<SubscriptionId>,
    pub tax_details: Vec<TaxDetail>,
    /// After credits, discounts and taxes.
    pub total: Amount,
    pub updated_at: Moment,
    /// Null in a preview.
    #[schema(value_type = Option<String>, example = "01985f2e-7c1a-7000-8000-5a1f0c2d3e4f")]
    pub uuid: Option<InvoiceId>,
}

impl Invoice {
    /// What PATCH takes while nothing is paid.
    pub const WRITABLE: &[&str] = &["due_date", "metadata", "notes"];

    /// Kept in columns, or filled in when it is read.
    pub const IN_COLUMNS: &[&str] = &[
        "auto_charges",
        "billed_customer_id",
        "billing_date",
        "created_at",
        "credit_note_number",
        "currency",
        "customer_id",
        "due",
        "due_date",
        // The instant of the issue, as `invoice_date` is.
        "finalized_date",
        "invoice_date",
        "number",
        "paid",
        "paid_date",
        "status",
        "subscription_id",
        "total",
        "updated_at",
        "uuid",
        // The lines have a column of their own; links are made anew each time.
        "billed_customer",
        "customer",
        "hosted_link",
        "line_items",
        "pdf_link",
    ];
}

/// A document that gives back more than it charges is numbered as a credit note.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum NumberSeries {
    #[default]
    Invoice,
    CreditNote,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum InvoiceStatus {
    /// Computed anew until it is final.
    #[default]
    Draft,
    Pending,
    Paid,
    Void,
}

impl InvoiceStatus {
    pub fn as_str(self) -> &'static str {
        match self {
            InvoiceStatus::Draft => "DRAFT",
            InvoiceStatus::Pending => "PENDING",
            InvoiceStatus::Paid => "PAID",
            InvoiceStatus::Void => "VOID",
        }
    }
}

/// What it was made for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum InvoiceReason {
    #[default]
    Cycle,
    Change,
    Cancel,
    OneTime,
    Rollup,
    Adjustment,
}
