//! Lists the tokens of a company; their secrets are gone.

use records::ApiToken;

use crate::listing::{self, ListRequest, Listed};
use crate::{Failure, Session};

pub fn list(
    session: &mut Session<'_, '_>,
    request: &ListRequest,
) -> Result<Listed<ApiToken>, Failure> {
    let id = |token: &ApiToken| token.id.clone();
    listing::walk(session, "api_tokens", request, id, |tx, company, after, limit| {
        store::token::after(tx, company, after, limit)
    })
}
