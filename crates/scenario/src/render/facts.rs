//! Each fact in one line, behind the name of what it is about.

// A new fact must be told, so every match names them all.
#![deny(clippy::wildcard_enum_match_arm)]

use billing::decision::Fact;
use billing::snapshot::{Handle, NewTrial, Subscription, Worth};

use super::{Printer, major, plans};

impl Printer<'_> {
    pub fn fact(&self, fact: &Fact) -> Vec<String> {
        let of_subscription = || {
            let (id, told) = (fact.subscription()?, self.of_subscription(fact)?);
            Some(vec![format!("{id} {told}")])
        };
        let told = self.in_full(fact).or_else(of_subscription);
        let told = told.or_else(|| self.of_books(fact).map(|told| vec![told]));
        told.unwrap_or_else(|| vec![format!("{fact:?}")])
    }

    /// What takes several lines.
    fn in_full(&self, fact: &Fact) -> Option<Vec<String>> {
        match fact {
            Fact::SubscriptionCreated(own) => Some(vec![self.terms(own)]),
            Fact::LinesWaiting { subscription, lines, .. } => {
                let what = if lines.is_empty() { "nothing waits" } else { "waits for the next" };
                let head = format!("{subscription} {what}");
                let lines = lines.iter().map(|line| self.line(line));
                Some([head].into_iter().chain(lines).collect())
            }
            Fact::InvoiceDrafted(own)
            | Fact::InvoiceFinalized(own)
            | Fact::InvoiceForgiven(own) => Some(self.invoice(own)),
            Fact::SubscriptionStarted { .. }
            | Fact::SubscriptionBilled { .. }
            | Fact::SubscriptionRenewed { .. }
            | Fact::SubscriptionEnded { .. }
            | Fact::SubscriptionParked { .. }
            | Fact::SubscriptionRetried { .. }
            | Fact::SubscriptionUpdated { .. }
            | Fact::SubscriptionValued { .. }
            | Fact::TrialExtended { .. }
            | Fact::TrialConverted { .. }
            | Fact::ChangeScheduled { .. }
            | Fact::ChangeDropped { .. }
            | Fact::SubscriptionChanged { .. }
            | Fact::CancelAsked { .. }
            | Fact::CancelUndone { .. }
            | Fact::SubscriptionCancelled { .. }
            | Fact::SubscriptionPaused { .. }
            | Fact::SubscriptionResumed { .. }
            | Fact::DiscountRevoked { .. }
            | Fact::DiscountExpired { .. }
            | Fact::PaymentRefunded { .. }
            | Fact::InvoiceUpdated { .. }
            | Fact::PaymentRecorded { .. }
            | Fact::PaymentWithdrawn { .. }
            | Fact::InvoiceVoided { .. }
            | Fact::CreditIssued { .. }
            | Fact::CreditApplied { .. }
            | Fact::CreditRestored { .. }
            | Fact::CreditExpired { .. }
            | Fact::CreditRevoked { .. } => None,
        }
    }

    fn of_subscription(&self, fact: &Fact) -> Option<String> {
        Some(match fact {
            Fact::SubscriptionStarted { .. } => "started".to_owned(),
            Fact::SubscriptionBilled { next, progress, .. } => {
                let next = next.map_or("nothing".to_owned(), |next| self.date(next));
                format!("next {next}{}", self.skipped(progress))
            }
            Fact::SubscriptionRenewed { next, .. } => {
                format!("renewed until {}", self.date(*next))
            }
            Fact::SubscriptionEnded { .. } => "ended".to_owned(),
            Fact::SubscriptionParked { reason, .. } => format!("parked: {reason}"),
            Fact::SubscriptionRetried { .. } => "retried".to_owned(),
            Fact::SubscriptionUpdated { .. } => "updated".to_owned(),
            Fact::SubscriptionValued { worth, movement, by, .. } => {
                let moved = format!("{movement:?}").to_lowercase();
                format!("{}, {moved} {}", worth_of(*worth), major(*by))
            }
            Fact::DiscountExpired { discount, .. } => lapsed(discount, "expired"),
            Fact::DiscountRevoked { discount, .. } => lapsed(discount, "revoked"),
            Fact::TrialExtended { end, .. } => format!("trial until {}", self.date(*end)),
            Fact::TrialConverted { after, .. } => format!("converted, {}", self.outlook(after)),
            Fact::ChangeScheduled { change, .. } => {
                format!("changes on {}", self.date(change.at))
            }
            Fact::ChangeDropped { .. } => "change dropped".to_owned(),
            Fact::SubscriptionChanged { after, .. } => {
                format!("changed to {}{}", plans(after), self.tried(after))
            }
            Fact::CancelAsked { cancel, .. } => format!("ends on {}", self.date(cancel.at)),
            Fact::CancelUndone { .. } => "cancel undone".to_owned(),
            Fact::SubscriptionCancelled { .. } => "cancelled".to_owned(),
            Fact::SubscriptionPaused { pause, .. } => format!("paused{}", self.until(pause.resume)),
            Fact::SubscriptionResumed { .. } => "resumed".to_owned(),
            Fact::SubscriptionCreated(_)
            | Fact::LinesWaiting { .. }
            | Fact::InvoiceDrafted(_)
            | Fact::InvoiceFinalized(_)
            | Fact::InvoiceForgiven(_)
            | Fact::PaymentRefunded { .. }
            | Fact::InvoiceUpdated { .. }
            | Fact::PaymentRecorded { .. }
            | Fact::PaymentWithdrawn { .. }
            | Fact::InvoiceVoided { .. }
            | Fact::CreditIssued { .. }
            | Fact::CreditApplied { .. }
            | Fact::CreditRestored { .. }
            | Fact::CreditExpired { .. }
            | Fact::CreditRevoked { .. } => return None,
        })
    }

    /// The trial that a change gave.
    fn tried(&self, own: &Subscription) -> String {
        let wanted = own.life.changed.as_ref().and_then(|own| own.wanted.trial);
        let given = matches!(wanted, Some(NewTrial::For(_)));
        let trial = own.life.trial.filter(|_| given);
        trial.map_or(String::new(), |own| format!(", trial until {}", self.date(own.end)))
    }

    fn of_books(&self, fact: &Fact) -> Option<String> {
        Some(match fact {
            Fact::PaymentWithdrawn { invoice, amount, .. } => {
                format!("{invoice} owes {} again", major(*amount))
            }
            Fact::PaymentRefunded { invoice, amount, .. } => {
                format!("{invoice} refunded {}", major(*amount))
            }
            Fact::InvoiceUpdated { invoice, due_date, .. } => {
                format!("{invoice} due {}", self.date(*due_date))
            }
            Fact::PaymentRecorded { invoice, payment, settles, .. } => {
                let rest = if *settles { "" } else { " in part" };
                format!("{invoice} paid{rest} {}", major(payment.amount))
            }
            Fact::InvoiceVoided { invoice, refunded, credit_note, .. } => {
                let note = if *credit_note { ", credit note" } else { "" };
                format!("{invoice} void, refunded {}{note}", major(*refunded))
            }
            Fact::CreditIssued { credit, .. } => self.credit(credit),
            Fact::CreditApplied { credit, invoice, amount, .. } => {
                format!("{credit} pays {} of {invoice}", major(*amount))
            }
            Fact::CreditRestored { credit, invoice, amount, expires, .. } => {
                let until = self.until(*expires);
                format!("{credit} restored {} of {invoice}{until}", major(*amount))
            }
            Fact::CreditExpired { credit, amount, .. } => {
                format!("{credit} expired with {}", major(*amount))
            }
            Fact::CreditRevoked { credit, amount, .. } => {
                format!("{credit} revoked with {}", major(*amount))
            }
            Fact::InvoiceDrafted(_)
            | Fact::InvoiceFinalized(_)
            | Fact::InvoiceForgiven(_)
            | Fact::SubscriptionCreated(_)
            | Fact::SubscriptionStarted { .. }
            | Fact::SubscriptionBilled { .. }
            | Fact::SubscriptionRenewed { .. }
            | Fact::SubscriptionEnded { .. }
            | Fact::SubscriptionParked { .. }
            | Fact::SubscriptionRetried { .. }
            | Fact::SubscriptionUpdated { .. }
            | Fact::SubscriptionValued { .. }
            | Fact::TrialExtended { .. }
            | Fact::TrialConverted { .. }
            | Fact::ChangeScheduled { .. }
            | Fact::ChangeDropped { .. }
            | Fact::SubscriptionChanged { .. }
            | Fact::LinesWaiting { .. }
            | Fact::CancelAsked { .. }
            | Fact::CancelUndone { .. }
            | Fact::SubscriptionCancelled { .. }
            | Fact::SubscriptionPaused { .. }
            | Fact::SubscriptionResumed { .. }
            | Fact::DiscountRevoked { .. }
            | Fact::DiscountExpired { .. } => return None,
        })
    }
}

pub(super) fn worth_of(own: Worth) -> String {
    format!("mrr {}, arr {}", major(own.mrr), major(own.arr))
}

fn lapsed(discount: &Handle, how: &str) -> String {
    format!("discount {discount} {how}")
}
