//! Subscriptions: what is searched and counted has columns, what is answered is a document, and
//! what the billing core goes by is kept beside it, so that the cycle never touches the document.

mod finding;
pub(crate) mod payer;
pub(crate) mod progress;
mod row;
pub(crate) mod write;

pub use finding::{FIND, PARKED};
pub use payer::{
    Paid, Worth, paid, paid_by_others, payers_of, set_parent_billed, set_payer, worths,
};
pub use progress::past_due;
pub use row::{Billing, Columns, Documents, Granting, Parked, SubscriptionRow, Whole};
pub use write::{
    Amended, Copied, Moved, New, Rewritten, amend, follow_customer, insert, insert_many, move_on,
    park, rewrite,
};

use records::{CompanyId, CustomerId, SubscriptionId};

use crate::driver::statement::statements;
use crate::{Result, Tx};

/// What labels and search texts of subscriptions are kept under.
pub const KIND: &str = "subscription";

statements! {
    BY_ID: SubscriptionRow = "{select} AND t.id = $2";
    BY_IDENTIFIER: SubscriptionRow = "{select} AND t.identifier = $2";
    PARKED_AS: SubscriptionId = "SELECT id FROM subscription
        WHERE company_id = $1 AND parked_id = $2";
    ANY_OF = "SELECT 1 FROM subscription WHERE company_id = $1 AND customer_id = $2 LIMIT 1";
    BY_IDS: SubscriptionRow = "{select} AND t.id IN {texts $2}";
    OF_CUSTOMERS: Billing = "{select} AND t.billed_customer_id IN {texts $2}
            AND t.status IN ('PENDING', 'ACTIVE', 'UNPAID')
        ORDER BY +t.created_at, t.id";
    WAITING_OF: Billing = "{select} AND t.billed_customer_id IN {texts $2} AND t.waits = 1
        ORDER BY +t.created_at, t.id";
    GRANTING: Granting = "{select} AND t.customer_id IN {texts $2}
            AND t.status IN ('ACTIVE', 'UNPAID')
        ORDER BY +t.created_at, t.id";
    BILLING_BY_IDS: Billing = "{select} AND t.id IN {texts $2} ORDER BY +t.created_at, t.id";
    EVERY_OF: Whole = "{select} AND t.billed_customer_id IN {texts $2}
        ORDER BY +t.created_at, t.id";
}

pub fn by_id(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    id: &SubscriptionId,
) -> Result<Option<SubscriptionRow>> {
    tx.row(&BY_ID, &[company.into(), id.into()])
}

pub fn by_identifier(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    identifier: &str,
) -> Result<Option<SubscriptionRow>> {
    tx.row(&BY_IDENTIFIER, &[company.into(), identifier.into()])
}

/// The subscription that was parked under an id.
pub fn parked_as(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    parked: &str,
) -> Result<Option<SubscriptionId>> {
    tx.row(&PARKED_AS, &[company.into(), parked.into()])
}

/// Whether a customer has one, or ever had.
pub fn any_of(tx: &mut Tx<'_>, company: &CompanyId, customer: &CustomerId) -> Result<bool> {
    Ok(tx.row(&ANY_OF, &[company.into(), customer.into()])?.is_some())
}

/// All of these that are there, in any order.
pub fn by_ids(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    ids: Vec<SubscriptionId>,
) -> Result<Vec<SubscriptionRow>> {
    tx.rows_of(&BY_IDS, company, ids)
}

/// What is billed to these customers and not over yet, in the order in which it was made.
pub fn of_customers(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    customers: Vec<CustomerId>,
) -> Result<Vec<Billing>> {
    tx.rows_of(&OF_CUSTOMERS, company, customers)
}

/// What is over of what these customers pay for, and has lines that wait for an invoice.
pub fn waiting_of(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    customers: Vec<CustomerId>,
) -> Result<Vec<Billing>> {
    tx.rows_of(&WAITING_OF, company, customers)
}

/// The live subscriptions of these customers, in the order in which they were made.
pub fn granting(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    customers: Vec<CustomerId>,
) -> Result<Vec<Granting>> {
    tx.rows_of(&GRANTING, company, customers)
}

/// All of these that are there, whatever their status, in the order in which they were made.
pub fn billing_by_ids(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    ids: Vec<SubscriptionId>,
) -> Result<Vec<Billing>> {
    tx.rows_of(&BILLING_BY_IDS, company, ids)
}

/// Everything that was ever billed to these customers, in the order in which it was made, for the
/// audits.
pub fn every_of(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    customers: Vec<CustomerId>,
) -> Result<Vec<Whole>> {
    tx.rows_of(&EVERY_OF, company, customers)
}
