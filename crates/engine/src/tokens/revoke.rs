//! Revokes a token; the next request with it is refused.

use billing::fact::FactType;
use records::{ApiToken, Object, TokenId};

use crate::company_users::no_more_than_caller;
use crate::engine::found;
use crate::{Failure, Session};

/// Nobody revokes what holds more than they do. Revoking twice changes nothing.
pub fn revoke(session: &mut Session<'_, '_>, id: &TokenId) -> Result<ApiToken, Failure> {
    let company = session.company_id().to_owned();
    let token = found(store::token::lock(session.tx, &company, id)?, "API token", id)?;
    no_more_than_caller(session, &token.access, "revokes")?;
    revoke_known(session, token)
}

fn revoke_known(session: &mut Session<'_, '_>, mut token: ApiToken) -> Result<ApiToken, Failure> {
    let (company, id) = (session.company_id().to_owned(), token.id.clone());
    if token.revoked_at.is_some() {
        return Ok(token);
    }
    let now = session.wall();
    store::token::revoke(session.tx, &company, &id, now)?;
    token.revoked_at = Some(now);
    let values = Object::from_iter([("revoked_at".to_owned(), now.to_string().into())]);
    session.fact(FactType::ApiTokenRevoked, &id, values)?;
    Ok(token)
}

/// Revokes every token that carries a name, as the demo does with its last one.
pub fn revoke_named(session: &mut Session<'_, '_>, name: &str) -> Result<(), Failure> {
    let company = session.company_id().to_owned();
    for token in store::token::named(session.tx, &company, name)? {
        revoke_known(session, token)?;
    }
    Ok(())
}
