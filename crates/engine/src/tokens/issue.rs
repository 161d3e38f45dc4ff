//! Issues a token: never more than the one who asks holds.

use billing::fact::FactType;
use records::api_token::TokenRequest;
use records::{Access, ApiToken, IssuedToken};

use super::secret;
use crate::session::filled;
use crate::{Failure, Refusal, Session};

/// The record with its secret; this is the only time that the secret is seen.
pub fn issue(session: &mut Session<'_, '_>, request: TokenRequest) -> Result<IssuedToken, Failure> {
    if request.expires_at.is_some_and(|expiry| expiry <= session.wall()) {
        let detail = "A token cannot expire in the past.";
        return Err(Refusal::invalid("/expires_at", "in_the_past", detail).into());
    }
    let mut limit = Access::clone(&session.actor.access);
    if let Some(holder) = &request.company_user_id {
        let company = session.company_id().to_owned();
        let holder = store::company_user::get(session.tx, &company, holder)?;
        let holder = holder.ok_or_else(|| {
            Refusal::invalid("/company_user_id", "unknown", "There is no such company user.")
        })?;
        limit = limit.within(&holder.access);
    }
    let access = request.access.unwrap_or_else(|| limit.clone());
    if let Some(area) = access.beyond(&limit).first() {
        let detail = format!("Nobody grants more than they hold: `{}`.", area.key());
        return Err(Refusal::Forbidden(detail).into());
    }
    let token = ApiToken {
        access,
        company_user_id: request.company_user_id,
        expires_at: request.expires_at,
        name: request.name,
        ..ApiToken::default()
    };
    write(session, token)
}

/// The first token of a company, for the command line, which holds everything.
pub fn issue_all_access(
    session: &mut Session<'_, '_>,
    access: Access,
    name: &str,
) -> Result<IssuedToken, Failure> {
    write(session, ApiToken { access, name: Some(name.to_owned()), ..ApiToken::default() })
}

fn write(session: &mut Session<'_, '_>, mut token: ApiToken) -> Result<IssuedToken, Failure> {
    token.company_id = session.company_id().to_owned();
    token.id = session.new_id("tok_");
    token.created_at = session.now();
    let secret = secret::new(&session.tools.ids, &token.company_id, session.wall());
    store::token::insert(session.tx, &token, &secret::digest(&secret))?;
    let values = serde_json::to_value(&token).map(|value| filled(&value)).unwrap_or_default();
    session.fact(FactType::ApiTokenCreated, &token.id, values)?;
    Ok(IssuedToken {
        access: token.access,
        company_id: token.company_id,
        company_user_id: token.company_user_id,
        created_at: token.created_at,
        expires_at: token.expires_at,
        id: token.id,
        last_used_at: None,
        name: token.name,
        revoked_at: None,
        token: secret,
    })
}
