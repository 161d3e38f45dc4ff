//! Balances of credits below which somebody wants to be told.

use records::{CompanyId, CreditThresholdId, CustomerId, Moment};

use crate::driver::columns::columns;
use crate::driver::statement::statements;
use crate::{Result, Tx};

columns! {
    /// A threshold as it lies in the table.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ThresholdRow in "credit_threshold t" {
        pub id: CreditThresholdId,
        pub customer_id: CustomerId,
        /// AMOUNT or UNITS.
        pub kind: String,
        pub currency: Option<String>,
        /// In minor units; zero where it is of units.
        pub amount: i64,
        pub item_id: Option<String>,
        /// An exact number.
        pub units: Option<String>,
        /// ACTIVE or REMOVED.
        pub state: String,
        /// Whether the balance is below it.
        pub below: bool,
        pub fell_at: Option<Moment>,
        pub created_at: Moment,
        pub updated_at: Moment,
    }

    /// What is left of a credit that is not used up, and whose it is.
    #[derive(Clone, Debug)]
    pub struct Left in "credit t" {
        pub customer_id: CustomerId,
        pub currency: Option<String>,
        pub amount: i64,
        pub item_id: Option<String>,
        pub units: Option<String>,
    }
}

statements! {
    INSERT(ThresholdRow) =
        "INSERT INTO credit_threshold (company_id, {names}) VALUES ($1, {values})";
    CHANGE(ThresholdRow: state, below, fell_at, updated_at) = "UPDATE credit_threshold AS t
        SET {r.sets} FROM {rows} WHERE t.company_id = $1 AND t.id = {r.id}";
    GET: ThresholdRow = "{select} AND t.id = $2";
    ACTIVE_OF: ThresholdRow = "{select} AND t.customer_id IN {texts $2} AND t.state = 'ACTIVE'
        ORDER BY +t.created_at, t.id";
    AFTER_OF: ThresholdRow = "{select} AND t.customer_id = $2 AND t.state = 'ACTIVE' AND t.id > $3
        ORDER BY t.id LIMIT $4";
    AFTER: ThresholdRow = "{select} AND t.state = 'ACTIVE' AND t.id > $2 ORDER BY t.id LIMIT $3";
    LEFT_OF: Left = "{select} AND t.customer_id IN {texts $2} AND t.state = 'ACTIVE'";
}

pub fn insert(tx: &mut Tx<'_>, company: &CompanyId, row: &ThresholdRow) -> Result<()> {
    tx.put(&INSERT, company, row).map(|_| ())
}

/// Writes what changes of thresholds: whether they stand, and whether balances are below them.
pub fn change(tx: &mut Tx<'_>, company: &CompanyId, rows: &[ThresholdRow]) -> Result<()> {
    tx.put_many(&CHANGE, company, rows.iter())
}

pub fn get(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    id: &CreditThresholdId,
) -> Result<Option<ThresholdRow>> {
    tx.row(&GET, &[company.into(), id.into()])
}

/// The thresholds that these customers have.
pub fn active_of(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    customers: Vec<CustomerId>,
) -> Result<Vec<ThresholdRow>> {
    tx.rows_of(&ACTIVE_OF, company, customers)
}

/// What is left of the credits of these customers.
pub fn left_of(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    customers: Vec<CustomerId>,
) -> Result<Vec<Left>> {
    tx.rows_of(&LEFT_OF, company, customers)
}

/// Up to `limit` thresholds whose ids follow `after`, of one customer or of all.
pub fn after(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    (customer, after): (Option<&CustomerId>, &CreditThresholdId),
    limit: i64,
) -> Result<Vec<ThresholdRow>> {
    match customer {
        Some(customer) => {
            tx.rows(&AFTER_OF, &[company.into(), customer.into(), after.into(), limit.into()])
        }
        None => tx.rows(&AFTER, &[company.into(), after.into(), limit.into()]),
    }
}
