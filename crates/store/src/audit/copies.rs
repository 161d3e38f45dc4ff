//! What subscriptions and invoices copied of their customer, and what customers are worth who are
//! billed nothing.

use records::CompanyId;

use crate::driver::statement::statements;
use crate::{Result, Tx};

statements! {
    SUBSCRIPTIONS: String = "SELECT t.id FROM subscription t JOIN customer c
            ON c.company_id = $1 AND c.id = t.customer_id
        WHERE t.company_id = $1 AND (t.owner_id IS DISTINCT FROM c.owner_id
            OR t.parent_customer_id IS DISTINCT FROM c.parent_customer_id
            OR t.exclude_from_metrics <> c.exclude_from_metrics
            OR t.managed_externally <> c.managed_externally)
        ORDER BY t.id LIMIT 100";
    INVOICES: String = "SELECT t.id FROM invoice t JOIN customer c
            ON c.company_id = $1 AND c.id = t.customer_id
        WHERE t.company_id = $1 AND (t.owner_id IS DISTINCT FROM c.owner_id
            OR t.managed_externally <> c.managed_externally)
        ORDER BY t.id LIMIT 100";
    CUSTOMERS: String = "SELECT t.id FROM customer t
        WHERE t.company_id = $1
            AND (t.mrr <> 0 OR t.arr <> 0 OR t.live_subscriptions <> 0)
            AND NOT EXISTS (SELECT 1 FROM billed_customer b
                WHERE b.company_id = $1 AND b.customer_id = t.id)
        ORDER BY t.id LIMIT 100";
}

/// Records that say something else of a customer than it says itself.
pub fn stale_copies(tx: &mut Tx<'_>, company: &CompanyId) -> Result<Vec<String>> {
    let table = [
        (&SUBSCRIPTIONS, "subscription", "has another owner, parent or flag than its customer"),
        (&INVOICES, "invoice", "has another owner or flag than its customer"),
        (&CUSTOMERS, "customer", "is worth something and has nothing to be billed for"),
    ];
    let mut found = Vec::new();
    for (statement, noun, complaint) in table {
        let ids = tx.rows(statement, &[company.into()])?;
        found.extend(ids.into_iter().map(|id| format!("{noun} {id} {complaint}")));
    }
    Ok(found)
}
