//! One-time charges: what is answered of them, and what the core bills them by.

use std::borrow::Borrow;

use records::{CompanyId, CustomerId, InvoiceId, Moment, OneTimeId, SubscriptionId};

use crate::driver::columns::columns;
use crate::driver::statement::statements;
use crate::driver::template::selected;
use crate::find::{BY_TIME, Filter, Find, Match};
use crate::{Result, Tx};

pub const KIND: &str = "one_time";

columns! {
    /// A one-time charge as it lies in the table.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct OneTimeRow in "one_time t" {
        pub id: OneTimeId,
        pub customer_id: CustomerId,
        /// Who pays.
        pub billed_customer_id: CustomerId,
        /// What it was asked for with.
        pub order_id: String,
        /// IMMEDIATE or NEXT.
        pub kind: String,
        /// PENDING, INVOICED or CANCELLED.
        pub state: String,
        pub invoice_id: Option<InvoiceId>,
        pub created_at: Moment,
        pub updated_at: Moment,
        pub doc: String,
        pub billing: String,
    }
}

statements! {
    INSERT(OneTimeRow) = "INSERT INTO one_time (company_id, {names})
        SELECT $1, {r.values} FROM {rows}";
    REPLACE(OneTimeRow: state, invoice_id, updated_at) = "UPDATE one_time AS t
        SET {r.sets} FROM {rows} WHERE t.company_id = $1 AND t.id = {r.id}";
    PENDING_OF: OneTimeRow = "{select} AND t.billed_customer_id IN {texts $2}
            AND t.state = 'PENDING'
        ORDER BY +t.created_at, t.id";
    BY_IDS: OneTimeRow = "{select} AND t.id IN {texts $2} ORDER BY t.id";
    EVERY_OF: OneTimeRow = "{select} AND t.billed_customer_id IN {texts $2}
        ORDER BY +t.created_at, t.id";
    WAITING_OF: OneTimeRow = "{select} AND t.customer_id IN {texts $2} AND t.state = 'PENDING'
        ORDER BY +t.created_at, t.id";
    SET_PAYER = "UPDATE one_time SET billed_customer_id = $3 WHERE company_id = $1 AND id = $2";
    SET_PAYER_ON_DRAFTS = "UPDATE one_time SET billed_customer_id = $3
        WHERE company_id = $1
            AND customer_id = (SELECT s.customer_id FROM subscription s
                WHERE s.company_id = $1 AND s.id = $2)
            AND invoice_id IN (SELECT i.id FROM invoice i
                WHERE i.company_id = $1 AND i.subscription_id = $2
                    AND i.subscription_id IS NOT NULL AND i.status = 'DRAFT')";
}

/// How one-time charges are searched.
pub const FIND: Find = Find {
    kind: KIND,
    table: "one_time",
    beside: None,
    columns: selected!(OneTimeRow),
    filters: &[
        Filter::new("customer_id", Match::Text("customer_id")),
        Filter::new("state", Match::Word("state")),
        Filter::new("type", Match::Word("kind")),
    ],
    only: None,
    sorts: BY_TIME,
};

pub fn insert_many<R: Borrow<OneTimeRow>>(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    rows: &[R],
) -> Result<()> {
    tx.put_many(&INSERT, company, rows.iter().map(Borrow::borrow))
}

/// Writes what can change of them: the state and the invoice.
pub fn replace_many<R: Borrow<OneTimeRow>>(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    rows: &[R],
) -> Result<()> {
    tx.put_many(&REPLACE, company, rows.iter().map(Borrow::borrow))
}

/// Those of these customers that are not billed yet, whoever pays, oldest first.
pub fn waiting_of(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    customers: Vec<CustomerId>,
) -> Result<Vec<OneTimeRow>> {
    tx.rows_of(&WAITING_OF, company, customers)
}

/// Another customer pays for one.
pub fn set_payer(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    id: &OneTimeId,
    payer: &CustomerId,
) -> Result<()> {
    tx.run(&SET_PAYER, &[company.into(), id.into(), payer.into()]).map(|_| ())
}

/// Lets another customer pay for those that stand on drafts of a subscription.
pub fn set_payer_on_drafts(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    subscription: &SubscriptionId,
    payer: &CustomerId,
) -> Result<()> {
    let values = [company.into(), subscription.into(), payer.into()];
    tx.run(&SET_PAYER_ON_DRAFTS, &values).map(|_| ())
}

/// Those that these customers pay and that are not billed yet, oldest first.
pub fn pending_of(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    customers: Vec<CustomerId>,
) -> Result<Vec<OneTimeRow>> {
    tx.rows_of(&PENDING_OF, company, customers)
}

/// All of these that are there, by their ids.
pub fn by_ids(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    ids: Vec<OneTimeId>,
) -> Result<Vec<OneTimeRow>> {
    tx.rows_of(&BY_IDS, company, ids)
}

/// All that these customers ever paid or will pay, oldest first, for the audits.
pub fn every_of(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    customers: Vec<CustomerId>,
) -> Result<Vec<OneTimeRow>> {
    tx.rows_of(&EVERY_OF, company, customers)
}
