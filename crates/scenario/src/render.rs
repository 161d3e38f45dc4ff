//! Facts as people read them: one line each, and below an invoice what it consists of.

use billing::decision::Fact;
use billing::snapshot::{
    Credit, Derivation, Invoice, InvoiceState, Level, Line, Progress, Role, Status, Subscription,
};
use calendar::{Period, Timestamp, Zone};
use money::{Amount, Ratio};

/// Prints in the zone of the company.
pub struct Printer<'a> {
    pub zone: &'a Zone,
    pub customer: &'a str,
    pub now: Timestamp,
}

impl Printer<'_> {
    /// A local date, with its time unless it is midnight.
    pub fn instant(zone: &Zone, instant: Timestamp) -> String {
        let local = zone.local(instant);
        match local.time() == jiff::civil::Time::midnight() {
            true => local.date().to_string(),
            false => {
                let text = local.to_string();
                text.strip_suffix(":00").unwrap_or(&text).to_owned()
            }
        }
    }

    pub fn fact(&self, fact: &Fact) -> Vec<String> {
        let line = match fact {
            Fact::SubscriptionCreated(own) => self.subscription(own),
            Fact::SubscriptionStarted { subscription, .. } => format!("{subscription} started"),
            Fact::SubscriptionBilled { subscription, next, progress, .. } => {
                let next = next.map_or("nothing".to_owned(), |next| self.date(next));
                format!("{subscription} next {next}{}", self.skipped(progress))
            }
            Fact::SubscriptionRenewed { subscription, next, .. } => {
                format!("{subscription} renewed until {}", self.date(*next))
            }
            Fact::SubscriptionEnded { subscription, .. } => format!("{subscription} ended"),
            Fact::SubscriptionParked { subscription, reason, .. } => {
                format!("{subscription} parked: {reason}")
            }
            Fact::SubscriptionRetried { subscription, .. } => format!("{subscription} retried"),
            Fact::SubscriptionUpdated { subscription, .. } => format!("{subscription} updated"),
            Fact::SubscriptionValued { subscription, worth, .. } => {
                format!("{subscription} mrr {}, arr {}", major(worth.mrr), major(worth.arr))
            }
            Fact::DiscountExpired { subscription, discount, .. } => {
                format!("{subscription} discount {discount} expired")
            }
            Fact::TrialExtended { subscription, end, .. } => {
                format!("{subscription} trial until {}", self.date(*end))
            }
            Fact::TrialConverted { after, .. } => format!("{} converted", after.id),
            Fact::ChangeScheduled { subscription, change, .. } => {
                format!("{subscription} change {} on {}", change.id, self.date(change.at))
            }
            Fact::ChangeDropped { subscription, change, .. } => {
                format!("{subscription} change {change} dropped")
            }
            Fact::SubscriptionChanged { after, .. } => format!("{} changed", after.id),
            Fact::LinesWaiting { subscription, lines, .. } => {
                format!("{subscription} waiting lines {}", lines.len())
            }
            Fact::CancelAsked { subscription, cancel, .. } => {
                format!("{subscription} cancel on {}", self.date(cancel.at))
            }
            Fact::CancelUndone { subscription, .. } => format!("{subscription} cancel undone"),
            Fact::SubscriptionCancelled { subscription, .. } => {
                format!("{subscription} cancelled")
            }
            Fact::SubscriptionPaused { subscription, pause, .. } => {
                format!("{subscription} paused{}", self.until(pause.resume))
            }
            Fact::SubscriptionResumed { subscription, .. } => format!("{subscription} resumed"),
            Fact::DiscountRevoked { subscription, discount, .. } => {
                format!("{subscription} discount {discount} revoked")
            }
            Fact::PaymentRefunded { invoice, amount, .. } => {
                format!("{invoice} refunded {}", major(*amount))
            }
            Fact::InvoiceDrafted(own)
            | Fact::InvoiceFinalized(own)
            | Fact::InvoiceForgiven(own) => return self.invoice(own),
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
        };
        vec![line]
    }

    pub fn subscription(&self, own: &Subscription) -> String {
        let status = match own.status {
            Status::Pending => "pending",
            Status::Active => "active",
            Status::Unpaid => "unpaid",
            Status::Cancelled => "cancelled",
            Status::Ended => "ended",
        };
        let end = match own.known_end() {
            Some(end) => format!("until {}", self.date(end)),
            None => format!("renews {}", self.date(own.renewals.date)),
        };
        let worth = format!("mrr {}, arr {}", major(own.worth.mrr), major(own.worth.arr));
        let start = self.date(own.start);
        format!("{} {status} from {start}, {end}, {worth}", own.id)
    }

    pub fn credit(&self, own: &Credit) -> String {
        let state = format!("{:?}", own.state).to_lowercase();
        let until = self.until(own.expires);
        format!("{} {} {} {state}{until}", own.id, self.customer, own.balance)
    }

    pub fn invoice(&self, own: &Invoice) -> Vec<String> {
        let state = match &own.state {
            InvoiceState::Draft { until: Some(until), .. } => {
                format!("draft until {}", self.date(*until))
            }
            InvoiceState::Draft { until: None, .. } => "draft".to_owned(),
            InvoiceState::Pending(issue) => format!("pending, due {}", self.date(issue.due)),
            InvoiceState::Paid { .. } => "paid".to_owned(),
            InvoiceState::Void { .. } => "void".to_owned(),
        };
        let mut head = format!("{} {} {} {state}", own.id, self.customer, own.totals.total);
        if own.billing_date != self.now {
            head = format!("{head}, for {}", self.date(own.billing_date));
        }
        if own.is_credit_note() {
            head.push_str(", credit note");
        }
        if !own.totals.credits.is_zero() {
            head = format!("{head}, revenue {}", major(own.totals.revenue));
        }
        let mut lines = vec![head];
        lines.extend(own.lines.iter().map(|line| self.line(line)));
        let rows = own.discounts.iter().map(|d| (d.name.clone(), format!("-{}", major(d.amount))));
        lines.extend(rows.map(|(name, value)| row(&name, &value)));
        for tax in &own.taxes {
            let rate = &tax.rate * Ratio::from(100);
            let what = format!("{} {rate}% of {}", tax.name, major(tax.base));
            lines.push(row(&what, &major(tax.amount)));
        }
        for credit in &own.credits {
            let amount = credit.amount().and_then(Amount::checked_neg).map(major);
            lines.push(row(&credit.credit.to_string(), &amount.unwrap_or_default()));
        }
        lines
    }

    fn line(&self, line: &Line) -> String {
        let mut what = format!("{:<8} {}", line.name(), self.period(line.period));
        match (&line.derivation, line.role) {
            (Derivation::Minimum { level, .. }, _) => what.push_str(match level {
                Level::Component => " minimum",
                Level::Plan => " plan minimum",
                Level::Subscription => " subscription minimum",
            }),
            (_, Role::Arrears) => what.push_str(" arrears"),
            (Derivation::GivenBack(back), _) => {
                what.push_str(&format!(" back of {}", back.invoice))
            }
            _ => {}
        }
        if line.units != Ratio::ONE {
            what = format!("{what} x{}", line.units);
        }
        if line.share.numerator != line.share.denominator {
            what = format!("{what} {}/{}", line.share.numerator, line.share.denominator);
        }
        row(&what, &major(line.amount))
    }

    fn skipped(&self, progress: &Progress) -> String {
        let skipped = progress.places.iter().flat_map(|place| &place.skipped);
        let skipped: Vec<String> = skipped.map(|period| self.period(*period)).collect();
        match skipped.is_empty() {
            true => String::new(),
            false => format!(", skipped {}", skipped.join(" ")),
        }
    }

    fn until(&self, expires: Option<Timestamp>) -> String {
        expires.map_or(String::new(), |expires| format!(", until {}", self.date(expires)))
    }

    fn period(&self, period: Period) -> String {
        format!("{}..{}", self.date(period.start), self.date(period.end))
    }

    fn date(&self, instant: Timestamp) -> String {
        Printer::instant(self.zone, instant)
    }
}

pub(crate) fn row(what: &str, value: &str) -> String {
    format!("{what:<58} {value:>10}")
}

/// Without the currency, which stands above.
pub(crate) fn major(amount: Amount) -> String {
    let text = amount.to_string();
    text.split(' ').next().unwrap_or_default().to_owned()
}
