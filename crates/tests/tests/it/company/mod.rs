//! Running a company: its settings and its people.

mod clock;
mod company_users;
mod emails;
mod log;
mod sales_users;
mod settings;
mod webhooks;
