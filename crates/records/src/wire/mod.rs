//! How values stand in JSON: exact numbers, ids, instants, pages, problems.

pub mod decimal;
pub mod display_field;
pub mod id;
pub mod moment;
pub mod number;
pub mod pagination;
pub mod problem;
pub mod shape;
