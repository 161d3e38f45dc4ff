//! An invoice's arithmetic: lines, then discounts, then tax per rate, then credits, then totals.
//! It decides amounts only; numbers, dates and states belong to whoever issues the invoice.

mod discount;
mod error;
mod line;
mod pay;
mod settle;
mod tax;

pub use discount::{Discount, DiscountScope, DiscountUse, Effect, discount};
pub use error::InvoiceError;
pub use line::{Billed, Line, LineKind, LineScope};
pub use pay::{Credit, CreditUse, pay};
pub use settle::{Bill, Settled, Totals, settle};
pub use tax::{TaxUse, tax};
