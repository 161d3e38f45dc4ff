//! A billable item: the thing that is counted.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::State;
use crate::{CompanyId, Moment};

/// Every company has one standard item of type `LICENSE`, which nobody changes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Item {
    #[schema(value_type = String)]
    pub company_id: CompanyId,
    pub created_at: Moment,
    pub description: Option<String>,
    pub display_type: DisplayType,
    pub editable: bool,
    #[schema(max_length = 255)]
    pub external_name: Option<String>,
    #[schema(example = "item_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: String,
    #[schema(min_length = 1, max_length = 255, example = "API calls")]
    pub name: String,
    pub standard: bool,
    pub state: State,
    #[serde(rename = "type")]
    pub kind: ItemType,
    pub updated_at: Moment,
}

impl Item {
    /// What create takes besides `type`, and PATCH besides `state`.
    pub const WRITABLE: &[&str] = &["description", "display_type", "external_name", "name"];
}

/// Usage is sent as events, objects are counted while they exist.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ItemType {
    License,
    #[default]
    CustomUsage,
    CustomObj,
}

/// How units are shown on invoices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum DisplayType {
    #[default]
    Units,
    Amount,
    ThousandUnits,
    MillionUnits,
}
