//! An invoice as it lies in the table.

use records::Moment;

use crate::{Error, Row};

/// The columns that every statement reads first.
macro_rules! columns {
    () => {
        "t.id, t.customer_id, t.billed_customer_id, t.subscription_id, t.number, \
         t.credit_note_number, t.cause_kind, t.cause_id, t.status, t.currency, t.total, t.due, \
         t.paid, t.auto_charges, t.billing_date, t.invoice_date, t.due_date, t.past_due_at, \
         t.paid_date, t.draft_until, t.version, t.created_at, t.updated_at"
    };
}
pub(super) use columns;

/// How many columns that are.
const COUNT: usize = 23;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    pub id: String,
    pub customer_id: String,
    pub billed_customer_id: String,
    pub subscription_id: Option<String>,
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
pub struct InvoiceRow {
    pub columns: Columns,
    pub doc: String,
    /// A JSON array.
    pub lines: String,
}

/// What the billing core decides by.
#[derive(Clone, Debug)]
pub struct Billing {
    pub columns: Columns,
    pub doc: String,
    pub lines: String,
    /// How each line came about, beside the lines.
    pub derivations: String,
    /// What a draft is computed from.
    pub draft: Option<String>,
}

/// Reads what searches and statements select first.
pub fn read(row: Row<'_>) -> Result<InvoiceRow, Error> {
    let columns = read_columns(row)?;
    Ok(InvoiceRow { columns, doc: row.text(COUNT)?, lines: row.text(COUNT + 1)? })
}

pub(super) fn billing(row: Row<'_>) -> Result<Billing, Error> {
    Ok(Billing {
        columns: read_columns(row)?,
        doc: row.text(COUNT)?,
        lines: row.text(COUNT + 1)?,
        derivations: row.text(COUNT + 2)?,
        draft: row.maybe_text(COUNT + 3)?,
    })
}

fn read_columns(row: Row<'_>) -> Result<Columns, Error> {
    Ok(Columns {
        id: row.text(0)?,
        customer_id: row.text(1)?,
        billed_customer_id: row.text(2)?,
        subscription_id: row.maybe_text(3)?,
        number: row.maybe_text(4)?,
        credit_note_number: row.maybe_text(5)?,
        cause_kind: row.text(6)?,
        cause_id: row.text(7)?,
        status: row.text(8)?,
        currency: row.text(9)?,
        total: row.int(10)?,
        due: row.int(11)?,
        paid: row.int(12)?,
        auto_charges: row.flag(13)?,
        billing_date: row.moment(14)?,
        invoice_date: row.maybe_moment(15)?,
        due_date: row.maybe_moment(16)?,
        past_due_at: row.maybe_moment(17)?,
        paid_date: row.maybe_moment(18)?,
        draft_until: row.maybe_moment(19)?,
        version: row.int(20)?,
        created_at: row.moment(21)?,
        updated_at: row.moment(22)?,
    })
}
