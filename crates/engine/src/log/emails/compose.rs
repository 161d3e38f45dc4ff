//! A mail as it will go out: what it is about, in the language of its customer, in our words or in
//! the company's.

use calendar::Zone;
use mails::content::{CompanyContent, Content, CustomerContent, Place};
use mails::{Composed, Language, Locale, MailMessage, Overrides, compose};
use records::{Address, Customer, CustomerId, EmailKind, EmailTemplate, EmailTemplateId};
use store::email::EmailRow;

use super::about::{About, Unwritten, about, payer};
use super::queue::Cause;
use super::recipients::{Recipients, recipients, reply_to, sender};
use crate::bill::stored;
use crate::engine::found;
use crate::{Failure, Session};

/// A mail, and how it came to be written so.
#[derive(Clone, Debug)]
pub(super) struct Letter {
    pub(super) message: MailMessage,
    pub(super) language: Language,
    pub(super) template: Option<EmailTemplateId>,
    /// What was wrong with the company's template: ours is in its place.
    pub(super) template_fault: Option<String>,
}

/// What a mail is filled with, and who gets it.
pub(super) struct Filled {
    pub(super) content: Content,
    pub(super) recipients: Recipients,
    pub(super) customer: Customer,
}

/// Writes a mail, or tells why there is none to write.
pub(super) fn letter(
    session: &mut Session<'_, '_>,
    row: &EmailRow,
    cause: &Cause,
) -> Result<Result<Letter, Unwritten>, Failure> {
    let impossible = |why: &str| Ok(Err(Unwritten::Impossible(why.to_owned())));
    let Some(kind) = EmailKind::find(&row.kind) else {
        return impossible("this version knows no mails of this kind");
    };
    if cause.automatic && !session.company().email_settings.sends(kind) {
        let why = "the company sends no mails of this kind any more".to_owned();
        return Ok(Err(Unwritten::Needless(why)));
    }
    let filled = match filled(session, kind, &row.object_id, (cause, None))? {
        Ok(filled) => filled,
        Err(unwritten) => return Ok(Err(unwritten)),
    };
    let Filled { content, recipients, customer } = filled;
    if customer.managed_externally {
        let why = "the customer is managed elsewhere".to_owned();
        return Ok(Err(Unwritten::Needless(why)));
    }
    if recipients.to.is_empty() {
        let why = "the customer has no e-mail address".to_owned();
        return Ok(Err(Unwritten::Needless(why)));
    }
    let Some(from) = sender(session.company()) else {
        return impossible("the company has no e-mail address to write from");
    };
    let company = session.company_id().to_owned();
    let language = content.wording;
    let known =
        store::email_template::of_kind(session.tx, &company, (kind.as_str(), language.code()))?;
    let (composed, fault) = match composed(&content, known.as_ref()) {
        Ok(made) => made,
        Err(why) => return Ok(Err(Unwritten::Impossible(why))),
    };
    let reply_to = reply_to(&session.company().email_settings);
    let unsubscribe = kind.is_reminder().then(|| {
        let address = reply_to.as_ref().unwrap_or(&from).address.clone();
        format!("mailto:{address}?subject=unsubscribe")
    });
    let domain = from.address.rsplit('@').next().unwrap_or("localhost");
    let message = MailMessage {
        message_id: format!("{}@{domain}", row.id),
        sent_at: session.wall().micros().div_euclid(1_000_000),
        reply_to,
        to: recipients.to,
        cc: recipients.cc,
        subject: composed.subject,
        html: composed.html,
        text: composed.text,
        list_unsubscribe: unsubscribe,
        from,
    };
    if let Err(unsendable) = message.check() {
        return Ok(Err(Unwritten::Impossible(unsendable.to_string())));
    }
    let template = known.filter(|_| fault.is_none()).map(|template| template.id);
    Ok(Ok(Letter { message, language, template, template_fault: fault }))
}

/// By the company's template where it has one, else by ours; with what was wrong with the former.
fn composed(
    content: &Content,
    template: Option<&EmailTemplate>,
) -> Result<(Composed, Option<String>), String> {
    let ours = || compose(content, &Overrides::default()).map_err(|wrong| wrong.to_string());
    let Some(template) = template else { return Ok((ours()?, None)) };
    match compose(content, &overrides(template)) {
        Ok(composed) => Ok((composed, None)),
        Err(wrong) => {
            let fault = format!("the template {} was not used: {wrong}", template.id);
            Ok((ours()?, Some(fault)))
        }
    }
}

pub(super) fn overrides(template: &EmailTemplate) -> Overrides {
    Overrides {
        subject: template.subject.clone(),
        message: template.message.clone(),
        html: template.html.clone(),
        text: template.text.clone(),
    }
}

/// What a mail about a record is filled with, in a language or in that of whoever gets it.
pub(super) fn filled(
    session: &mut Session<'_, '_>,
    kind: EmailKind,
    object: &str,
    (cause, language): (&Cause, Option<Language>),
) -> Result<Result<Filled, Unwritten>, Failure> {
    let zone: Zone = session.company().preferred_timezone.parse().unwrap_or(Zone::UTC);
    let now = session.now();
    let payer = payer(session, kind, object)?;
    let customer = customer(session, &payer)?;
    let country = |address: &Option<Address>| address.as_ref()?.country.clone();
    let country = country(&customer.address).or_else(|| country(&session.company().address));
    let spoken = language.map(Language::code).or(customer.locale.as_deref());
    let locale = Locale::of(spoken, country.as_deref());
    let place = Place { locale, zone, now };
    let told = match about(session, kind, object, (cause, &place, &customer))? {
        Ok(told) => told,
        Err(unwritten) => return Ok(Err(unwritten)),
    };
    let About { subject, link } = told;
    let settings = &session.company().email_settings;
    let footer = settings.footer.as_deref().or(session.company().footer.as_deref());
    let recipients = recipients(&customer);
    let parties = (
        CompanyContent::of(session.company(), footer),
        CustomerContent {
            name: customer.display_name.clone(),
            email: customer.email.clone().unwrap_or_default(),
        },
    );
    let mut content = Content::new(kind, &place, parties, subject);
    content.link = link;
    Ok(Ok(Filled { content, recipients, customer }))
}

fn customer(session: &mut Session<'_, '_>, id: &CustomerId) -> Result<Customer, Failure> {
    let company = session.company_id().to_owned();
    let row = found(store::customer::by_id(session.tx, &company, id)?, "customer", id)?;
    let currency = session.company().preferred_currency.clone();
    Ok(stored::read(&row.answer(&currency))?)
}
