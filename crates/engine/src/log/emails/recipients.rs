//! Who writes, and to whom.

use mails::Mailbox;
use records::{Company, Customer, EmailSettings};

/// Who a mail goes to, and who gets a copy.
#[derive(Clone, Debug, Default)]
pub(super) struct Recipients {
    pub(super) to: Vec<Mailbox>,
    pub(super) cc: Vec<Mailbox>,
}

/// The customer's own address, with copies to its further ones; where it has none of its own, those
/// are who it goes to.
pub(super) fn recipients(customer: &Customer) -> Recipients {
    let name = customer.name.as_deref().or(customer.org_name.as_deref());
    let own = customer.email.as_deref();
    let mut copies: Vec<Mailbox> = Vec::new();
    for address in &customer.billing_emails {
        let same = |known: &str| known.eq_ignore_ascii_case(address);
        if !own.is_some_and(same) && !copies.iter().any(|copy| same(&copy.address)) {
            copies.push(Mailbox::new(None, address));
        }
    }
    match own {
        Some(own) => Recipients { to: vec![Mailbox::new(name, own)], cc: copies },
        None => Recipients { to: copies, cc: Vec::new() },
    }
}

/// Whom mails are from; nothing where the company has no address.
pub(super) fn sender(company: &Company) -> Option<Mailbox> {
    let settings = &company.email_settings;
    let address = settings.sender_email.as_deref().or(company.email.as_deref())?;
    let name = settings.sender_name.as_deref().unwrap_or(&company.name);
    Some(Mailbox::new(Some(name), address))
}

pub(super) fn reply_to(settings: &EmailSettings) -> Option<Mailbox> {
    settings.reply_to.as_deref().map(|address| Mailbox::new(None, address))
}
