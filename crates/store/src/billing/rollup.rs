//! Who collects what is billed below, and who stands where in a tree.

use records::{CompanyId, CustomerId, Moment, SubscriptionId};

use super::billed::RollupRun;
use crate::driver::columns::columns;
use crate::driver::statement::statements;
use crate::{Result, Tx};

columns! {
    /// A customer in a tree, with what stands in the row that the cycle goes by.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Member {
        pub id: CustomerId => "tree.id",
        pub parent: Option<CustomerId> => "tree.parent",
        /// The zone of its rollup, where that is active.
        pub rollup_zone: Option<String> => "b.rollup_zone",
    }

    /// Something that somebody pays for.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Movable {
        pub id: SubscriptionId => "s.id",
        pub customer_id: CustomerId => "s.customer_id",
        pub billed_customer_id: CustomerId => "s.billed_customer_id",
        pub parent_billed: bool => "s.parent_billed",
        /// It is over, and lines of it wait for an invoice.
        pub waits: bool => "s.waits",
    }
}

statements! {
    ABOVE: Member = "WITH RECURSIVE above (id, parent, depth) AS
            (SELECT c.id, c.parent_customer_id, 0 FROM customer c
                WHERE c.company_id = $1 AND c.id = $2
            UNION ALL SELECT c.id, c.parent_customer_id, tree.depth + 1
                FROM above tree CROSS JOIN customer c
                WHERE tree.depth < 12 AND c.company_id = $1 AND c.id = tree.parent)
        SELECT {columns} FROM above tree
            LEFT JOIN billed_customer b ON b.company_id = $1 AND b.customer_id = tree.id
        ORDER BY tree.depth";
    BELOW: Member = "WITH RECURSIVE below (id, parent, depth) AS
            (SELECT c.id, c.parent_customer_id, 0 FROM customer c
                WHERE c.company_id = $1 AND c.id = $2
            UNION ALL SELECT c.id, c.parent_customer_id, tree.depth + 1
                FROM below tree CROSS JOIN customer c
                WHERE tree.depth < 12 AND c.company_id = $1 AND c.parent_customer_id = tree.id
                    AND c.parent_customer_id IS NOT NULL)
        SELECT {columns} FROM below tree
            LEFT JOIN billed_customer b ON b.company_id = $1 AND b.customer_id = tree.id
        ORDER BY tree.depth, tree.id";
    MOVABLE: Movable = "SELECT {columns} FROM subscription s
        WHERE s.company_id = $1 AND s.customer_id IN {texts $2}
            AND (s.status IN ('PENDING', 'ACTIVE', 'UNPAID') OR s.waits = 1)
        ORDER BY +s.created_at, s.id";
    SET = "UPDATE billed_customer SET rollup_zone = $3, rollup_turn_at = $4, rollup_at = $5,
            rollup_parts = $6, version = version + 1
        WHERE company_id = $1 AND customer_id = $2";
    NEXT_TURN: CustomerId = "SELECT customer_id FROM billed_customer
        WHERE company_id = $1 AND rollup_turn_at IS NOT NULL AND rollup_turn_at <= $2
        ORDER BY rollup_turn_at, customer_id LIMIT 1";
}

/// What is kept of a rollup.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rollup {
    /// The zone of its dates, where it is active.
    pub zone: Option<String>,
    /// When it next begins or ends.
    pub turn_at: Option<Moment>,
    pub run: RollupRun,
}

/// A customer and everybody above it, upwards.
pub fn above(tx: &mut Tx<'_>, company: &CompanyId, id: &CustomerId) -> Result<Vec<Member>> {
    tx.rows(&ABOVE, &[company.into(), id.into()])
}

/// A customer and everybody below it, downwards.
pub fn below(tx: &mut Tx<'_>, company: &CompanyId, id: &CustomerId) -> Result<Vec<Member>> {
    tx.rows(&BELOW, &[company.into(), id.into()])
}

/// Everything of these customers that somebody pays for, oldest first.
pub fn movable(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    customers: Vec<CustomerId>,
) -> Result<Vec<Movable>> {
    tx.rows_of(&MOVABLE, company, customers)
}

/// Writes down what a rollup is.
pub fn set(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    customer: &CustomerId,
    rollup: &Rollup,
) -> Result<()> {
    let values = [
        company.into(),
        customer.into(),
        rollup.zone.as_deref().into(),
        rollup.turn_at.into(),
        rollup.run.at.into(),
        rollup.run.parts.into(),
    ];
    tx.run(&SET, &values).map(|_| ())
}

/// The first customer whose rollup begins or ends until an instant.
pub fn next_turn(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    until: Moment,
) -> Result<Option<CustomerId>> {
    tx.row(&NEXT_TURN, &[company.into(), until.into()])
}
