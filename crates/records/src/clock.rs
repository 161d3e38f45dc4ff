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
