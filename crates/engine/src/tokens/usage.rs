//! When tokens were last used: collected in memory, written down now and then.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use billing::fact::FactType;
use records::{CompanyId, CompanyUserId, Moment, Object, TokenId};
use store::token::Presented;

use crate::engine::Tools;
use crate::{Engine, Failure, Session};

/// By company and token.
#[derive(Default)]
pub(crate) struct Seen(Mutex<HashMap<(CompanyId, TokenId), Use>>);

/// When a token was used, and the company user who was seen for the first time by it.
struct Use {
    at: Moment,
    newcomer: Option<CompanyUserId>,
}

/// A minute is exact enough for "last used".
const MINUTE: i64 = 60_000_000;

pub(super) fn note(tools: &Tools, presented: &Presented) {
    let token = &presented.token;
    let now = tools.wall.now();
    let known = presented.last_used_at.is_some_and(|last| now.micros() - last.micros() < MINUTE);
    if known && !presented.first_use {
        return;
    }
    let newcomer = token.company_user_id.clone().filter(|_| presented.first_use);
    let key = (token.company_id.clone(), token.id.clone());
    tools
        .seen
        .0
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .insert(key, Use { at: now, newcomer });
}

impl Engine {
    /// Writes down what was collected; the server calls this every few seconds and when it stops.
    pub fn write_down_token_use(&self) -> Result<(), Failure> {
        let seen =
            std::mem::take(&mut *self.tools.seen.0.lock().unwrap_or_else(PoisonError::into_inner));
        for ((company, token), Use { at, newcomer }) in seen {
            let work = self.internally(&company, move |session| {
                store::token::used(session.tx, &session.row.company.id, &token, at)?;
                match &newcomer {
                    Some(user) => joined(session, user),
                    None => Ok(()),
                }
            });
            work.wait()?;
        }
        Ok(())
    }
}

/// An invited person came: they are pending no longer.
fn joined(session: &mut Session<'_, '_>, user: &CompanyUserId) -> Result<(), Failure> {
    let company = session.company_id().to_owned();
    let Some(mut user) = store::company_user::lock(session.tx, &company, user)? else {
        return Ok(());
    };
    if !user.pending {
        return Ok(());
    }
    user.pending = false;
    user.updated_at = session.now();
    store::company_user::update(session.tx, &company, &user)?;
    let values = Object::from_iter([("pending".to_owned(), false.into())]);
    session.fact(FactType::CompanyUserJoined, &user.id, values)
}
