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
    CompanyBrief {
        id: company.id.clone(),
        name: company.name.clone(),
        legal_name: company.legal_name.clone(),
        slug: company.slug.clone(),
        preferred_currency: company.preferred_currency.clone(),
    }
}
