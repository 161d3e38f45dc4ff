//! Sales users: who is credited with a sale.

use billing::fact::FactType;
use records::sales_user::SalesUserType;
use records::{CompanyUser, Object, SalesUser, SalesUserId};
use serde_json::Value;

use crate::companies::brief;
use crate::engine::found;
use crate::listing::{self, ListRequest, Listed};
use crate::overlay::laid_over;
use crate::session::{changed, filled};
use crate::team::company_users::with_company;
use crate::{Failure, Refusal, Session};

const PREFIX: &str = "sales_";

pub fn create(session: &mut Session<'_, '_>, sent: &Object) -> Result<SalesUser, Failure> {
    let fresh = SalesUser {
        company_id: session.company_id().to_owned(),
        created_at: session.now(),
        id: session.new_id(PREFIX),
        updated_at: session.now(),
        ..SalesUser::default()
    };
    let mut user = laid_over(&fresh, sent)?;
    let colleague = colleague(session, &user)?;
    settle(&mut user)?;
    store::sales_user::insert(session.tx, &user)?;
    let values = serde_json::to_value(&user).map(|value| filled(&value)).unwrap_or_default();
    session.fact(FactType::SalesUserCreated, &user.id, values)?;
    Ok(shown(session, user, colleague))
}

pub fn list(
    session: &mut Session<'_, '_>,
    request: &ListRequest,
) -> Result<Listed<SalesUser>, Failure> {
    let id = |user: &SalesUser| user.id.clone();
    let page = listing::walk(session, "sales_users", request, id, store::sales_user::after)?;
    let mut results = Vec::with_capacity(page.results.len());
    for user in page.results {
        let colleague = colleague(session, &user)?;
        results.push(shown(session, user, colleague));
    }
    Ok(Listed { pagination: page.pagination, results })
}

/// All of these that are there, as they are answered, by one statement a kind.
pub(crate) fn by_ids(
    session: &mut Session<'_, '_>,
    ids: Vec<SalesUserId>,
) -> Result<Vec<SalesUser>, Failure> {
    let company = session.company_id().to_owned();
    let users = store::sales_user::by_ids(session.tx, &company, ids)?;
    let behind = users.iter().filter_map(|user| user.company_user_id.clone()).collect();
    let colleagues = store::company_user::by_ids(session.tx, &company, behind)?;
    let shown = users.into_iter().map(|user| {
        let company_user = colleagues
            .iter()
            .find(|company_user| Some(&company_user.id) == user.company_user_id.as_ref());
        let known = company_user.cloned().map(|company_user| with_company(session, company_user));
        shown(session, user, known)
    });
    Ok(shown.collect())
}

/// `archived` sets or clears the date; an archived one takes no new sales.
pub fn update(
    session: &mut Session<'_, '_>,
    id: &SalesUserId,
    sent: &Object,
) -> Result<SalesUser, Failure> {
    let company = session.company_id().to_owned();
    let before = found(store::sales_user::lock(session.tx, &company, id)?, "sales user", id)?;
    let mut fields = sent.clone();
    let archive = fields.remove("archived");
    let mut after = laid_over(&before, &fields)?;
    match archive {
        Some(Value::Bool(true)) if before.archived_date.is_none() => {
            after.archived_date = Some(session.now());
        }
        Some(Value::Bool(false)) => after.archived_date = None,
        _ => {}
    }
    let colleague = colleague(session, &after)?;
    settle(&mut after)?;
    if after == before {
        return Ok(shown(session, before, colleague));
    }
    after.updated_at = session.now().max(before.updated_at);
    store::sales_user::update(session.tx, &after)?;
    let archived = before.archived_date.is_none() && after.archived_date.is_some();
    let values = match (serde_json::to_value(&before), serde_json::to_value(&after)) {
        (Ok(before), Ok(after)) => changed(&before, &after),
        _ => Object::new(),
    };
    let fact = if archived { FactType::SalesUserArchived } else { FactType::SalesUserUpdated };
    session.fact(fact, id, values)?;
    Ok(shown(session, after, colleague))
}

/// One with a company user is internal; one without needs a name or an address.
fn settle(user: &mut SalesUser) -> Result<(), Refusal> {
    user.kind = match user.company_user_id {
        Some(_) => SalesUserType::Internal,
        None => SalesUserType::External,
    };
    let nameless = user.name.is_none() && user.email.is_none();
    if user.kind == SalesUserType::External && nameless {
        let detail = "A sales user needs a `company_user_id`, a `name` or an `email`.";
        return Err(Refusal::invalid("/name", "required", detail));
    }
    Ok(())
}

fn colleague(
    session: &mut Session<'_, '_>,
    user: &SalesUser,
) -> Result<Option<CompanyUser>, Failure> {
    let Some(id) = &user.company_user_id else { return Ok(None) };
    let company = session.company_id().to_owned();
    let colleague = store::company_user::get(session.tx, &company, id)?.ok_or_else(|| {
        Refusal::invalid("/company_user_id", "unknown", "There is no such company user.")
    })?;
    Ok(Some(with_company(session, colleague)))
}

/// The record as it is answered: names fall back to the company user's.
fn shown(
    session: &Session<'_, '_>,
    mut user: SalesUser,
    colleague: Option<CompanyUser>,
) -> SalesUser {
    let person = colleague.as_ref().and_then(|colleague| colleague.user.as_ref());
    user.display_name = user.name.clone().or_else(|| person.and_then(|p| p.name.clone()));
    user.display_email = user.email.clone().or_else(|| person.and_then(|p| p.email.clone()));
    user.company = Some(brief(session.company()));
    user.company_user = colleague;
    user
}
