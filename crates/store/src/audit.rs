//! Rows and facts held against each other, set by set.

use crate::driver::statement::statements;
use crate::{Error, Statement, Tx};

/// The statements of one table: rows whose making no fact tells, and facts whose row is gone.
macro_rules! pairs {
    ($($table:literal: $unmade:ident, $gone:ident;)*) => {
        statements! {
            $(
                $unmade = concat!(
                    "SELECT t.id FROM ", $table, " t WHERE t.company_id = $1 AND NOT EXISTS
                        (SELECT 1 FROM fact f WHERE f.company_id = t.company_id
                            AND f.object_id = t.id AND f.event_type = '", $table, ".created')
                    ORDER BY t.id LIMIT 100");
                $gone = concat!(
                    "SELECT f.object_id FROM fact f WHERE f.company_id = $1
                        AND f.event_type = '", $table, ".created' AND NOT EXISTS
                        (SELECT 1 FROM ", $table, " t WHERE t.company_id = f.company_id
                            AND t.id = f.object_id)
                    ORDER BY f.object_id LIMIT 100");
            )*
        }
        const PAIRS: &[(&str, Statement, Statement)] = &[$(($table, $unmade, $gone),)*];
    };
}

pairs! {
    "api_token": UNMADE_TOKENS, GONE_TOKENS;
    "bundle": UNMADE_BUNDLES, GONE_BUNDLES;
    "company_user": UNMADE_COMPANY_USERS, GONE_COMPANY_USERS;
    "customer": UNMADE_CUSTOMERS, GONE_CUSTOMERS;
    "entitlement": UNMADE_ENTITLEMENTS, GONE_ENTITLEMENTS;
    "item": UNMADE_ITEMS, GONE_ITEMS;
    "metric": UNMADE_METRICS, GONE_METRICS;
    "pricing": UNMADE_PRICINGS, GONE_PRICINGS;
    "product": UNMADE_PRODUCTS, GONE_PRODUCTS;
    "sales_user": UNMADE_SALES_USERS, GONE_SALES_USERS;
}

/// Rows that no fact made, by table and id.
pub fn rows_without_fact(tx: &mut Tx<'_>, company: &str) -> Result<Vec<String>, Error> {
    let mut found = Vec::new();
    for (table, unmade, _) in PAIRS {
        let ids = tx.rows(unmade, &[company.into()], |row| row.text(0))?;
        found.extend(ids.into_iter().map(|id| format!("{table} {id}")));
    }
    Ok(found)
}

/// Facts of making whose row is gone, by table and id.
pub fn facts_without_row(tx: &mut Tx<'_>, company: &str) -> Result<Vec<String>, Error> {
    let mut found = Vec::new();
    for (table, _, gone) in PAIRS {
        let ids = tx.rows(gone, &[company.into()], |row| row.text(0))?;
        found.extend(ids.into_iter().map(|id| format!("{table} {id}")));
    }
    Ok(found)
}
