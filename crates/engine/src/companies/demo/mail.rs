//! The demo company begins to write to its customers once its history is told: nobody is written to
//! about what is two years old.

use records::{CompanyId, InvoiceId, Object};
use serde_json::json;

use super::step::showcase;
use crate::companies::update;
use crate::{Engine, Failure, Session, emails};

/// So many open invoices are sent at once, to have something to look at.
const MOST: i64 = 3;

impl Engine {
    /// Turns mails on, and sends some invoices, where this process sends mail.
    pub(super) async fn demo_mails(&self, company: &CompanyId) -> Result<(), Failure> {
        if !emails::can_mail(&self.tools) {
            return Ok(());
        }
        self.internally(company, begin).await
    }
}

fn begin(session: &mut Session<'_, '_>) -> Result<(), Failure> {
    if !session.company().email_settings.automatic_kinds.is_empty() {
        return Ok(());
    }
    let settings = json!({ "email_settings": {
        "automatic_kinds": [
            "INVOICE", "RECEIPT", "REMINDER_BEFORE_DUE", "REMINDER_AFTER_DUE", "TRIAL_ENDING",
            "RENEWAL_AHEAD", "CREDIT_GRANTED",
        ],
        "sender_email": "billing@demo.example",
        "footer": "Perennial Demo, a company that does not exist",
    }});
    let settings: Object = settings.as_object().cloned().unwrap_or_default();
    let company = update(session, &settings)?;
    session.row.company = std::sync::Arc::new(company);
    let id = session.company_id().to_owned();
    let open = store::invoice::latest_open(session.tx, &id, MOST)?;
    let shown: Option<InvoiceId> = showcase(session)?;
    for uuid in shown.into_iter().chain(open) {
        match emails::send(session, &uuid) {
            Ok(_) | Err(Failure::Refused(_)) => {}
            Err(failure) => return Err(failure),
        }
    }
    Ok(())
}
