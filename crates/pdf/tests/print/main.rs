//! Invoices printed, and looked into: the same bytes each time, every figure of the view, names
//! that stay names. What other programs find in the files is checked by `cargo xtask test --only
//! pdf`.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

mod inert;
mod same;
mod sample;
mod shown;
