//! Which facts of billing cause which mails, by the settings of the company. All that is needed is
//! in what was decided: nothing is read here.

use billing::credit::Origin;
use billing::fact::{CreditFact, Fact, InvoiceFact, SubscriptionFact};
use billing::id::SubscriptionHandle;
use billing::invoice::PaymentKind;
use calendar::{Timestamp, Zone};
use jiff::Span;
use records::{Company, CustomerId, EmailKind, EmailSettings, Moment};
use store::subscription::Columns;

use super::queue::{Cause, Wanted};
use crate::bill::apply::Prepared;
use crate::bill::stored;

/// The mails that these decisions cause.
pub(crate) fn of_prepared(company: &Company, now: Moment, all: &[&Prepared]) -> Vec<Wanted> {
    let settings = &company.email_settings;
    if settings.automatic_kinds.is_empty() {
        return Vec::new();
    }
    let zone = company.preferred_timezone.parse().unwrap_or(Zone::UTC);
    let mut causes = Causes { settings, zone, now, wanted: Vec::new() };
    for prepared in all {
        for fact in &prepared.facts {
            causes.read(prepared, fact);
        }
        causes.renewals(prepared);
    }
    causes.wanted
}

struct Causes<'a> {
    settings: &'a EmailSettings,
    zone: Zone,
    now: Moment,
    wanted: Vec<Wanted>,
}

impl Causes<'_> {
    fn read(&mut self, prepared: &Prepared, fact: &Fact) {
        match fact {
            Fact::Invoice { invoice, at, fact } => {
                let id = invoice.to_string();
                let row = prepared.invoices.iter().find(|row| *row.new.columns.id == *id);
                let Some(row) = row else { return };
                let payer = &row.new.columns.billed_customer_id;
                if matches!(fact, InvoiceFact::Finalized(_)) {
                    self.at_once(EmailKind::Invoice, (&id, payer), format!("invoice/{id}"));
                }
                if matches!(fact, InvoiceFact::Finalized(_) | InvoiceFact::Updated { .. })
                    && row.new.columns.status == "PENDING"
                    && let Some(due) = row.new.columns.due_date
                {
                    self.reminders((&id, payer), due);
                }
                if let InvoiceFact::PaymentRecorded { payment, settles: true } = fact
                    && payment.kind != PaymentKind::Credit
                {
                    let once = format!("receipt/{id}/{}", at.as_microsecond());
                    self.at_once(EmailKind::Receipt, (&id, payer), once);
                }
            }
            Fact::Credit { credit, fact: CreditFact::Issued { credit: issued, .. }, .. } => {
                if matches!(issued.origin, Origin::Grant | Origin::Purchase) {
                    let (id, customer) = (credit.to_string(), CustomerId::from(&*issued.customer));
                    self.at_once(
                        EmailKind::CreditGranted,
                        (&id, &customer),
                        format!("credit/{id}"),
                    );
                }
            }
            Fact::Subscription { subscription, fact, .. } => {
                let end = match fact {
                    SubscriptionFact::Created(after) | SubscriptionFact::Changed { after, .. } => {
                        after.lifecycle.trial.map(|trial| trial.end)
                    }
                    SubscriptionFact::TrialExtended { end, .. } => Some(*end),
                    _ => None,
                };
                if let Some(end) = end {
                    self.trial(prepared, subscription, end);
                }
            }
            Fact::Credit { .. } | Fact::OneTime { .. } => {}
        }
    }

    fn at_once(&mut self, kind: EmailKind, (id, to): (&str, &CustomerId), once: String) {
        let cause = Cause { automatic: true, ..Cause::default() };
        self.want(kind, (id, to), once, (self.now, cause));
    }

    fn want(
        &mut self,
        kind: EmailKind,
        (id, to): (&str, &CustomerId),
        once: String,
        (due_at, cause): (Moment, Cause),
    ) {
        if self.settings.sends(kind) {
            let (object, customer) = (id.to_owned(), to.clone());
            self.wanted.push(Wanted { kind, object, customer, once, due_at, cause });
        }
    }

    /// Those whose day is still to come.
    fn reminders(&mut self, of: (&str, &CustomerId), due: Moment) {
        let before = self.settings.reminder_days_before_due.iter();
        let before = before.map(|days| (EmailKind::ReminderBeforeDue, *days, -i64::from(*days)));
        let after = self.settings.reminder_days_after_due.iter();
        let after = after.map(|days| (EmailKind::ReminderAfterDue, *days, i64::from(*days)));
        for (kind, days, moved) in before.chain(after) {
            let Some(at) = days_from(due, moved, &self.zone).filter(|at| *at > self.now) else {
                continue;
            };
            let once = format!("reminder/{}/{}/{moved}", of.0, due.micros());
            let cause = Cause { automatic: true, date: Some(due), days: Some(days) };
            self.want(kind, of, once, (at, cause));
        }
    }

    fn trial(&mut self, prepared: &Prepared, subscription: &SubscriptionHandle, end: Timestamp) {
        let id = subscription.to_string();
        let Some(columns) = columns(prepared).find(|columns| *columns.id == *id) else { return };
        let ahead = (EmailKind::TrialEnding, "trial", self.settings.trial_days_ahead);
        self.announce(ahead, columns, end.into());
    }

    /// Subscriptions that will renew at another date than was known before.
    fn renewals(&mut self, prepared: &Prepared) {
        let moved = prepared.subscriptions.moved.iter().filter(|moved| {
            let (before, after) = (&moved.before, &moved.after);
            let known = |columns: &Columns| {
                (columns.renewal_date, columns.auto_renews, columns.end_date, columns.is_live())
            };
            known(before) != known(after)
        });
        let created = prepared.subscriptions.created.iter().map(|new| &new.columns);
        for columns in created.chain(moved.map(|moved| &moved.after)) {
            let renews = columns.auto_renews && columns.end_date.is_none();
            if let Some(date) = columns.renewal_date.filter(|_| renews && columns.is_live()) {
                let ahead = (EmailKind::RenewalAhead, "renewal", self.settings.renewal_days_ahead);
                self.announce(ahead, columns, date);
            }
        }
    }

    /// So many days before a date, if that is still to come.
    fn announce(
        &mut self,
        (kind, word, days): (EmailKind, &str, u16),
        columns: &Columns,
        date: Moment,
    ) {
        let at = days_from(date, -i64::from(days), &self.zone);
        if let Some(at) = at.filter(|at| *at > self.now) {
            let once = format!("{word}/{}/{}", columns.id, date.micros());
            let cause = Cause { automatic: true, date: Some(date), days: Some(days) };
            self.want(kind, (&columns.id, &columns.billed_customer_id), once, (at, cause));
        }
    }
}

/// The rows of subscriptions as they will be.
fn columns(prepared: &Prepared) -> impl Iterator<Item = &Columns> {
    let created = prepared.subscriptions.created.iter().map(|new| &new.columns);
    created.chain(prepared.subscriptions.moved.iter().map(|moved| &moved.after))
}

/// The same time of another day.
fn days_from(at: Moment, days: i64, zone: &Zone) -> Option<Moment> {
    let local = zone.local(stored::instant(at).ok()?);
    let moved = local.checked_add(Span::new().try_days(days).ok()?).ok()?;
    zone.instant(moved).ok().map(Moment::from)
}

#[cfg(test)]
mod tests {
    use calendar::Zone;
    use records::Moment;

    use super::days_from;

    #[test]
    fn a_day_has_the_same_time_in_summer() {
        let zone: Zone = "Europe/Berlin".parse().unwrap();
        let due = Moment::parse("2026-03-30T10:00:00Z").unwrap();
        let before = Moment::parse("2026-03-28T11:00:00Z");
        assert_eq!(days_from(due, -2, &zone), before);
    }
}
