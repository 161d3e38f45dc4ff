//! Each fact in one line, behind the name of what it is about.

#![deny(clippy::wildcard_enum_match_arm)]

use billing::credit::CreditValue;
use billing::fact::{CreditFact, Fact, InvoiceFact, OneTimeFact, SubscriptionFact};
use billing::id::{CreditHandle, DiscountHandle, InvoiceHandle, OneTimeHandle, SubscriptionHandle};
use billing::one_time::{OneTimePrice, OneTimeTiming};
use billing::subscription::{NewTrial, RecurringRevenue, Subscription};
use money::Ratio;

use super::{Printer, major, plans};

impl Printer<'_> {
    pub fn fact(&self, fact: &Fact) -> Vec<String> {
        match fact {
            Fact::Subscription { subscription, fact, .. } => {
                self.of_subscription(subscription, fact)
            }
            Fact::Invoice { invoice, fact, .. } => self.of_invoice(invoice, fact),
            Fact::Credit { credit, fact, .. } => vec![self.of_credit(credit, fact)],
            Fact::OneTime { one_time, fact, .. } => vec![self.of_one_time(one_time, fact)],
        }
    }

    fn of_subscription(&self, id: &SubscriptionHandle, fact: &SubscriptionFact) -> Vec<String> {
        let said = match fact {
            SubscriptionFact::Created(subscription) => return vec![self.terms(subscription)],
            SubscriptionFact::PendingLines { lines } => {
                let what = if lines.is_empty() { "no pending lines" } else { "pending lines" };
                let head = format!("{id} {what}");
                let lines = lines.iter().map(|line| self.line(line, &line.customer));
                return [head].into_iter().chain(lines).collect();
            }
            SubscriptionFact::Started => "started".to_owned(),
            SubscriptionFact::Billed { next, state } => {
                let next = next.map(|next| format!("next invoice {}", self.date(next)));
                let next = next.unwrap_or_else(|| "no next invoice".to_owned());
                format!("{next}{}", self.skipped(state))
            }
            SubscriptionFact::Renewed { next, .. } => format!("renewed until {}", self.date(*next)),
            SubscriptionFact::Ended => "ended".to_owned(),
            SubscriptionFact::Parked { reason } => format!("parked: {reason}"),
            SubscriptionFact::Retried => "retried".to_owned(),
            SubscriptionFact::Updated { .. } => "updated".to_owned(),
            SubscriptionFact::Valued { revenue, movement, by } => {
                let moved = format!("{movement:?}").to_lowercase();
                format!("{}, {moved} {}", revenue_of(*revenue), major(*by))
            }
            SubscriptionFact::DiscountExpired { discount } => lapsed(discount, "expired"),
            SubscriptionFact::DiscountRevoked { discount } => lapsed(discount, "revoked"),
            SubscriptionFact::TrialExtended { end, .. } => {
                format!("trial until {}", self.date(*end))
            }
            SubscriptionFact::TrialConverted { after } => {
                format!("converted, {}", self.outlook(after))
            }
            SubscriptionFact::ChangeScheduled { change } => {
                format!("changes on {}", self.date(change.at))
            }
            SubscriptionFact::ChangeDropped { .. } => "change dropped".to_owned(),
            SubscriptionFact::Changed { after, .. } => {
                format!("changed to {}{}", plans(after), self.tried(after))
            }
            SubscriptionFact::CancelAsked { cancel } => format!("ends on {}", self.date(cancel.at)),
            SubscriptionFact::CancelUndone { .. } => "cancel undone".to_owned(),
            SubscriptionFact::Cancelled => "cancelled".to_owned(),
            SubscriptionFact::Paused { pause } => format!("paused{}", self.until(pause.resume)),
            SubscriptionFact::Resumed => "resumed".to_owned(),
            SubscriptionFact::TakenOver => "taken over from elsewhere".to_owned(),
            SubscriptionFact::UsageAdjusted { period, metered, .. } => {
                let (from, to) = (self.date(period.start), self.date(period.end));
                format!("usage from {from} to {to} is {metered}")
            }
            SubscriptionFact::PayerChanged { payer } => format!("paid by {}", (self.names)(payer)),
        };
        vec![format!("{id} {said}")]
    }

    /// The trial that a change gave.
    fn tried(&self, subscription: &Subscription) -> String {
        let wanted = subscription.lifecycle.changed.as_ref().and_then(|change| change.wanted.trial);
        let given = matches!(wanted, Some(NewTrial::For(_)));
        let trial = subscription.lifecycle.trial.filter(|_| given);
        trial.map_or(String::new(), |trial| format!(", trial until {}", self.date(trial.end)))
    }

    fn of_invoice(&self, id: &InvoiceHandle, fact: &InvoiceFact) -> Vec<String> {
        let said = match fact {
            InvoiceFact::Drafted(invoice)
            | InvoiceFact::Finalized(invoice)
            | InvoiceFact::Waived(invoice) => {
                return self.invoice(invoice);
            }
            InvoiceFact::PaymentWithdrawn { amount, .. } => {
                format!("owes {} again", major(*amount))
            }
            InvoiceFact::PaymentRefunded { amount } => format!("refunded {}", major(*amount)),
            InvoiceFact::Updated { due_date } => format!("due {}", self.date(*due_date)),
            InvoiceFact::PaymentRecorded { payment, settles } => {
                let rest = if *settles { "" } else { " in part" };
                format!("paid{rest} {}", major(payment.amount))
            }
            InvoiceFact::Voided { refunded, credit_note } => {
                let note = if *credit_note { ", credit note" } else { "" };
                format!("void, refunded {}{note}", major(*refunded))
            }
        };
        vec![format!("{id} {said}")]
    }

    fn of_credit(&self, id: &CreditHandle, fact: &CreditFact) -> String {
        match fact {
            CreditFact::Issued { credit, .. } => self.credit(credit),
            CreditFact::Applied { invoice, value, .. } => {
                format!("{id} pays {} of {invoice}", held(value))
            }
            CreditFact::Restored { invoice, value, expires, .. } => {
                let until = self.until(*expires);
                format!("{id} restored {} of {invoice}{until}", held(value))
            }
            CreditFact::Consumed { value, subscription, note } => {
                let of = subscription.as_ref().map_or(String::new(), |id| format!(" for {id}"));
                let note = note.as_ref().map_or(String::new(), |note| format!(": {note}"));
                format!("{id} consumed {}{of}{note}", held(value))
            }
            CreditFact::Expired { value } => format!("{id} expired with {}", held(value)),
            CreditFact::Revoked { value, .. } => format!("{id} revoked with {}", held(value)),
        }
    }
}

impl Printer<'_> {
    fn of_one_time(&self, id: &OneTimeHandle, fact: &OneTimeFact) -> String {
        match fact {
            OneTimeFact::Created(made) => {
                let name = match &made.item.price {
                    OneTimePrice::Pricing(pricing) => &pricing.name,
                    OneTimePrice::Custom { name, .. } => name,
                };
                let units = match *made.item.quantity.ratio() == Ratio::ONE {
                    true => String::new(),
                    false => format!(" x{}", made.item.quantity),
                };
                let when = match made.order.timing {
                    OneTimeTiming::Immediate(at) => format!("billed {}", self.date(at)),
                    OneTimeTiming::Next => "on the next invoice".to_owned(),
                };
                let customer = (self.names)(&made.order.customer);
                format!("{id} {customer} {name}{units} {when}")
            }
            OneTimeFact::Invoiced { invoice } => format!("{id} is on {invoice}"),
            OneTimeFact::Cancelled => format!("{id} cancelled"),
            OneTimeFact::Returned => format!("{id} waits for the next invoice"),
        }
    }
}

/// What a credit holds: money without its currency, or units.
fn held(value: &CreditValue) -> String {
    value.money().map_or_else(|| value.to_string(), major)
}

pub(super) fn revenue_of(recurring_revenue: RecurringRevenue) -> String {
    format!("mrr {}, arr {}", major(recurring_revenue.mrr), major(recurring_revenue.arr))
}

fn lapsed(discount: &DiscountHandle, how: &str) -> String {
    format!("discount {discount} {how}")
}
