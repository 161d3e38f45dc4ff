//! An invoice as its row, its document, and what a draft is computed from.

use std::sync::Arc;

use billing::id::Handle;
use billing::invoice::{Basis, Cause, Credited, Invoice, InvoiceState, Issue, Line, Role, Totals};
use billing::pricing::Pricings;
use money::{Amount, Currency};
use records::invoice::detail;
use records::invoice::payment;
use records::invoice::{InvoiceReason, NumberSeries};
use records::{DisplayField, Moment, Object, SubscriptionId};
use serde::{Deserialize, Serialize};
use store::invoice::Billing;

use super::details::{
    credit, credit_of, discount, discount_of, paid, payment_of, reason, reason_of, refunds, tax,
    tax_of,
};
use super::lifecycle::{ShownDetails, StoredLifecycle};
use super::origins::DetailOrigins;
use super::subscription::{InvoiceText, StoredProgress, StoredTerms};
use super::{Unreadable, VERSION, instant, line, maybe_instant, read, written};

/// What has no column, under the names of `records::Invoice`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct InvoiceDocument {
    pub(crate) credit_details: Vec<detail::CreditDetail>,
    pub(crate) credit_note_date: Option<Moment>,
    pub(crate) discount_details: Vec<detail::DiscountDetail>,
    pub(crate) invoice_additional_display_fields: Vec<DisplayField>,
    pub(crate) invoice_payment_instructions: Option<String>,
    pub(crate) line_count: i64,
    pub(crate) metadata: Object,
    pub(crate) name: Option<String>,
    pub(crate) notes: Option<String>,
    pub(crate) number_series: NumberSeries,
    pub(crate) payments: Vec<payment::Payment>,
    pub(crate) prorated_amount: Amount,
    pub(crate) reason: InvoiceReason,
    pub(crate) refunded_amount: Amount,
    pub(crate) refunds: Vec<detail::Refund>,
    pub(crate) reissued_as: Option<String>,
    pub(crate) revenue: Amount,
    pub(crate) sub_total: Amount,
    pub(crate) tax_details: Vec<detail::TaxDetail>,
}

/// What only the engine reads of an invoice: the days until it is due, what a draft is computed
/// from, and how its details came about.
#[derive(Serialize, Deserialize)]
pub(crate) struct Draft<'a> {
    v: u32,
    due_days: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    basis: Option<StoredBasis<'a>>,
    #[serde(rename = "settled", default, skip_serializing_if = "DetailOrigins::is_empty")]
    origins: DetailOrigins,
    /// What other documents give back of its lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    credited: Vec<Credited>,
}

#[derive(Serialize, Deserialize)]
struct StoredBasis<'a> {
    id: SubscriptionId,
    terms: StoredTerms<'a>,
    progress: StoredProgress<'a>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    life: Option<StoredLifecycle<'a>>,
}

impl Draft<'_> {
    pub(crate) fn of(invoice: &Invoice) -> Result<String, Unreadable> {
        let text = InvoiceText::default();
        let basis = match &invoice.state {
            InvoiceState::Draft { basis: Some(basis), .. } => Some(StoredBasis {
                id: basis.subscription.id.to_string().into(),
                terms: StoredTerms::of(&basis.subscription, &text),
                progress: StoredProgress::of(&basis.subscription),
                life: StoredLifecycle::of(
                    &basis.subscription.lifecycle,
                    &basis.pending_lines,
                    &ShownDetails::default(),
                ),
            }),
            _ => None,
        };
        let (origins, credited) = (DetailOrigins::of(invoice), invoice.credited.clone());
        written(&Draft { v: VERSION, due_days: invoice.due_days, basis, origins, credited })
    }
}

impl InvoiceDocument {
    /// What an invoice came to; what it shows besides is left as it was.
    pub(crate) fn tell(&mut self, invoice: &Invoice) -> Result<(), Unreadable> {
        self.credit_details = invoice.credits.iter().map(credit).collect::<Result<_, _>>()?;
        self.discount_details = invoice.discounts.iter().map(discount).collect();
        self.tax_details = invoice.taxes.iter().map(tax).collect::<Result<_, _>>()?;
        self.payments = invoice.payments.iter().map(paid).collect();
        self.line_count = i64::try_from(invoice.lines.len()).unwrap_or(i64::MAX);
        self.prorated_amount = prorated(invoice)?;
        self.reason = reason(invoice.reason);
        self.refunded_amount = invoice.refunded;
        self.refunds = refunds(invoice).collect::<Result<_, _>>()?;
        self.reissued_as = invoice.reissued_as.as_ref().map(Handle::to_string);
        self.revenue = invoice.totals.revenue;
        self.sub_total = invoice.totals.sub_total;
        if let InvoiceState::Void { issue: Some(_), at } = invoice.state {
            self.credit_note_date = Some(at.into());
        }
        Ok(())
    }
}

/// What changes and cancels gave back and charged anew.
fn prorated(invoice: &Invoice) -> Result<Amount, Unreadable> {
    let changed = |line: &&Line| matches!(line.role, Role::ProrationCredit | Role::ProrationCharge);
    let lines = invoice.lines.iter().filter(changed);
    Ok(Amount::sum(invoice.currency, lines.map(|line| line.amount))?)
}

/// Which of the invoices of a rollup's date it is: the last number of the cause.
fn rollup_part(cause: &str) -> Result<u32, Unreadable> {
    let part = cause.rsplit('/').next().and_then(|part| part.parse().ok());
    part.ok_or_else(|| Unreadable::Missing(format!("the cause {cause} has no part")))
}

/// The invoice again, with its lines, from a row that was lifted.
pub(crate) fn invoice(row: &Billing, pricings: &Pricings) -> Result<Invoice, Unreadable> {
    let document: InvoiceDocument = read(&row.doc)?;
    let columns = &row.columns;
    let currency: Currency =
        columns.currency.parse().map_err(|_| Unreadable::Missing(columns.currency.clone()))?;
    let (state, draft) = state(row, &document, pricings)?;
    let subscription = columns.subscription_id.as_deref().map(Handle::known);
    let cause = match columns.cause_kind.as_str() {
        "reissue" => Cause::Reissue { invoice: Handle::known(&columns.cause_id) },
        "change" => Cause::Change { change: Handle::known(&columns.cause_id) },
        "cancel" => Cause::Cancel { cancel: Handle::known(&columns.cause_id) },
        "next" => Cause::Next { request: Handle::known(&columns.cause_id) },
        "one_time" => Cause::OneTime { order: Handle::known(&columns.cause_id) },
        "rollup" => Cause::Rollup {
            payer: columns.billed_customer_id.as_str().into(),
            at: instant(columns.billing_date)?,
            currency,
            part: rollup_part(&columns.cause_id)?,
        },
        kind @ ("cycle" | "adjustment") => {
            let missing = || Unreadable::Missing("an invoice has no subscription".to_owned());
            let subscription = subscription.clone().ok_or_else(missing)?;
            let at = instant(columns.billing_date)?;
            match kind {
                "cycle" => Cause::Cycle { subscription, at },
                _ => Cause::Adjustment { subscription, at },
            }
        }
        other => return Err(Unreadable::Missing(format!("the cause {other} is not known"))),
    };
    let mut restored = Invoice {
        id: Handle::known(&columns.id),
        customer: columns.customer_id.as_str().into(),
        payer: columns.billed_customer_id.as_str().into(),
        subscription,
        cause,
        reason: reason_of(document.reason),
        currency,
        created: instant(columns.created_at)?,
        billing_date: instant(columns.billing_date)?,
        auto_charges: columns.auto_charges,
        due_days: draft.due_days,
        state,
        lines: line::restore(&row.derivations, pricings)?,
        discounts: document.discount_details.iter().map(discount_of).collect(),
        taxes: document.tax_details.iter().map(tax_of).collect::<Result<_, _>>()?,
        credits: document.credit_details.iter().map(|detail| credit_of(detail, currency)).collect(),
        totals: totals(&document, columns.total, currency)?,
        payments: document.payments.iter().map(payment_of).collect::<Result<_, _>>()?,
        refunded: document.refunded_amount,
        reissued_as: document.reissued_as.as_deref().map(Handle::known),
        credited: draft.credited,
        left_open: Vec::new(),
        granted: Vec::new(),
    };
    draft.origins.restore(&mut restored);
    Ok(restored)
}

fn state(
    row: &Billing,
    document: &InvoiceDocument,
    pricings: &Pricings,
) -> Result<(InvoiceState, Draft<'static>), Unreadable> {
    let columns = &row.columns;
    let issue = match (columns.invoice_date, columns.due_date) {
        (Some(date), Some(due)) => Some(Issue { date: instant(date)?, due: instant(due)? }),
        _ => None,
    };
    let missing = |what: &str| Unreadable::Missing(format!("an invoice has no {what}"));
    let text = row.draft.as_deref().ok_or_else(|| missing("terms"))?;
    let mut draft: Draft<'static> = pricings.read(|| read(text))?;
    let state = match columns.status.as_str() {
        "DRAFT" => {
            // What a rollup collected has none.
            if draft.basis.is_none() && columns.subscription_id.is_some() {
                return Err(missing("basis"));
            }
            let basis = draft.basis.take().map(|basis| {
                let life = basis.life.map(StoredLifecycle::restore).unwrap_or_default();
                let of = (&basis.id, &columns.customer_id);
                let subscription = basis.progress.restore(of, basis.terms, life.lifecycle);
                let (subscription, pending_lines) = (Arc::new(subscription), life.pending_lines);
                Basis { subscription, pending_lines }
            });
            let until = maybe_instant(columns.draft_until)?;
            InvoiceState::Draft { until, basis }
        }
        "PENDING" => InvoiceState::Pending(issue.ok_or_else(|| missing("date"))?),
        "PAID" => {
            let issue = issue.ok_or_else(|| missing("date"))?;
            let at = maybe_instant(columns.paid_date)?.unwrap_or(issue.date);
            InvoiceState::Paid { issue, at }
        }
        _ => {
            let at = document.credit_note_date.unwrap_or(columns.updated_at);
            InvoiceState::Void { issue, at: instant(at)? }
        }
    };
    Ok((state, draft))
}

/// All totals follow from what is stored of them.
fn totals(
    document: &InvoiceDocument,
    total: i64,
    currency: Currency,
) -> Result<Totals, Unreadable> {
    let sum = |amounts: Vec<Amount>| Amount::sum(currency, amounts);
    let sub_total = document.sub_total;
    let discounts = document.discount_details.iter();
    let discount = sum(discounts.map(|detail| detail.amount).collect())?;
    let taxes = document.tax_details.iter();
    let tax = sum(taxes.map(|detail| detail.amount).collect())?;
    let net = sub_total.checked_sub(discount)?;
    let total = Amount::new(currency, total);
    let credits = net.checked_add(tax)?.checked_sub(total)?;
    let details = document.credit_details.iter().map(|detail| detail.net);
    // A draft below zero has not given anything back yet.
    let credits_net = match document.credit_details.is_empty() && credits.is_negative() {
        true => net,
        false => sum(details.collect())?,
    };
    Ok(Totals {
        sub_total,
        discount,
        net,
        tax,
        credits,
        credits_net,
        total,
        revenue: document.revenue,
    })
}

/// The word of a state in its column.
pub(crate) fn status(invoice: &Invoice) -> &'static str {
    match invoice.state {
        InvoiceState::Draft { .. } => "DRAFT",
        InvoiceState::Pending(_) => "PENDING",
        InvoiceState::Paid { .. } => "PAID",
        InvoiceState::Void { .. } => "VOID",
    }
}
