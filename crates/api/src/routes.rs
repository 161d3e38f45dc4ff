//! Every operation, on one screen.

use crate::operation::Operation;
use crate::{api_tokens, clock, company, company_users, customers, events_log, sales_users};

/// A new operation is a file with a function like these, and a line here.
pub fn operations() -> Vec<Operation> {
    vec![
        company::get(),
        company::update(),
        company_users::list(),
        company_users::invite(),
        company_users::update(),
        sales_users::list(),
        sales_users::create(),
        sales_users::update(),
        api_tokens::list(),
        api_tokens::create(),
        api_tokens::revoke(),
        customers::create(),
        customers::find(),
        customers::get(),
        customers::update(),
        customers::start_managing(),
        events_log::list(),
        clock::get(),
        clock::set(),
    ]
}
