//! The people of a company over HTTP: who works with it, their tokens, and who is credited
//! with sales.

pub mod api_tokens;
pub mod company_users;
pub mod sales_users;
