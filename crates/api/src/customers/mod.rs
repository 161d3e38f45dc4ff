//! Customers over HTTP.

mod create;
mod entitlement;
mod find;
mod get;
mod start_managing;
mod statement;
mod update;

pub use create::operation as create;
pub use entitlement::operation as entitlement;
pub use find::operation as find;
pub use get::operation as get;
pub use start_managing::operation as start_managing;
pub use statement::operation as statement;
pub use update::operation as update;

use records::Customer;
use records::catalog::entitlement_definition::EntitlementValue;
use serde_json::json;

use crate::openapi::{Extra, Schema, object, some_of};

const TAG: &str = "Customers";

/// What create and update take alike, with some fields of their own.
fn body(name: &'static str, extra: &'static [Extra]) -> Schema {
    Schema::new(move |components| {
        let mut fields = some_of::<Customer>(components, Customer::WRITABLE);
        let value = components.record::<EntitlementValue>();
        let values = json!({ "type": "array", "items": value, "maxItems": 100 });
        fields.insert("override_entitlements".to_owned(), values);
        for (field, schema) in extra {
            fields.insert((*field).to_owned(), schema());
        }
        object(components, name, fields, &[])
    })
}
