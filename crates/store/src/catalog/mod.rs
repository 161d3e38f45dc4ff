//! The catalog: seven kinds of records on shelves of one shape.

pub mod bundle;
pub mod entitlement;
pub mod item;
pub mod metric;
pub mod pricing;
pub mod product;
mod table;
pub mod template;

pub use table::{
    CatalogRecord, CatalogTable, Place, Stored, by_ids, by_parents, get, insert, lock, update,
};
