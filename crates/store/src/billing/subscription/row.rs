//! A subscription as it lies in its table, `t`, and in that of what moves with every invoice, `b`.

use records::{CustomerId, Moment, SalesUserId, SubscriptionId};

use crate::driver::columns::columns;
use crate::{FromRow, Result, Row};

columns! {
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct Columns {
        pub id: SubscriptionId,
        pub customer_id: CustomerId,
        pub billed_customer_id: CustomerId,
        pub identifier: Option<String>,
        /// PENDING, ACTIVE, UNPAID, CANCELLED or ENDED.
        pub status: String,
        pub currency: String,
        pub mrr: i64,
        pub arr: i64,
        pub start_date: Moment,
        pub end_date: Option<Moment>,
        pub renewal_date: Option<Moment> => "b.renewal_date",
        pub effective_end_date: Option<Moment>,
        pub next_invoice_date: Option<Moment> => "b.next_invoice_date",
        pub auto_charges: bool,
        pub auto_renews: bool,
        pub trial: bool,
        pub parent_billed: bool,
        pub bundle_pricing_id: Option<String>,
        pub group_id: Option<String>,
        pub payment_method_id: Option<String>,
        pub sales_user_id: Option<SalesUserId>,
        /// From when on an open invoice of it is past due.
        pub past_due_at: Option<Moment> => "b.past_due_at",
        pub version: i64 => "b.version",
        /// It is over, and lines of it wait for an invoice.
        pub waits: bool,
        pub created_at: Moment,
        pub updated_at: Moment => "b.updated_at",
        pub parked: Option<Parked>,
    }

    /// Why a subscription is not billed for the moment.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Parked {
        pub id: String => "t.parked_id",
        pub at: Moment => "t.parked_at",
        pub reason: String => "t.parked_reason",
    }
}

impl Columns {
    /// Whether it is active or unpaid.
    pub fn is_live(&self) -> bool {
        matches!(self.status.as_str(), "ACTIVE" | "UNPAID")
    }
}

impl FromRow for Option<Parked> {
    fn read(row: &mut Row<'_>) -> Result<Option<Parked>> {
        let (id, at, reason): (Option<_>, Option<_>, Option<_>) = row.get()?;
        let (at, reason) = (at.unwrap_or_default(), reason.unwrap_or_default());
        Ok(id.map(|id| Parked { id, at, reason }))
    }
}

columns! {
    /// What is answered and found.
    #[derive(Clone, Debug)]
    pub struct SubscriptionRow in "subscription t {beside subscription_progress b of t}" {
        pub columns: Columns,
        pub doc: String,
        /// A JSON array; their states change with time, so they are not in the document.
        pub discounts: String,
        /// What is ahead of it and what became of it besides its periods, where there is any.
        pub life: Option<String>,
    }

    /// What only the billing core reads.
    #[derive(Clone, Debug)]
    pub struct Documents {
        /// What was agreed.
        pub terms: String,
        /// How far it has come.
        pub progress: String => "b.progress",
        /// What is ahead of it and what became of it besides its periods, where there is any.
        pub life: Option<String>,
    }

    /// What the billing core decides by.
    #[derive(Clone, Debug)]
    pub struct Billing in "subscription t {beside subscription_progress b of t}" {
        pub columns: Columns,
        pub documents: Documents,
        /// The document of one that has a life: that may rewrite it.
        pub doc: Option<String> => "CASE WHEN t.life IS NULL THEN NULL ELSE t.doc END",
    }

    /// A subscription as far as it grants something to its customer.
    #[derive(Clone, Debug)]
    pub struct Granting in "subscription t" {
        pub id: SubscriptionId,
        pub customer_id: CustomerId,
        pub doc: String,
    }

    /// All that is kept of a subscription.
    #[derive(Clone, Debug)]
    pub struct Whole in "subscription t {beside subscription_progress b of t}" {
        pub columns: Columns,
        pub doc: String,
        pub discounts: String,
        pub documents: Documents,
    }
}
