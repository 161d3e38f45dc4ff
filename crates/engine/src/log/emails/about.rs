//! What a mail says of the record that it is about, as that is now; or why it says nothing.

use billing::decide::Preview;
use billing::id::Handle;
use mails::content::{CreditContent, InvoiceContent, Place, Subject, SubscriptionContent, Worth};
use records::credit::CreditState;
use records::invoice::InvoiceStatus;
use records::{
    Amount, Credit, Customer, CustomerId, EmailKind, Invoice, InvoiceId, Moment, Subscription,
    SubscriptionId,
};

use super::queue::Cause;
use super::{link, names};
use crate::bill::{self, RequestDetails, stored};
use crate::engine::found;
use crate::{Failure, Session, credits, invoices, subscriptions};

/// What it is about, and where that can be seen.
pub(super) struct About {
    pub(super) subject: Subject,
    pub(super) link: Option<String>,
}

/// Why a mail is not sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unwritten {
    /// There is no need for it any more.
    Needless(String),
    /// It cannot be sent as things are.
    Impossible(String),
}

/// Who pays for it now, and gets what is written about it.
pub(super) fn payer(
    session: &mut Session<'_, '_>,
    kind: EmailKind,
    object: &str,
) -> Result<CustomerId, Failure> {
    let company = session.company_id().to_owned();
    match kind {
        EmailKind::Invoice
        | EmailKind::Receipt
        | EmailKind::ReminderBeforeDue
        | EmailKind::ReminderAfterDue => {
            let owner = store::invoice::customer_of(session.tx, &company, &object.into())?;
            Ok(found(owner, "invoice", object)?.0)
        }
        EmailKind::TrialEnding | EmailKind::RenewalAhead | EmailKind::CancelReceipt => {
            let row = store::subscription::by_id(session.tx, &company, &object.into())?;
            Ok(found(row, "subscription", object)?.columns.billed_customer_id)
        }
        EmailKind::CreditGranted | EmailKind::LowBalance | EmailKind::UsageThreshold => {
            Ok(credits::get(session, &object.into())?.customer_id)
        }
    }
}

type Told = Result<Result<About, Unwritten>, Failure>;

pub(super) fn about(
    session: &mut Session<'_, '_>,
    kind: EmailKind,
    object: &str,
    (cause, place, customer): (&Cause, &Place, &Customer),
) -> Told {
    match kind {
        EmailKind::Invoice
        | EmailKind::Receipt
        | EmailKind::ReminderBeforeDue
        | EmailKind::ReminderAfterDue => {
            of_invoice(session, kind, object, (cause, place, customer))
        }
        EmailKind::TrialEnding | EmailKind::RenewalAhead | EmailKind::CancelReceipt => {
            of_subscription(session, kind, object, (cause, place))
        }
        EmailKind::CreditGranted => of_credit(session, object, place),
        EmailKind::LowBalance | EmailKind::UsageThreshold => {
            needless("nothing causes mails of this kind yet")
        }
    }
}

fn needless(why: &str) -> Told {
    Ok(Err(Unwritten::Needless(why.to_owned())))
}

fn of_invoice(
    session: &mut Session<'_, '_>,
    kind: EmailKind,
    object: &str,
    (cause, place, customer): (&Cause, &Place, &Customer),
) -> Told {
    let invoice = invoices::get(session, &InvoiceId::from(object))?;
    let invoice: Invoice = stored::read(&invoice)?;
    let is_open = invoice.status == InvoiceStatus::Pending && invoice.due.is_positive();
    if invoice.status == InvoiceStatus::Void {
        return needless("the invoice is void");
    }
    if kind.is_reminder() && !is_open {
        return needless("nothing is due any more");
    }
    if kind.is_reminder() && cause.date.is_some_and(|date| invoice.due_date != Some(date)) {
        return needless("the invoice is due on another day now");
    }
    if kind == EmailKind::ReminderBeforeDue && cause.date.is_some_and(|due| due <= session.now()) {
        return needless("the due date is over");
    }
    if kind == EmailKind::ReminderAfterDue && has_later(session, cause) {
        return needless("a later reminder is due as well");
    }
    let settings = &session.company().email_settings;
    let still = |days: &[u16]| cause.days.is_none_or(|of| days.contains(&of));
    let wanted = match kind {
        EmailKind::ReminderBeforeDue => still(&settings.reminder_days_before_due),
        EmailKind::ReminderAfterDue => still(&settings.reminder_days_after_due),
        _ => true,
    };
    if cause.automatic && !wanted {
        return needless("the company sends no reminders on this day any more");
    }
    let names = names::of(session, &invoice)?;
    let content = InvoiceContent::of(&invoice, (session.company(), customer), &names, place);
    let link = link::of_invoice(&invoice);
    Ok(Ok(About { subject: Subject::Invoice(Box::new(content)), link }))
}

/// Whether another reminder is due by now: after an absence nobody is called twice.
fn has_later(session: &Session<'_, '_>, cause: &Cause) -> bool {
    let (Some(due), Some(days)) = (cause.date, cause.days) else { return false };
    let passed = session.now().micros().saturating_sub(due.micros()) / 86_400_000_000;
    let settings = &session.company().email_settings;
    let later = settings.reminder_days_after_due.iter().filter(|later| **later > days);
    later.into_iter().any(|later| i64::from(*later) <= passed)
}

fn of_subscription(
    session: &mut Session<'_, '_>,
    kind: EmailKind,
    object: &str,
    (cause, place): (&Cause, &Place),
) -> Told {
    let id = SubscriptionId::from(object);
    let (row, trial_end) = subscriptions::with_trial_end(session, &id)?;
    let columns = row.columns;
    let subscription: Subscription = stored::read(&subscriptions::get(session, &id)?)?;
    let moved = |date: Option<Moment>| cause.date.is_some_and(|told| date != Some(told));
    let cancelled = subscription.cancel_date.is_some();
    match kind {
        EmailKind::TrialEnding if !columns.trial => return needless("the trial is over"),
        EmailKind::TrialEnding if cancelled => return needless("the subscription is cancelled"),
        EmailKind::TrialEnding if moved(trial_end) => {
            return needless("the trial ends on another day now");
        }
        EmailKind::RenewalAhead
            if !columns.auto_renews || columns.end_date.is_some() || !columns.is_live() =>
        {
            return needless("the subscription does not renew");
        }
        EmailKind::RenewalAhead if moved(columns.renewal_date) => {
            return needless("the subscription renews on another day now");
        }
        EmailKind::CancelReceipt if !cancelled => return needless("the cancel was undone"),
        _ => {}
    }
    let (end, amount) = match kind {
        EmailKind::TrialEnding => (trial_end, coming(session, &columns, trial_end)?),
        EmailKind::RenewalAhead => (None, coming(session, &columns, columns.renewal_date)?),
        _ => (columns.end_date, None),
    };
    let name = bill::printed_name(session, &id)?;
    let dates = (end, columns.renewal_date);
    Ok(Ok(About {
        subject: Subject::Subscription(SubscriptionContent::new(place, &name, dates, amount)),
        link: None,
    }))
}

/// What the next invoice of a subscription is likely to come to, if it is of that day. What cannot
/// be foreseen is not announced.
fn coming(
    session: &mut Session<'_, '_>,
    columns: &store::subscription::Columns,
    date: Option<Moment>,
) -> Result<Option<Amount>, Failure> {
    let wanted = Preview { subscription: Handle::known(&columns.id), command: None };
    let payer = columns.billed_customer_id.clone();
    let rows = match bill::preview(session, &payer, &wanted, RequestDetails::default()) {
        Ok(rows) => rows,
        Err(Failure::Refused(_)) => return Ok(None),
        Err(failure) => return Err(failure),
    };
    let first = rows.first().map(|row| &row.columns);
    let first = first.filter(|first| Some(first.billing_date) == date);
    Ok(first.and_then(|first| {
        let currency = first.currency.parse().ok()?;
        Some(Amount::new(currency, first.total))
    }))
}

fn of_credit(session: &mut Session<'_, '_>, object: &str, place: &Place) -> Told {
    let credit: Credit = credits::get(session, &object.into())?;
    if credit.state != CreditState::Active {
        return needless("the credit cannot be used any more");
    }
    let name = credit.name.clone().unwrap_or_default();
    let item = credit.item.as_ref().map(|item| item.name.clone()).unwrap_or_default();
    let worth = match (credit.issued_amount, &credit.issued_units) {
        (Some(amount), _) => Worth::Money(amount),
        (None, Some(units)) => Worth::Units { count: units.as_str(), of: &item },
        (None, None) => return needless("the credit is worth nothing"),
    };
    let content = CreditContent::new(place, &name, &worth, credit.expiration_date);
    Ok(Ok(About { subject: Subject::Credit(content), link: None }))
}
