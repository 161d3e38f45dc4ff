//! Facts as people read them: one line each, and below an invoice what it consists of.

mod facts;

use billing::credit::Credit;
use billing::invoice::{Derivation, Invoice, InvoiceState, Level, Line, Role, Settling};
use billing::period::{BillingState, SubscribedPricing};
use billing::subscription::{Status, Subscription};
use calendar::{Period, Timestamp, Zone};
use money::{Amount, Ratio};

/// Prints in the zone of the company.
pub struct Printer<'a> {
    pub zone: &'a Zone,
    /// What a customer is called.
    pub names: &'a dyn Fn(&str) -> String,
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

    pub fn subscription(&self, known: &Subscription) -> String {
        let revenue = facts::revenue_of(known.recurring_revenue);
        let paused = if known.lifecycle.pause.is_some() { ", paused" } else { "" };
        format!("{}{paused}, {revenue}", self.terms(known))
    }

    fn terms(&self, subscription: &Subscription) -> String {
        let status = match subscription.status {
            Status::Pending => "pending",
            Status::Active => "active",
            Status::Unpaid => "unpaid",
            Status::Cancelled => "cancelled",
            Status::Ended => "ended",
        };
        format!(
            "{} {status} from {}, {}",
            subscription.id,
            self.date(subscription.terms.start),
            self.outlook(subscription)
        )
    }

    /// What comes next: the end of a trial, the end, or a new term.
    fn outlook(&self, subscription: &Subscription) -> String {
        let trial = subscription.lifecycle.trial.map(|trial| trial.end);
        match (subscription.known_end(), trial) {
            (end, Some(trial)) => {
                format!("trial until {}", self.date(end.map_or(trial, |end| end.min(trial))))
            }
            (Some(end), _) => format!("until {}", self.date(end)),
            (None, _) => format!("renews {}", self.date(subscription.renewals.date)),
        }
    }

    pub fn credit(&self, known: &Credit) -> String {
        let state = format!("{:?}", known.state).to_lowercase();
        let until = self.until(known.expires);
        let customer = (self.names)(&known.customer);
        format!("{} {customer} {} {state}{until}", known.id, known.balance)
    }

    pub fn invoice(&self, known: &Invoice) -> Vec<String> {
        let state = match &known.state {
            InvoiceState::Draft { until: Some(until), .. } => {
                format!("draft until {}", self.date(*until))
            }
            InvoiceState::Draft { until: None, .. } => "draft".to_owned(),
            InvoiceState::Pending(issue) => format!("pending, due {}", self.date(issue.due)),
            InvoiceState::Paid { .. } => "paid".to_owned(),
            InvoiceState::Void { .. } => "void".to_owned(),
        };
        let whose = whose((self.names)(&known.payer), (self.names)(&known.customer));
        let mut head = format!("{} {whose} {} {state}", known.id, known.totals.total);
        if known.billing_date != self.now {
            head = format!("{head}, for {}", self.date(known.billing_date));
        }
        if known.is_credit_note() {
            head.push_str(", credit note");
        }
        if !known.credits.is_empty() || !known.totals.credits.is_zero() {
            head = format!("{head}, revenue {}", major(known.totals.revenue));
        }
        let mut lines = vec![head];
        let line = |line| self.line(line, &known.customer);
        lines.extend(known.lines.iter().map(line));
        let rows =
            known.discounts.iter().map(|d| (d.name.clone(), format!("-{}", major(d.amount))));
        lines.extend(rows.map(|(name, value)| row(&name, &value)));
        for tax in &known.taxes {
            let rate = &tax.rate * Ratio::from(100);
            let what = format!("{} {rate}% of {}", tax.name, major(tax.base));
            lines.push(row(&what, &major(tax.amount)));
        }
        for credit in &known.credits {
            let amount = credit.amount().and_then(Amount::checked_neg).map(major);
            lines.push(row(&settling(&credit.of), &amount.unwrap_or_default()));
        }
        lines
    }

    fn line(&self, line: &Line, customer: &str) -> String {
        let period = match line.role {
            Role::OneTime => self.date(line.period.start),
            _ => self.period(line.period),
        };
        let mut what = format!("{:<8} {period}", line.name());
        match (&line.derivation, line.role) {
            (Derivation::Minimum { level, .. }, _) => what.push_str(match level {
                Level::Component => " minimum",
                Level::Pricing => " pricing minimum",
                Level::Subscription => " subscription minimum",
            }),
            (_, Role::Arrears) => what.push_str(" arrears"),
            (Derivation::ProrationCredit(back), Role::Adjustment) => {
                what.push_str(&format!(" adjusts {}", back.invoice))
            }
            (Derivation::ProrationCredit(back), _) => {
                what.push_str(&format!(" credit for unused days of {}", back.invoice))
            }
            _ => {}
        }
        if line.units != Ratio::ONE {
            what = format!("{what} x{}", line.units);
        }
        if line.share.numerator() != line.share.denominator() {
            what = format!("{what} {}/{}", line.share.numerator(), line.share.denominator());
        }
        if *line.customer != *customer {
            what = format!("{what} for {}", (self.names)(&line.customer));
        }
        row(&what, &major(line.amount))
    }

    fn skipped(&self, state: &BillingState) -> String {
        let skipped = state.components().flat_map(|(_, known)| &known.progress.skipped);
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

/// Who pays, and for whom where that is somebody else.
pub(crate) fn whose(payer: String, customer: String) -> String {
    match payer == customer {
        true => payer,
        false => format!("{payer} for {customer}"),
    }
}

pub(crate) fn row(what: &str, value: &str) -> String {
    format!("{what:<70} {value:>10}")
}

/// A text by its lines, without those between paragraphs.
pub(crate) fn paragraphs(text: &str) -> Vec<String> {
    text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// `basic x5 + pro`
fn plans(subscription: &Subscription) -> String {
    let plan = |subscribed: &SubscribedPricing| {
        let first = subscribed.components.first();
        let units = first.map_or(&Ratio::ONE, |state| state.configuration.licences.ratio());
        match *units == Ratio::ONE {
            true => subscribed.pricing.name.clone(),
            false => format!("{} x{units}", subscribed.pricing.name),
        }
    };
    subscription.state.pricings.iter().map(plan).collect::<Vec<_>>().join(" + ")
}

/// What paid, or where something given back went.
fn settling(of: &Settling) -> String {
    match of {
        Settling::Credit(credit) => credit.to_string(),
        Settling::Due { invoice } => format!("lowers {invoice}"),
        Settling::Refund { invoice } => format!("refunds {invoice}"),
        Settling::Restored { credit, invoice } => format!("{credit} of {invoice}"),
    }
}

/// Without the currency, which stands above.
pub(crate) fn major(amount: Amount) -> String {
    let text = amount.to_string();
    text.split(' ').next().unwrap_or_default().to_owned()
}
