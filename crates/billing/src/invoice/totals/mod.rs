//! The arithmetic of an invoice: lines, then discounts, then tax per rate, then credits, then
//! totals. It decides amounts only; numbers, dates and states belong to whoever issues the invoice.

mod discount;
mod error;
mod line;
mod pay;
mod tax;
mod total;

pub use discount::{Discount, DiscountScope, DiscountUse, Effect, discount};
pub use error::InvoiceError;
pub use line::{Billed, Line, LineKind, LineScope};
pub use pay::{Credit, CreditUse};
pub use tax::TaxUse;
pub use total::{Bill, Totalled, Totals, total};
