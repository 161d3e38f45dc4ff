//! Companies: whose customers are billed, and how.

mod check;
pub mod clock;
mod create;
mod demo;
mod distance;
mod place;
mod slug;
mod update;

pub use create::NewCompany;
pub use demo::Demo;
pub(crate) use place::{check_address, check_taxes};
pub use update::update;

use records::Company;
use records::company::CompanyBrief;

/// What of a company stands inside other records.
pub(crate) fn brief(company: &Company) -> CompanyBrief {
    let company = company.clone();
    CompanyBrief {
        address: company.address,
        computed_entitlements: company.computed_entitlements,
        created_at: company.created_at,
        customer_id: company.customer_id,
        demo: company.demo,
        email: company.email,
        entitlements: company.entitlements,
        id: company.id,
        is_dev: company.is_dev,
        legal_name: company.legal_name,
        name: company.name,
        override_entitlements: company.override_entitlements,
        phone: company.phone,
        preferred_currency: company.preferred_currency,
        preferred_timezone: company.preferred_timezone,
        slug: company.slug,
        updated_at: company.updated_at,
    }
}
