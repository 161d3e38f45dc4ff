//! The catalog: what is sold, how it is measured, what it costs.

pub mod bundles;
pub(crate) mod entitled;
pub mod entitlements;
pub(crate) mod expand;
pub mod items;
pub mod metrics;
pub mod pricings;
pub mod products;
pub(crate) mod record;
mod required;
mod standard;

pub use required::required;
pub(crate) use standard::stock;

/// A number of units from a text.
pub fn parse_quantity(text: &str) -> Result<money::Ratio, String> {
    let quantity = money::Quantity::parse(text);
    quantity.map(|q| q.ratio().clone()).map_err(|error| format!("`{text}` units: {error}"))
}
