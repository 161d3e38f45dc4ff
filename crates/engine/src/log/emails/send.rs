//! Sends on request: an invoice once more, or the receipt of a cancel.

use billing::fact::FactType;
use records::{Customer, CustomerId, EmailId, EmailKind, Invoice, InvoiceId, Object};
use serde_json::json;

use super::queue::{Cause, Wanted, queue};
use super::recipients::{recipients, sender};
use crate::bill::stored;
use crate::engine::Tools;
use crate::{Failure, Refusal, Session, invoices};

/// What says that nothing can go out.
pub(crate) const NO_MAIL: (&str, &str) =
    ("mail_not_configured", "This server sends no mail: it was started without `--smtp-url`.");

/// Puts a mail with the invoice on its way; answers the invoice.
pub fn send(session: &mut Session<'_, '_>, uuid: &InvoiceId) -> Result<String, Failure> {
    let answer = invoices::get(session, uuid)?;
    let invoice: Invoice = stored::read(&answer)?;
    able_to_send(session)?;
    let conflict = |code, detail: &str| Err(Refusal::conflict(code, detail).into());
    match invoice.status.as_str() {
        "DRAFT" => return conflict("invoice_draft", "A draft is not sent: it is not final yet."),
        "VOID" => return conflict("invoice_void", "The invoice is void."),
        _ => {}
    }
    let customer = invoice.billed_customer.unwrap_or_default();
    if customer.managed_externally {
        return conflict("managed_externally", "The customer is managed elsewhere.");
    }
    refuse_unreachable(&customer)?;
    let once = format!("send/{uuid}/{}", session.new_id::<String>("req_"));
    let wanted = Wanted {
        kind: EmailKind::Invoice,
        object: uuid.to_string(),
        customer: invoice.billed_customer_id,
        once,
        due_at: session.now(),
        cause: Cause::default(),
    };
    ask(session, wanted)?;
    Ok(answer)
}

/// The receipt of a cancel that was asked for with it.
pub(crate) fn send_cancel_receipt(
    session: &mut Session<'_, '_>,
    subscription: &str,
    customer: &CustomerId,
) -> Result<(), Failure> {
    let now = session.now();
    let once = format!("cancel/{subscription}/{}", session.new_id::<String>("req_"));
    let wanted = Wanted {
        kind: EmailKind::CancelReceipt,
        object: subscription.to_owned(),
        customer: customer.clone(),
        once,
        due_at: now,
        cause: Cause::default(),
    };
    ask(session, wanted)
}

fn ask(session: &mut Session<'_, '_>, wanted: Wanted) -> Result<(), Failure> {
    let values = json!({
        "kind": wanted.kind, "object_id": wanted.object, "customer_id": wanted.customer,
    });
    let ids: Vec<EmailId> = queue(session, vec![wanted])?;
    let values: Object = values.as_object().cloned().unwrap_or_default();
    ids.iter().try_for_each(|id| session.fact(FactType::EmailQueued, id, values.clone()))
}

/// Whether this process sends mail.
pub(crate) fn can_mail(tools: &Tools) -> bool {
    tools.outside.get().is_some_and(|outside| outside.mail.is_some())
}

/// Refuses what could never go out.
pub(crate) fn able_to_send(session: &Session<'_, '_>) -> Result<(), Refusal> {
    if !can_mail(session.tools) {
        return Err(Refusal::conflict(NO_MAIL.0, NO_MAIL.1));
    }
    match sender(session.company()) {
        Some(_) => Ok(()),
        None => Err(Refusal::conflict(
            "company_without_email",
            "The company has no address to write from: set its `email`, or `sender_email` of its \
             `email_settings`.",
        )),
    }
}

fn refuse_unreachable(customer: &Customer) -> Result<(), Refusal> {
    match recipients(customer).to.is_empty() {
        true => {
            Err(Refusal::conflict("customer_without_email", "The customer has no e-mail address."))
        }
        false => Ok(()),
    }
}
