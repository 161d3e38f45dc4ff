//! People: those who work in a company, and those who sell for it.

pub mod company_users;
pub mod sales_users;
