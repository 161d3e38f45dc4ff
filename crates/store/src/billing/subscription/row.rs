//! A subscription as it lies in the table.

use records::Moment;

use crate::{Error, Row};

/// The columns that every statement reads first.
macro_rules! columns {
    () => {
        "t.id, t.customer_id, t.billed_customer_id, t.identifier, t.status, t.currency, t.mrr, \
         t.arr, t.start_date, t.end_date, b.renewal_date, t.effective_end_date, \
         b.next_invoice_date, t.auto_charges, t.auto_renews, t.trial, t.parent_billed, \
         t.bundle_pricing_id, t.group_id, t.payment_method_id, t.sales_user_id, b.past_due_at, \
         t.parked_id, t.parked_at, t.parked_reason, b.version, t.created_at, b.updated_at"
    };
}
pub(super) use columns;

/// Where they are read from: what moves with every invoice lies beside the rest.
macro_rules! rows {
    () => {
        "FROM subscription t {beside subscription_progress b of t}"
    };
}
pub(super) use rows;

/// What the billing core decides by, behind the columns.
macro_rules! decided_by {
    () => {
        "t.terms, b.progress, t.life, CASE WHEN t.life IS NULL THEN NULL ELSE t.doc END"
    };
}
pub(super) use decided_by;

/// How many columns that are.
const COUNT: usize = 28;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    pub id: String,
    pub customer_id: String,
    pub billed_customer_id: String,
    pub identifier: Option<String>,
    /// PENDING, ACTIVE, UNPAID, CANCELLED or ENDED.
    pub status: String,
    pub currency: String,
    pub mrr: i64,
    pub arr: i64,
    pub start_date: Moment,
    pub end_date: Option<Moment>,
    pub renewal_date: Option<Moment>,
    pub effective_end_date: Option<Moment>,
    pub next_invoice_date: Option<Moment>,
    pub auto_charges: bool,
    pub auto_renews: bool,
    pub trial: bool,
    pub parent_billed: bool,
    pub bundle_pricing_id: Option<String>,
    pub group_id: Option<String>,
    pub payment_method_id: Option<String>,
    pub sales_user_id: Option<String>,
    /// From when on an open invoice of it is past due.
    pub past_due_at: Option<Moment>,
    pub parked: Option<Parked>,
    pub version: i64,
    pub created_at: Moment,
    pub updated_at: Moment,
}

/// Why a subscription is not billed for the moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parked {
    pub id: String,
    pub at: Moment,
    pub reason: String,
}

/// What is answered and found.
#[derive(Clone, Debug)]
pub struct SubscriptionRow {
    pub columns: Columns,
    pub doc: String,
    /// A JSON array; their states change with time, so they are not in the document.
    pub discounts: String,
    /// What is ahead of it and what became of it besides its periods, where there is any.
    pub life: Option<String>,
}

/// What the billing core decides by.
#[derive(Clone, Debug)]
pub struct Billing {
    pub columns: Columns,
    pub documents: Documents,
    /// The document of one that has a life: that may rewrite it.
    pub doc: Option<String>,
}

/// All that is kept of a subscription.
#[derive(Clone, Debug)]
pub struct Whole {
    pub columns: Columns,
    pub doc: String,
    pub discounts: String,
    pub documents: Documents,
}

/// What only the billing core reads.
#[derive(Clone, Debug)]
pub struct Documents {
    /// What was agreed.
    pub terms: String,
    /// How far it has come.
    pub progress: String,
    /// What is ahead of it and what became of it besides its periods, where there is any.
    pub life: Option<String>,
}

/// Reads what searches and statements select first.
pub fn read(row: Row<'_>) -> Result<SubscriptionRow, Error> {
    let (doc, discounts) = (row.text(COUNT)?, row.text(COUNT + 1)?);
    let life = row.maybe_text(COUNT + 2)?;
    Ok(SubscriptionRow { columns: read_columns(row)?, doc, discounts, life })
}

pub(super) fn billing(row: Row<'_>) -> Result<Billing, Error> {
    Ok(Billing {
        columns: read_columns(row)?,
        documents: documents(row, COUNT)?,
        doc: row.maybe_text(COUNT + 3)?,
    })
}

pub(super) fn whole(row: Row<'_>) -> Result<Whole, Error> {
    Ok(Whole {
        columns: read_columns(row)?,
        doc: row.text(COUNT)?,
        discounts: row.text(COUNT + 1)?,
        documents: documents(row, COUNT + 2)?,
    })
}

fn documents(row: Row<'_>, first: usize) -> Result<Documents, Error> {
    Ok(Documents {
        terms: row.text(first)?,
        progress: row.text(first + 1)?,
        life: row.maybe_text(first + 2)?,
    })
}

fn read_columns(row: Row<'_>) -> Result<Columns, Error> {
    let parked = match row.maybe_text(22)? {
        Some(id) => {
            let reason = row.maybe_text(24)?.unwrap_or_default();
            Some(Parked { id, at: row.maybe_moment(23)?.unwrap_or_default(), reason })
        }
        None => None,
    };
    Ok(Columns {
        id: row.text(0)?,
        customer_id: row.text(1)?,
        billed_customer_id: row.text(2)?,
        identifier: row.maybe_text(3)?,
        status: row.text(4)?,
        currency: row.text(5)?,
        mrr: row.int(6)?,
        arr: row.int(7)?,
        start_date: row.moment(8)?,
        end_date: row.maybe_moment(9)?,
        renewal_date: row.maybe_moment(10)?,
        effective_end_date: row.maybe_moment(11)?,
        next_invoice_date: row.maybe_moment(12)?,
        auto_charges: row.flag(13)?,
        auto_renews: row.flag(14)?,
        trial: row.flag(15)?,
        parent_billed: row.flag(16)?,
        bundle_pricing_id: row.maybe_text(17)?,
        group_id: row.maybe_text(18)?,
        payment_method_id: row.maybe_text(19)?,
        sales_user_id: row.maybe_text(20)?,
        past_due_at: row.maybe_moment(21)?,
        parked,
        version: row.int(25)?,
        created_at: row.moment(26)?,
        updated_at: row.moment(27)?,
    })
}
