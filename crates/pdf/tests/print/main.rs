//! Invoices printed, and looked into: the same bytes each time, every figure of the view, names
//! that stay names. What other programs find in the files is checked by `cargo xtask test --only
//! pdf`.

mod inert;
mod same;
mod sample;
mod shown;
