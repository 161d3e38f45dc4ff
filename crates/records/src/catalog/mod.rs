//! The catalog: what is sold, how it is measured, and what it costs.

pub mod bundle;
pub mod entitlement_definition;
pub mod estimate;
pub mod item;
pub mod item_pricing;
pub mod metric;
pub mod product;
pub mod product_pricing;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What is archived goes on for those who have it and is refused to everyone else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum State {
    #[default]
    Active,
    Archived,
}

impl State {
    pub fn as_str(self) -> &'static str {
        match self {
            State::Active => "ACTIVE",
            State::Archived => "ARCHIVED",
        }
    }
}
