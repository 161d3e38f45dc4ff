//! Rows that name another row which is not there.

use records::CompanyId;

use crate::driver::statement::statements;
use crate::{Result, Statement, Tx};

/// The statements that find rows of a table whose column names no row of another.
macro_rules! belongings {
    ($($name:ident = $table:literal $id:literal: $column:literal in $other:literal $key:literal;)*)
    => {
        statements! {
            $($name: (String, String) = concat!(
                "SELECT t.", $id, ", t.", $column, " FROM ", $table, " t
                WHERE t.company_id = $1 AND t.", $column, " IS NOT NULL AND NOT EXISTS
                    (SELECT 1 FROM ", $other, " o WHERE o.company_id = $1
                        AND o.", $key, " = t.", $column, ")
                ORDER BY t.", $id, " LIMIT 100");)*
        }
        const BELONGINGS: &[(&str, &str, Statement<(String, String)>)] =
            &[$(($table, $other, $name),)*];
    };
}

// Whoever is billed has the row that the cycle goes by.
belongings! {
    BILLED = "billed_customer" "customer_id": "customer_id" in "customer" "id";
    CONTRACT_BEFORE = "contract" "id": "previous_subscription_id" in "subscription" "id";
    CONTRACT_OF = "contract" "id": "customer_id" in "customer" "id";
    CONTRACT_FILE = "contract_attachment" "id": "contract_id" in "contract" "id";
    CREDIT_OF = "credit" "id": "customer_id" in "billed_customer" "customer_id";
    THRESHOLD_OF = "credit_threshold" "id": "customer_id" in "billed_customer" "customer_id";
    CREDIT_FOR = "credit" "id": "subscription_id" in "subscription" "id";
    INVOICE_OF = "invoice" "id": "customer_id" in "customer" "id";
    INVOICE_TO = "invoice" "id": "billed_customer_id" in "billed_customer" "customer_id";
    INVOICE_FOR = "invoice" "id": "subscription_id" in "subscription" "id";
    LOG_OF = "credit_log" "id": "credit_id" in "credit" "id";
    LOG_FOR = "credit_log" "id": "invoice_id" in "invoice" "id";
    ONE_TIME_OF = "one_time" "id": "customer_id" in "customer" "id";
    ONE_TIME_TO = "one_time" "id": "billed_customer_id" in "billed_customer" "customer_id";
    PROGRESS_OF = "subscription_progress" "id": "id" in "subscription" "id";
    SUBSCRIPTION_AT = "subscription" "id": "id" in "subscription_progress" "id";
    SUBSCRIPTION_OF = "subscription" "id": "customer_id" in "customer" "id";
    SUBSCRIPTION_TO = "subscription" "id": "billed_customer_id" in "billed_customer" "customer_id";
}

/// Rows of billing that name a row which is not there, as sentences without a subject's verb.
pub fn strays(tx: &mut Tx<'_>, company: &CompanyId) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for (table, other, statement) in BELONGINGS {
        let strays = tx.rows(statement, &[company.into()])?.into_iter();
        found.extend(strays.map(|(id, of)| format!("{table} {id} names {other} {of}")));
    }
    Ok(found)
}
