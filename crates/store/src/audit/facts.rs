//! Rows that no fact made, and facts whose row is gone.

use records::CompanyId;

use crate::driver::statement::statements;
use crate::{Result, Statement, Tx};

/// The statements of one table: rows whose making no fact tells, and facts whose row is gone.
macro_rules! pairs {
    ($($table:literal by $made:literal: $unmade:ident, $gone:ident;)*) => {
        statements! {
            $(
                $unmade: String = concat!(
                    "SELECT t.id FROM ", $table, " t WHERE t.company_id = $1 AND NOT EXISTS
                        (SELECT 1 FROM fact f WHERE f.company_id = $1
                            AND f.object_id = t.id AND f.event_type IN (", $made, "))
                    ORDER BY t.id LIMIT 100");
                $gone: String = concat!(
                    "SELECT DISTINCT f.object_id FROM fact f WHERE f.company_id = $1
                        AND f.data_type = '", $table, "' AND NOT EXISTS
                        (SELECT 1 FROM ", $table, " t WHERE t.company_id = $1
                            AND t.id = f.object_id)
                    ORDER BY f.object_id LIMIT 100");
            )*
        }
        const PAIRS: &[(&str, Statement<String>, Statement<String>)] =
            &[$(($table, $unmade, $gone),)*];
    };
}

pairs! {
    "api_token" by "'api_token.created'": UNMADE_TOKENS, GONE_TOKENS;
    "bundle" by "'bundle.created'": UNMADE_BUNDLES, GONE_BUNDLES;
    "company_user" by "'company_user.created'": UNMADE_COMPANY_USERS, GONE_COMPANY_USERS;
    "contract" by "'contract.created'": UNMADE_CONTRACTS, GONE_CONTRACTS;
    "credit" by "'credit.issued'": UNMADE_CREDITS, GONE_CREDITS;
    "credit_threshold" by "'credit_threshold.created'": UNMADE_THRESHOLDS, GONE_THRESHOLDS;
    "customer" by "'customer.created'": UNMADE_CUSTOMERS, GONE_CUSTOMERS;
    "entitlement" by "'entitlement.created'": UNMADE_ENTITLEMENTS, GONE_ENTITLEMENTS;
    "invoice" by "'invoice.drafted', 'invoice.finalized', 'invoice.waived'":
        UNMADE_INVOICES, GONE_INVOICES;
    "item" by "'item.created'": UNMADE_ITEMS, GONE_ITEMS;
    "metric" by "'metric.created'": UNMADE_METRICS, GONE_METRICS;
    "one_time" by "'one_time.created'": UNMADE_ONE_TIMES, GONE_ONE_TIMES;
    "pricing" by "'pricing.created'": UNMADE_PRICINGS, GONE_PRICINGS;
    "product" by "'product.created'": UNMADE_PRODUCTS, GONE_PRODUCTS;
    "sales_user" by "'sales_user.created'": UNMADE_SALES_USERS, GONE_SALES_USERS;
    "subscription" by "'subscription.created'": UNMADE_SUBSCRIPTIONS, GONE_SUBSCRIPTIONS;
    "template" by "'template.created'": UNMADE_TEMPLATES, GONE_TEMPLATES;
}

/// Rows that no fact made, by table and id.
pub fn rows_without_fact(tx: &mut Tx<'_>, company: &CompanyId) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for (table, unmade, _) in PAIRS {
        let ids = tx.rows(unmade, &[company.into()])?;
        found.extend(ids.into_iter().map(|id| format!("{table} {id}")));
    }
    Ok(found)
}

/// Facts about a row that is gone, by table and id.
pub fn facts_without_row(tx: &mut Tx<'_>, company: &CompanyId) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for (table, _, gone) in PAIRS {
        let ids = tx.rows(gone, &[company.into()])?;
        found.extend(ids.into_iter().map(|id| format!("{table} {id}")));
    }
    Ok(found)
}
