//! Changes an endpoint, disables it, or enables it again.

use billing::fact::FactType;
use records::webhook::WebhookState;
use records::{Moment, Object, Webhook, WebhookId};
use store::webhook::{Course, Standing};

use super::NOUN;
use super::check::check;
use super::disable::disable;
use crate::engine::found;
use crate::overlay::laid_over;
use crate::session::changed;
use crate::{Failure, Refusal, Session};

/// One that is enabled goes on with the first event that it has not got.
pub fn update(
    session: &mut Session<'_, '_>,
    id: &WebhookId,
    sent: &Object,
) -> Result<Webhook, Failure> {
    if let Some(name) = ["state", "url"]
        .iter()
        .find(|name| sent.get(**name).is_some_and(serde_json::Value::is_null))
    {
        let detail = "This can be changed and not cleared.";
        return Err(Refusal::invalid(&format!("/{name}"), "required", detail).into());
    }
    let company = session.company_id().to_owned();
    let held = found(store::webhook::lock(session.tx, &company, id)?, NOUN, id)?;
    let before = held.webhook.0;
    let mut after = laid_over(&before, sent)?;
    check(session, &mut after)?;
    if after == before {
        return Ok(before);
    }
    after.updated_at = session.now().max(before.updated_at);
    let turned = after.state != before.state;
    if turned && after.state == WebhookState::Disabled {
        let reason = "It was disabled by hand.".to_owned();
        return disable(session, (before, after), reason);
    }
    after.disabled_reason = None;
    store::webhook::update(session.tx, &after)?;
    if held.taken_by.is_none() {
        let course = Course { rest_until: Moment::default(), misses: 0 };
        let standing = Standing { position: after.position, course, taken_by: None };
        store::webhook::go_on(session.tx, &company, id, standing)?;
    }
    tell(session, FactType::WebhookUpdated, (&before, &after))?;
    Ok(after)
}

pub(super) fn tell(
    session: &mut Session<'_, '_>,
    fact: FactType,
    (before, after): (&Webhook, &Webhook),
) -> Result<(), Failure> {
    let values = match (serde_json::to_value(before), serde_json::to_value(after)) {
        (Ok(before), Ok(after)) => changed(&before, &after),
        _ => Object::new(),
    };
    session.fact(fact, &after.id, values)
}
