//! The text of contracts: Markdown with variables.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::catalog::State;
use crate::{CompanyId, ContractId, CustomerId, Moment, Object};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Template {
    #[schema(value_type = String)]
    pub company_id: CompanyId,
    /// Markdown with `{{variables}}`.
    #[schema(min_length = 1, max_length = 500000)]
    pub content: String,
    pub created_at: Moment,
    #[schema(max_length = 10000)]
    pub description: Option<String>,
    #[schema(example = "tmpl_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: String,
    #[schema(min_length = 1, max_length = 255, example = "Order form")]
    pub name: String,
    /// Every company has one from the start; it can be changed like any other.
    pub standard: bool,
    pub state: State,
    /// The names of the variables in it.
    pub template_variables: Vec<String>,
    pub updated_at: Moment,
    /// Counted up whenever its content changes; contracts keep the text that they were made with.
    #[schema(minimum = 1)]
    pub version: i64,
}

impl Template {
    pub const WRITABLE: &[&str] = &["content", "description", "name", "state"];
    pub const IN_COLUMNS: &[&str] = &["updated_at"];
}

/// What is put into a template to look at it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TemplatePreviewRequest {
    /// A contract, whose prices and parties it shows.
    #[schema(value_type = Option<String>)]
    pub contract_id: Option<ContractId>,
    #[schema(value_type = Option<std::collections::HashMap<String, String>>)]
    pub custom_variables: Option<Object>,
    /// A customer, where there is no contract yet.
    #[schema(value_type = Option<String>)]
    pub customer_id: Option<CustomerId>,
}

/// A template as a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct TemplatePreview {
    /// Markdown with the variables filled in; those without a value stand as they are.
    pub content: String,
    /// The variables that have no value: a contract with them is not sent.
    pub missing_variables: Vec<String>,
    pub version: i64,
}
