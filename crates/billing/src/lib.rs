//! The pure core: prices, periods and facts in, charges and invoices out.

pub mod fact;
