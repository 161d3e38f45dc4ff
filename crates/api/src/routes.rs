//! Every operation, on one screen.

use crate::operation::Operation;
use crate::{
    api_tokens, catalog, clock, company, company_users, customers, events_log, sales_users,
};

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
        catalog::items::create(),
        catalog::items::find(),
        catalog::items::get(),
        catalog::items::update(),
        catalog::metrics::create(),
        catalog::metrics::find(),
        catalog::metrics::get(),
        catalog::metrics::update(),
        catalog::products::create(),
        catalog::products::find(),
        catalog::products::get(),
        catalog::products::update(),
        catalog::pricing::create(),
        catalog::pricing::find(),
        catalog::pricing::get(),
        catalog::pricing::update(),
        catalog::pricing::estimate(),
        catalog::bundles::create(),
        catalog::bundles::find(),
        catalog::bundles::get(),
        catalog::bundles::update(),
        catalog::entitlements::create(),
        catalog::entitlements::find(),
        catalog::entitlements::get(),
        catalog::entitlements::update(),
        events_log::list(),
        clock::get(),
        clock::set(),
    ]
}
