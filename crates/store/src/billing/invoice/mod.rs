//! Invoices: columns for what is searched, counted and summed, the answer without its lines, the
//! lines, and how each line came about.

mod finding;
mod row;
pub(crate) mod write;

pub use finding::FIND;
pub use row::{Billing, Columns, InvoiceRow, Stated};
pub use write::{New, annotate, credit_many, follow_customer, insert_many, replace_many};

use records::{CompanyId, CustomerId, InvoiceId, Moment, SubscriptionId};

use crate::driver::statement::statements;
use crate::label::Label;
use crate::{Engine, Result, Tx};

/// What labels of invoices are kept under.
pub const KIND: &str = "invoice";

statements! {
    BY_ID: InvoiceRow = "{select} AND t.id = $2";
    BY_IDS: InvoiceRow = "{select} AND t.id IN {texts $2}";
    DRAFTS_OF: Billing = "{select} AND t.billed_customer_id IN {texts $2} AND t.status = 'DRAFT'
        ORDER BY +t.created_at, t.id";
    BILLING_BY_IDS: Billing = "{select} AND t.id IN {texts $2} ORDER BY +t.created_at, t.id";
    NAMED_OR_PENDING: Billing = "{select} AND t.id IN {texts $2}
        UNION ALL {select} AND t.subscription_id IN {texts $3}
            AND t.subscription_id IS NOT NULL AND t.status = 'PENDING'
        UNION ALL {select} AND t.status = 'PENDING' AND t.id IN (SELECT l.id FROM label l
            WHERE l.company_id = $1 AND l.kind = 'invoice' AND l.label IN {texts $4})";
    // Most customers pay for themselves; only who pays for others is found as who pays.
    PENDING_OF: Billing = "{select} AND t.customer_id IN {texts $2}
            AND t.billed_customer_id = t.customer_id AND t.status = 'PENDING'
        UNION ALL {select} AND t.billed_customer_id IN {texts $2}
            AND t.billed_customer_id <> t.customer_id AND t.status = 'PENDING'";
    SET_PAYER_OF_DRAFTS = "UPDATE invoice SET billed_customer_id = $3, version = version + 1
        WHERE company_id = $1 AND subscription_id = $2 AND subscription_id IS NOT NULL
            AND status = 'DRAFT'";
    CUSTOMER_OF: (CustomerId, CustomerId) = "SELECT billed_customer_id, customer_id FROM invoice
        WHERE company_id = $1 AND id = $2";
    OWN_OF: Billing = "{select} AND t.customer_id = $2
            AND t.billed_customer_id = $2 AND (t.created_at, t.id) > ($3, $4)
        ORDER BY t.created_at, t.id LIMIT $5";
    OTHERS_OF: Billing = "{select} AND t.billed_customer_id = $2
            AND t.customer_id <> $2 AND t.billed_customer_id <> t.customer_id
            AND (t.created_at, t.id) > ($3, $4)
        ORDER BY t.created_at, t.id LIMIT $5";
    STATED_OWN: Stated = "{select} AND t.customer_id = $2
            AND t.billed_customer_id = $2 AND (t.created_at, t.id) > ($3, $4)
        ORDER BY t.created_at, t.id LIMIT $5";
    STATED_OTHERS: Stated = "{select} AND t.billed_customer_id = $2
            AND t.customer_id <> $2 AND t.billed_customer_id <> t.customer_id
            AND (t.created_at, t.id) > ($3, $4)
        ORDER BY t.created_at, t.id LIMIT $5";
    PAID_FOR: CustomerId = "SELECT DISTINCT customer_id || '' FROM invoice
        WHERE company_id = $1 AND billed_customer_id = $2 AND billed_customer_id <> customer_id";
    PAID_BEFORE: Billing = "{select} AND t.subscription_id IN {texts $2}
            AND t.subscription_id IS NOT NULL AND t.billed_customer_id <> $3
        UNION ALL {select} AND t.billed_customer_id <> $3 AND t.id IN (SELECT l.id FROM label l
            WHERE l.company_id = $1 AND l.kind = 'invoice' AND l.label IN {texts $4})";
}

pub(crate) mod postgres {
    use super::{Billing, statements};
    statements! {
        // Each customer's are looked up. Left to itself PostgreSQL reads the drafts of everybody
        // for every batch, as long as it believes that there are none.
        DRAFTS_OF_MANY: Billing = "SELECT {columns}
            FROM (SELECT DISTINCT unnest($2::text[]) AS id) payer,
                LATERAL (SELECT * FROM invoice i WHERE i.company_id = $1
                    AND i.billed_customer_id = payer.id AND i.status = 'DRAFT' OFFSET 0) t
            ORDER BY t.created_at, t.id";
    }
}

pub fn get(tx: &mut Tx<'_>, company: &CompanyId, id: &InvoiceId) -> Result<Option<InvoiceRow>> {
    tx.row(&BY_ID, &[company.into(), id.into()])
}

/// All of these that are there, in any order; one may be there twice.
pub fn by_ids(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    ids: Vec<InvoiceId>,
) -> Result<Vec<InvoiceRow>> {
    tx.rows_of(&BY_IDS, company, ids)
}

/// The drafts that are to be billed to these customers, in the order in which they were made.
pub fn open_of(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    customers: Vec<CustomerId>,
) -> Result<Vec<Billing>> {
    let statement = match (tx.engine(), customers.len()) {
        (Engine::Sqlite, _) | (_, 1) => &DRAFTS_OF,
        (Engine::Postgres, _) => &postgres::DRAFTS_OF_MANY,
    };
    tx.rows_of(statement, company, customers)
}

/// All of these that are there, whatever their status, in the order in which they were made.
pub fn billing_by_ids(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    ids: Vec<InvoiceId>,
) -> Result<Vec<Billing>> {
    tx.rows_of(&BILLING_BY_IDS, company, ids)
}

/// These invoices, and what is open of these subscriptions, in any order; one may be there twice.
pub fn named_or_pending(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    (ids, subscriptions): (Vec<InvoiceId>, Vec<SubscriptionId>),
) -> Result<Vec<Billing>> {
    if subscriptions.is_empty() {
        return billing_by_ids(tx, company, ids);
    }
    let labels = labels_of(&subscriptions);
    let values = [company.into(), ids.into(), subscriptions.into(), labels.into()];
    tx.rows(&NAMED_OR_PENDING, &values)
}

/// Everything that is issued, to be paid by these customers and not paid yet, in the order in which
/// it was made.
pub fn pending_of(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    customers: Vec<CustomerId>,
) -> Result<Vec<Billing>> {
    tx.rows_of(&PENDING_OF, company, customers)
}

fn labels_of(subscriptions: &[SubscriptionId]) -> Vec<String> {
    subscriptions.iter().map(|id| with_lines_of(id).text().to_owned()).collect()
}

/// By which an invoice of several customers is found that has lines of a subscription.
pub fn with_lines_of(id: &SubscriptionId) -> Label {
    Label::new("subscription", id)
}

/// By which an invoice of several customers is found that has lines of one of them.
pub fn with_lines_for(id: &CustomerId) -> Label {
    Label::new("customer", id)
}

/// Another customer pays what a pause keeps as drafts of a subscription.
pub fn set_payer_of_drafts(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    subscription: &SubscriptionId,
    payer: &CustomerId,
) -> Result<()> {
    let values = [company.into(), subscription.into(), payer.into()];
    tx.run(&SET_PAYER_OF_DRAFTS, &values).map(|_| ())
}

/// Who pays an invoice, and whose it is.
pub fn customer_of(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    id: &InvoiceId,
) -> Result<Option<(CustomerId, CustomerId)>> {
    tx.row(&CUSTOMER_OF, &[company.into(), id.into()])
}

/// Everybody else whose invoices a customer pays, for the audits.
pub fn paid_for(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    payer: &CustomerId,
) -> Result<Vec<CustomerId>> {
    tx.rows(&PAID_FOR, &[company.into(), payer.into()])
}

/// The invoices with lines of these subscriptions that another customer than the one who pays now
/// paid, for the audits, in any order; one may be there twice.
pub fn paid_before(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    subscriptions: Vec<SubscriptionId>,
    payer: &CustomerId,
) -> Result<Vec<Billing>> {
    let labels = labels_of(&subscriptions);
    tx.rows(&PAID_BEFORE, &[company.into(), subscriptions.into(), payer.into(), labels.into()])
}

/// Whose invoices a walk over those that one customer pays is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    Own,
    /// Those of customers below it.
    Others,
}

/// Up to `limit` invoices that a customer pays, behind a place in the order in which they were
/// made, for the audits.
pub fn paid_by(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    customer: &CustomerId,
    (whose, after): (Whose, (Moment, &InvoiceId)),
    limit: i64,
) -> Result<Vec<Billing>> {
    let statement = match whose {
        Whose::Own => &OWN_OF,
        Whose::Others => &OTHERS_OF,
    };
    let (at, id) = after;
    let values = [company.into(), customer.into(), at.into(), id.into(), limit.into()];
    tx.rows(statement, &values)
}

/// The same walk, without lines and what they came from, for statements.
pub fn stated(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    customer: &CustomerId,
    (whose, after): (Whose, (Moment, &InvoiceId)),
    limit: i64,
) -> Result<Vec<Stated>> {
    let statement = match whose {
        Whose::Own => &STATED_OWN,
        Whose::Others => &STATED_OTHERS,
    };
    let (at, id) = after;
    let values = [company.into(), customer.into(), at.into(), id.into(), limit.into()];
    tx.rows(statement, &values)
}
