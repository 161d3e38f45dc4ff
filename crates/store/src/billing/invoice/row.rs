//! An invoice as it lies in the table.

use records::{CustomerId, InvoiceId, Moment, SubscriptionId};

use crate::driver::columns::columns;

columns! {
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct Columns {
        pub id: InvoiceId,
        pub customer_id: CustomerId,
        pub billed_customer_id: CustomerId,
        pub subscription_id: Option<SubscriptionId>,
        pub number: Option<String>,
        pub credit_note_number: Option<String>,
        /// With `cause_id`, what the invoice is for: nothing is billed twice.
        pub cause_kind: String,
        pub cause_id: String,
        /// DRAFT, PENDING, PAID or VOID.
        pub status: String,
        pub currency: String,
        pub total: i64,
        pub due: i64,
        pub paid: i64,
        pub auto_charges: bool,
        pub billing_date: Moment,
        pub invoice_date: Option<Moment>,
        pub due_date: Option<Moment>,
        /// When the day of the due date is over where the company is.
        pub past_due_at: Option<Moment>,
        pub paid_date: Option<Moment>,
        pub draft_until: Option<Moment>,
        pub version: i64,
        pub created_at: Moment,
        pub updated_at: Moment,
    }

    /// What is answered and found.
    #[derive(Clone, Debug)]
    pub struct InvoiceRow in "invoice t" {
        pub columns: Columns,
        pub doc: String,
        /// A JSON array.
        pub lines: String,
    }

    /// What a statement of a customer tells: all but the lines.
    #[derive(Clone, Debug)]
    pub struct Stated in "invoice t" {
        pub columns: Columns,
        pub doc: String,
    }

    /// What the billing core decides by.
    #[derive(Clone, Debug)]
    pub struct Billing in "invoice t" {
        pub columns: Columns,
        pub doc: String,
        pub lines: String,
        /// How each line came about, beside the lines.
        pub derivations: String,
        /// What a draft is computed from.
        pub draft: Option<String>,
    }
}
