//! Who pays for subscriptions, where that is not their customer.

use records::{CompanyId, CustomerId, Moment, SubscriptionId};

use super::progress;
use crate::driver::columns::columns;
use crate::driver::statement::statements;
use crate::{Result, Tx};

columns! {
    /// What a live subscription is worth to its customer, whoever pays.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Worth in "subscription t" {
        pub customer_id: CustomerId,
        pub currency: String,
        pub mrr: i64,
        pub arr: i64,
    }

    /// A subscription that is not over, with who pays for it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Paid in "subscription t" {
        pub id: SubscriptionId,
        pub billed_customer_id: CustomerId,
        pub parent_billed: bool,
        pub currency: String,
    }
}

statements! {
    WORTHS: Worth = "{select} AND t.customer_id IN {texts $2}
            AND t.status IN ('ACTIVE', 'UNPAID')
        ORDER BY +t.created_at, t.id";
    PAID: Paid = "{select} AND t.customer_id = $2
            AND t.status IN ('PENDING', 'ACTIVE', 'UNPAID')
        ORDER BY +t.created_at, t.id";
    PAYERS_OF: CustomerId = "SELECT billed_customer_id FROM subscription
        WHERE company_id = $1 AND customer_id = $2 AND billed_customer_id <> customer_id";
    IDS_OF: SubscriptionId = "SELECT id FROM subscription
        WHERE company_id = $1 AND customer_id = $2 AND billed_customer_id <> customer_id";
    SET_PAYER = "UPDATE subscription SET billed_customer_id = $3
        WHERE company_id = $1 AND id = $2";
    SET_PARENT_BILLED = "UPDATE subscription SET parent_billed = $3
        WHERE company_id = $1 AND id = $2";
}

/// What the live subscriptions of these customers are worth, whoever pays, oldest first.
pub fn worths(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    customers: Vec<CustomerId>,
) -> Result<Vec<Worth>> {
    tx.rows_of(&WORTHS, company, customers)
}

/// The subscriptions of a customer that are not over, with who pays for each, oldest first.
pub fn paid(tx: &mut Tx<'_>, company: &CompanyId, customer: &CustomerId) -> Result<Vec<Paid>> {
    tx.rows(&PAID, &[company.into(), customer.into()])
}

/// Everybody else who pays for a customer, or did when its subscriptions ended.
pub fn payers_of(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    customer: &CustomerId,
) -> Result<Vec<CustomerId>> {
    let mut payers = tx.rows(&PAYERS_OF, &[company.into(), customer.into()])?;
    payers.sort();
    payers.dedup();
    Ok(payers)
}

/// The subscriptions of a customer that others pay for.
pub fn paid_by_others(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    customer: &CustomerId,
) -> Result<Vec<SubscriptionId>> {
    tx.rows(&IDS_OF, &[company.into(), customer.into()])
}

/// Another customer pays for a subscription.
pub fn set_payer(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    (id, payer): (&SubscriptionId, &CustomerId),
    at: Moment,
) -> Result<()> {
    tx.run(&SET_PAYER, &[company.into(), id.into(), payer.into()])?;
    progress::touch(tx, company, id, at.into())
}

/// Whether a subscription is to be billed to the parent of its customer.
pub fn set_parent_billed(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    id: &SubscriptionId,
    parent_billed: bool,
) -> Result<()> {
    let values = [company.into(), id.into(), i64::from(parent_billed).into()];
    tx.run(&SET_PARENT_BILLED, &values).map(|_| ())
}
