//! A customer: an account that is billed.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Address, Amount, CompanyId, CompanyUserId, CustomerId, DisplayField, Entitlement, Frequency,
    Moment, Object, Tax,
};

/// The whole record. `display_name`, `mrr`, `arr` and the entitlements are computed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Customer {
    pub address: Option<Address>,
    /// Annual recurring revenue.
    pub arr: Amount,
    /// Further addresses that receive this customer's invoices.
    #[schema(schema_with = crate::shape::emails)]
    pub billing_emails: Vec<String>,
    /// Bill everything below this customer on one invoice of its own.
    pub child_rollup_billing: bool,
    pub child_rollup_billing_config: Option<RollupConfig>,
    #[schema(value_type = String)]
    pub company_id: CompanyId,
    /// What its live subscriptions grant together, with its own values over them.
    pub computed_entitlements: Vec<Entitlement>,
    pub created_at: Moment,
    #[schema(value_type = Option<Object>)]
    pub customer_integration_metadata: Option<Object>,
    /// `org_name`, else `name`, `email`, `identifier`.
    #[schema(example = "Acme GmbH")]
    pub display_name: String,
    #[schema(schema_with = crate::shape::email, example = "billing@acme.example")]
    pub email: Option<String>,
    pub exclude_from_metrics: bool,
    #[schema(value_type = String, example = "cus_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: CustomerId,
    /// Ties the customer to the caller's system; unique in the company.
    #[schema(min_length = 1, max_length = 255, example = "acme")]
    pub identifier: String,
    pub integration_references: Vec<IntegrationReference>,
    /// Printed on every invoice of this customer.
    #[schema(max_items = 50)]
    pub invoice_additional_display_fields: Vec<DisplayField>,
    #[schema(example = "de-DE")]
    pub locale: Option<String>,
    /// While true its subscriptions are kept but nothing is billed or mailed.
    pub managed_externally: bool,
    #[schema(value_type = Object)]
    pub metadata: Object,
    /// Monthly recurring revenue.
    pub mrr: Amount,
    pub mrr_by_currency: Vec<Amount>,
    pub name: Option<String>,
    #[schema(example = "Acme GmbH")]
    pub org_name: Option<String>,
    /// Values of its own, over what its subscriptions grant; each is final.
    pub override_entitlements: Vec<Entitlement>,
    /// Used in place of the company's taxes; null leaves those in force.
    #[schema(max_items = 50)]
    pub override_taxes: Option<Vec<Tax>>,
    /// The company user who looks after this customer.
    #[schema(value_type = Option<String>)]
    pub owner_id: Option<CompanyUserId>,
    #[schema(value_type = Option<String>)]
    pub parent_customer_id: Option<CustomerId>,
    pub phone: Option<String>,
    #[schema(value_type = CustomerStatus)]
    pub status: CustomerStatus,
    pub tags: Vec<String>,
    /// A VAT id of the EU, or what the country of the address has; printed on invoices.
    #[schema(max_length = 60, example = "DE136695976")]
    pub tax_id: Option<String>,
    #[schema(example = "CFO")]
    pub title: Option<String>,
    pub updated_at: Moment,
}

impl Customer {
    /// What a create may send besides `override_entitlements`; an update may send these less
    /// `managed_externally`, and `status`.
    pub const WRITABLE: &[&str] = &[
        "address",
        "billing_emails",
        "child_rollup_billing",
        "child_rollup_billing_config",
        "customer_integration_metadata",
        "email",
        "exclude_from_metrics",
        "identifier",
        "integration_references",
        "invoice_additional_display_fields",
        "locale",
        "metadata",
        "name",
        "org_name",
        "override_taxes",
        "owner_id",
        "parent_customer_id",
        "phone",
        "tags",
        "tax_id",
        "title",
    ];

    /// Kept in columns, since more than a PATCH changes them; never in the stored document.
    pub const IN_COLUMNS: &[&str] = &[
        "arr",
        "mrr",
        "mrr_by_currency",
        "computed_entitlements",
        "override_entitlements",
        "updated_at",
    ];
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum CustomerStatus {
    #[default]
    Active,
    Archived,
}

impl CustomerStatus {
    pub fn as_str(self) -> &'static str {
        match self {
            CustomerStatus::Active => "ACTIVE",
            CustomerStatus::Archived => "ARCHIVED",
        }
    }
}

/// How and when the children of a customer are billed together.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RollupConfig {
    pub start_date: Option<Moment>,
    pub end_date: Option<Moment>,
    pub auto_charges: Option<bool>,
    /// How often the collected lines are invoiced; `MONTH` when absent.
    pub frequency: Option<Frequency>,
    #[schema(max_items = 50)]
    pub invoice_additional_display_fields: Option<Vec<DisplayField>>,
    #[schema(minimum = 0, maximum = 36500)]
    pub invoice_due_date_from_creation: Option<i64>,
}

/// Names this customer in another system; (`integration_id`, `remote_type`, `remote_id`) is unique.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct IntegrationReference {
    pub integration_icon: Option<String>,
    pub integration_id: Option<String>,
    pub integration_key: Option<String>,
    pub integration_name: Option<String>,
    pub reference_type: Option<String>,
    pub remote_id: Option<String>,
    pub remote_type: Option<String>,
}

/// A customer inside a contract or a log.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct CustomerBrief {
    pub address: Option<Address>,
    pub billing_emails: Vec<String>,
    pub email: Option<String>,
    #[schema(value_type = String)]
    pub id: CustomerId,
    pub identifier: String,
    pub name: Option<String>,
    pub org_name: Option<String>,
    #[schema(value_type = Option<String>)]
    pub owner_id: Option<CompanyUserId>,
    #[schema(no_recursion)]
    pub parent_customer: Option<Box<CustomerBrief>>,
    #[schema(value_type = Option<String>)]
    pub parent_customer_id: Option<CustomerId>,
    pub phone: Option<String>,
}
