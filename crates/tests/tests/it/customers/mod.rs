//! Customers end to end: what is sent, what is kept, what is refused.

mod archive;
mod countries;
mod create;
mod entitlements;
mod families;
mod faults;
mod follows;
mod hierarchy;
mod identifier;
mod references;
mod strangers;
mod update;

use serde_json::{Value, json};

/// Every field of the record, as the interface lists them.
pub const FIELDS: &[&str] = &[
    "address",
    "arr",
    "billing_emails",
    "child_rollup_billing",
    "child_rollup_billing_config",
    "company_id",
    "computed_entitlements",
    "created_at",
    "customer_integration_metadata",
    "display_name",
    "email",
    "exclude_from_metrics",
    "id",
    "identifier",
    "integration_references",
    "invoice_additional_display_fields",
    "locale",
    "managed_externally",
    "metadata",
    "mrr",
    "mrr_by_currency",
    "name",
    "org_name",
    "override_entitlements",
    "override_taxes",
    "owner_id",
    "parent_customer_id",
    "phone",
    "status",
    "tags",
    "title",
    "updated_at",
];

/// What only the service says.
pub const ANSWERED_ONLY: &[(&str, &str)] = &[
    ("id", "\"cus_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa\""),
    ("company_id", "\"cmp_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa\""),
    ("created_at", "\"2026-01-01T00:00:00Z\""),
    ("updated_at", "\"2026-01-01T00:00:00Z\""),
    ("display_name", "\"Acme\""),
    ("arr", "{\"currency\":\"USD\",\"value_in_cents\":1}"),
    ("mrr", "{\"currency\":\"USD\",\"value_in_cents\":1}"),
    ("mrr_by_currency", "[]"),
    ("computed_entitlements", "[]"),
];

/// A body with every field that a create takes, less those that name other records.
pub fn everything() -> Value {
    json!({
        "address": {
            "address_line_1": "Lindenstr. 5", "address_line_2": "Hof", "city": "Berlin",
            "country": "DE", "place_id": "p1", "state": "BE", "zip": "10969"
        },
        "billing_emails": ["a@acme.example", "b@acme.example"],
        "child_rollup_billing": true,
        "child_rollup_billing_config": {
            "start_date": "2026-01-01T00:00:00Z", "end_date": "2027-01-01T00:00:00Z",
            "auto_charges": true, "frequency": "QUARTER",
            "invoice_additional_display_fields": [{ "name": "PO", "value": "4711" }],
            "invoice_due_date_from_creation": 14
        },
        "customer_integration_metadata": { "crm": { "stage": "won" } },
        "email": "billing@acme.example",
        "exclude_from_metrics": true,
        "identifier": "acme",
        "integration_references": [{
            "integration_icon": "i", "integration_id": "int_1", "integration_key": "k",
            "integration_name": "CRM", "reference_type": "ACCOUNT", "remote_id": "r1",
            "remote_type": "account"
        }],
        "invoice_additional_display_fields": [{ "name": "VAT ID", "value": "DE1" }],
        "locale": "de-DE",
        "managed_externally": true,
        "metadata": { "plan": "gold", "seats": 12, "beta": true, "nested": { "a": [1, 2] } },
        "name": "Ada Lovelace",
        "org_name": "Acme GmbH",
        "override_taxes": [{
            "name": "VAT", "rate": 0.19, "country": "DE", "description": "full rate",
            "region": "BE", "metadata": { "a": 1 }
        }],
        "phone": "+49 30 1",
        "tags": ["vip", "eu"],
        "title": "CFO"
    })
}
