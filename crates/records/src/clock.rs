//! What a company's clock shows.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Moment;

/// The company's time: the test clock of a development company, else the real time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClockReading {
    pub now: Moment,
}

/// A move of the test clock, while it runs and after it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ClockMove {
    /// How far it has come: everything due until then is done.
    pub now: Moment,
    /// Where it goes; null when it stands.
    pub target: Option<Moment>,
}
