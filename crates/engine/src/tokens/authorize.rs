//! Who presents this token, and may they do this?

use store::Tx;
use store::token::Presented;

use super::{secret, usage};
use crate::engine::Tools;
use crate::{Actor, Caller, Failure, Grant, Refusal};

/// A good token of another company learns that this company is not there.
pub(crate) fn authorize(
    tx: &mut Tx<'_>,
    tools: &Tools,
    caller: &Caller,
    grant: Grant,
) -> Result<Actor, Failure> {
    if !secret::well_formed(&caller.secret) {
        return Err(Refusal::Unauthenticated.into());
    }
    let home = secret::company(&caller.secret);
    let digest = secret::digest(&caller.secret);
    let presented = tools.presented.by_digest(tx, &home, &digest)?;
    let presented =
        presented.filter(|presented| in_force(presented, tools)).ok_or(Refusal::Unauthenticated)?;
    if home != caller.company {
        return Err(Refusal::not_found("company", &caller.company).into());
    }
    usage::note(tools, &presented);
    let actor = actor(presented);
    if actor.access.level(grant.area) < grant.level {
        let (area, level) = (grant.area.key(), format!("{:?}", grant.level).to_uppercase());
        let detail = format!("This token lacks {level} access to `{area}`.");
        return Err(Refusal::Forbidden(detail).into());
    }
    Ok(actor)
}

fn in_force(presented: &Presented, tools: &Tools) -> bool {
    let token = &presented.token;
    let expired = token.expires_at.is_some_and(|expiry| expiry <= tools.wall.now());
    token.revoked_at.is_none() && !expired
}

fn actor(presented: Presented) -> Actor {
    let Presented { token, holder, .. } = presented;
    let access = match &holder {
        Some(holder) => token.access.within(holder),
        None => token.access,
    };
    Actor { token_id: token.id, company_user_id: token.company_user_id, access }
}
