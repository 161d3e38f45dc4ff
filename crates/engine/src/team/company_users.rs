//! People in a company: invited by address, with an access map of their own.

use billing::fact::FactType;
use records::company_user::Invitation;
use records::{Access, CompanyUser, CompanyUserId, Object, User};

use crate::companies::brief;
use crate::engine::found;
use crate::listing::{self, ListRequest, Listed};
use crate::overlay::laid_over;
use crate::refusal::Faults;
use crate::session::{changed, filled};
use crate::{Failure, Refusal, Session};

const PREFIX: &str = "usr_";

/// Invites a person. They are pending until a token issued to them is used.
pub fn invite(
    session: &mut Session<'_, '_>,
    invitation: &Invitation,
) -> Result<CompanyUser, Failure> {
    let access = invitation.access.clone().unwrap_or_default();
    within_reach(session, &access)?;
    let now = session.now();
    let mut user = CompanyUser {
        access,
        company: Some(brief(session.company())),
        created_at: now,
        id: session.new_id(PREFIX),
        image_url: invitation.image_url.clone(),
        manager_id: invitation.manager_id.clone(),
        pending: true,
        role: invitation.role.clone(),
        title: invitation.title.clone(),
        updated_at: now,
        user: None,
    };
    manager_exists(session, &user)?;
    let email = invitation.email.to_lowercase();
    let account = User {
        created_at: now,
        email: Some(email.clone()),
        id: session.new_id("user_"),
        name: invitation.name.clone(),
        updated_at: now,
        ..User::default()
    };
    let company = session.company_id().to_owned();
    let invited = store::company_user::invite(session.tx, &company, &user, &account, &email);
    invited.map_err(already_there)?;
    let values = serde_json::to_value(&user).map(|value| filled(&value)).unwrap_or_default();
    session.fact(FactType::CompanyUserCreated, &user.id, values)?;
    user = found(store::company_user::get(session.tx, &company, &user.id)?, "user", &user.id)?;
    Ok(with_company(session, user))
}

fn already_there(error: store::Error) -> Failure {
    match error {
        store::Error::Taken(_) => {
            Refusal::conflict("already_invited", "This person is in the company already.").into()
        }
        other => other.into(),
    }
}

pub fn list(
    session: &mut Session<'_, '_>,
    request: &ListRequest,
) -> Result<Listed<CompanyUser>, Failure> {
    let id = |user: &CompanyUser| user.id.clone();
    let page = listing::walk(session, "company_users", request, id, store::company_user::after)?;
    let results = page.results.into_iter().map(|user| with_company(session, user)).collect();
    Ok(Listed { pagination: page.pagination, results })
}

/// Changes a person's place in the company; the access map is replaced whole.
pub fn update(
    session: &mut Session<'_, '_>,
    id: &CompanyUserId,
    sent: &Object,
) -> Result<CompanyUser, Failure> {
    let company = session.company_id().to_owned();
    let before = found(store::company_user::lock(session.tx, &company, id)?, "company user", id)?;
    no_more_than_caller(session, &before.access, "changes")?;
    let mut after = laid_over(&before, sent)?;
    if sent.contains_key("access") {
        within_reach(session, &after.access)?;
    }
    manager_exists(session, &after)?;
    if after != before {
        after.updated_at = session.now().max(before.updated_at);
        store::company_user::update(session.tx, &company, &after)?;
        let values = match (serde_json::to_value(&before), serde_json::to_value(&after)) {
            (Ok(before), Ok(after)) => changed(&before, &after),
            _ => Object::new(),
        };
        session.fact(FactType::CompanyUserUpdated, id, values)?;
    }
    let user = found(store::company_user::get(session.tx, &company, id)?, "company user", id)?;
    Ok(with_company(session, user))
}

/// With the company that asks, and with none besides: where else somebody works is told to nobody
/// but them, and a token says only who it was issued to, not who holds it.
pub(crate) fn with_company(session: &Session<'_, '_>, mut user: CompanyUser) -> CompanyUser {
    if let Some(account) = &mut user.user {
        account.companies.retain(|membership| membership.company_id == *session.company_id());
    }
    CompanyUser { company: Some(brief(session.company())), ..user }
}

/// Nobody grants more than they hold.
fn within_reach(session: &Session<'_, '_>, access: &Access) -> Result<(), Refusal> {
    no_more_than_caller(session, access, "grants")
}

/// Refuses what has to do with more access than the caller holds.
pub(crate) fn no_more_than_caller(
    session: &Session<'_, '_>,
    access: &Access,
    verb: &str,
) -> Result<(), Refusal> {
    match access.beyond(&session.actor.access).first() {
        None => Ok(()),
        Some(area) => {
            let what = if verb == "grants" { "more" } else { "what holds more" };
            let detail = format!("Nobody {verb} {what} than they hold: `{}`.", area.key());
            Err(Refusal::Forbidden(detail))
        }
    }
}

fn manager_exists(session: &mut Session<'_, '_>, user: &CompanyUser) -> Result<(), Failure> {
    let Some(manager) = &user.manager_id else { return Ok(()) };
    let mut faults = Faults::default();
    let company = session.company_id().to_owned();
    if *manager == user.id {
        faults.add("/manager_id", "cycle", "Nobody is their own manager.");
    } else if !store::company_user::exists(session.tx, &company, manager)? {
        faults.add("/manager_id", "unknown", "There is no such company user.");
    }
    Ok(faults.refuse_any()?)
}
