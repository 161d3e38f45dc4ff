//! Who presents this token, and may they do this?

use std::sync::Arc;

use records::{Area, CompanyId, Level};
use store::Tx;
use store::token::Presented;

use super::{Secret, usage};
use crate::engine::Tools;
use crate::{Actor, Failure, Refusal};

/// Who calls, as the request says it.
#[derive(Clone, Debug)]
pub struct Caller {
    pub company: Arc<CompanyId>,
    pub secret: Secret,
}

/// What an operation needs of a token.
#[derive(Clone, Copy, Debug)]
pub struct Grant {
    pub area: Area,
    pub level: Level,
}

/// A good token of another company learns that this company is not there.
pub(crate) fn authorize(
    tx: &mut Tx<'_>,
    tools: &Tools,
    caller: &Caller,
    grant: Grant,
) -> Result<Actor, Failure> {
    let (home, digest) = (caller.secret.company(), caller.secret.digest());
    let presented = tools.presented.by_digest(tx, home, digest)?;
    let presented =
        presented.filter(|presented| in_force(presented, tools)).ok_or(Refusal::Unauthenticated)?;
    if *home != *caller.company {
        return Err(Refusal::not_found("company", &caller.company).into());
    }
    usage::note(tools, &presented);
    if presented.access.level(grant.area) < grant.level {
        let (area, level) = (grant.area.key(), format!("{:?}", grant.level).to_uppercase());
        let detail = format!("This token lacks {level} access to `{area}`.");
        return Err(Refusal::Forbidden(detail).into());
    }
    Ok(Actor {
        token_id: presented.token.id.clone(),
        company_user_id: presented.token.company_user_id.clone(),
        access: Arc::clone(&presented.access),
        ..Actor::default()
    })
}

fn in_force(presented: &Presented, tools: &Tools) -> bool {
    let expired = presented.expires_at.is_some_and(|expiry| expiry <= tools.wall.now());
    presented.revoked_at.is_none() && !expired
}
