//! The people of a company over HTTP: who works with it, and who is credited with sales.

pub mod company_users;
pub mod sales_users;
