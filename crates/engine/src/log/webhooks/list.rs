//! Reads endpoints; their secrets are not shown again.

use records::{Webhook, WebhookId};

use super::NOUN;
use crate::engine::found;
use crate::listing::{self, ListRequest, Listed};
use crate::{Failure, Session};

pub fn list(
    session: &mut Session<'_, '_>,
    request: &ListRequest,
) -> Result<Listed<Webhook>, Failure> {
    let id = |webhook: &Webhook| webhook.id.clone();
    listing::walk(session, "webhooks", request, id, store::webhook::after)
}

pub fn get(session: &mut Session<'_, '_>, id: &WebhookId) -> Result<Webhook, Failure> {
    let company = session.company_id().to_owned();
    Ok(found(store::webhook::by_id(session.tx, &company, id)?, NOUN, id)?.webhook.0)
}
