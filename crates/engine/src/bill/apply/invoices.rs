//! Rows of invoices: new ones, drafts that became final, and what payments and voids make of them.

use std::collections::{BTreeSet, HashMap};

use billing::fact::{Fact, InvoiceFact};
use billing::id::InvoiceHandle;
use billing::invoice::{Cause, Invoice, InvoiceState, Payment};
use billing::snapshot::Snapshot;
use calendar::Timestamp;
use records::invoice::NumberSeries;
use records::{InvoiceId, Moment, SubscriptionId};
use store::invoice::{Columns, New, with_lines_for, with_lines_of};
use store::label::Label;

use super::context::{ApplyContext, differing, subscription_of};
use super::printed;
use crate::Failure;
use crate::bill::load::{BilledCustomer, Document, Loaded};
use crate::bill::stored::{self, Draft};

/// An invoice on its way to its row; a transaction gives the numbers.
pub(crate) struct Row {
    pub(crate) new: New,
    /// Not there before.
    pub(crate) fresh: bool,
    /// Nothing of it changed but what other documents give back of it.
    pub(crate) only_credited: bool,
    pub(crate) wants_number: bool,
    /// Titled a credit note, and numbered as one.
    pub(crate) is_credit_note: bool,
    /// Void now, which is booked as a credit note.
    pub(crate) wants_credit_note: bool,
    /// The order of numbers: issue, billing date, creation of the subscription.
    pub(crate) rank: (Moment, Moment, Moment, String),
}

impl Row {
    /// From when on it makes its subscription past due.
    pub(super) fn past_due_of(&self, subscription: &SubscriptionId) -> Option<Moment> {
        let columns = &self.new.columns;
        let flag = columns.subscription_id.as_ref() == Some(subscription);
        columns.past_due_at.filter(|_| flag && columns.status == "PENDING")
    }
}

pub(super) fn rows(
    context: &ApplyContext<'_>,
    loaded: &Loaded,
    after: &Snapshot,
    (facts, renamed): (&[Fact], &HashMap<InvoiceHandle, String>),
) -> Result<Vec<Row>, Failure> {
    let mut rows = Vec::new();
    for (old, each) in differing(&loaded.snapshot.invoices, &after.invoices, |invoice| &invoice.id)
    {
        let voided = |fact: &Fact| {
            let void = InvoiceFact::is_booked_void;
            matches!(fact, Fact::Invoice { invoice, fact, .. } if *invoice == each.id && void(fact))
        };
        let issued = each.issue().is_some() && old.is_none_or(|old| old.issue().is_none());
        let since = subscription_of(after, each)
            .map(|subscription| Moment::from(subscription.terms.created));
        let mut new = row(context, loaded, after, (each, renamed.get(&each.id)))?;
        let reissued = old.is_some_and(|old| old.reissued_as != each.reissued_as);
        if !reissued && !facts.iter().any(|fact| fact.invoice() == Some(&each.id)) {
            // What others give back of it is told of them alone.
            let known = loaded.documents.get(&new.columns.id);
            new.columns.updated_at = known.map_or(context.now, |known| known.columns.updated_at);
        }
        rows.push(Row {
            fresh: old.is_none(),
            only_credited: is_only_credited(&new, loaded.documents.get(&new.columns.id)),
            wants_number: issued,
            is_credit_note: each.is_credit_note(),
            wants_credit_note: facts.iter().any(voided),
            rank: (
                each.issue().map_or(context.now, |issue| issue.date.into()),
                each.billing_date.into(),
                since.unwrap_or_default(),
                each.id.to_string(),
            ),
            new,
        });
    }
    Ok(rows)
}

/// Whether an invoice shows what it showed: only the engine knows more of it.
fn is_only_credited(new: &New, known: Option<&Document>) -> bool {
    let Some(known) = known.filter(|known| !known.is_draft()) else { return false };
    let columns = Columns { version: new.columns.version, ..known.columns.clone() };
    columns == new.columns && stored::written(&known.fields).is_ok_and(|doc| doc == new.doc)
}

pub(crate) fn row(
    context: &ApplyContext<'_>,
    loaded: &Loaded,
    after: &Snapshot,
    (invoice, renamed): (&Invoice, Option<&String>),
) -> Result<New, Failure> {
    let id = InvoiceId::from(invoice.id.to_string());
    let customer = customer(loaded, invoice)?;
    let known = loaded.documents.get(&id);
    let mut document = match known {
        Some(known) => known.fields.clone(),
        None => printed::shown(context, loaded, invoice, (customer, renamed)),
    };
    document.tell(invoice).map_err(Failure::from)?;
    if known.is_none_or(Document::is_draft) && invoice.issue().is_some() && invoice.is_credit_note()
    {
        document.number_series = NumberSeries::CreditNote;
    }
    let others = Columns {
        customer_id: customer.id.clone(),
        billed_customer_id: (&*invoice.payer).into(),
        number: known.and_then(|known| known.columns.number.clone()),
        credit_note_number: known.and_then(|known| known.columns.credit_note_number.clone()),
        version: 1,
        updated_at: context.now,
        ..Columns::default()
    };
    // Whatever became of the names of what it bills, a final invoice says what it said.
    let (lines, derivations) = match known.filter(|known| !known.is_draft()) {
        Some(known) => (known.lines.clone(), known.derivations.clone()),
        None => (stored::line_items(invoice, &id)?, stored::derivations(invoice)?),
    };
    Ok(New {
        columns: follow(invoice, after, others)?,
        owner_id: customer.owner_id.clone(),
        managed_externally: customer.managed_externally,
        doc: stored::written(&document)?,
        lines,
        derivations,
        draft: Some(Draft::of(invoice)?),
        pricings: pricings(invoice),
        labels: labels(invoice),
    })
}

/// Whose an invoice is.
fn customer<'a>(loaded: &'a Loaded, invoice: &Invoice) -> Result<&'a BilledCustomer, Failure> {
    let known = loaded.customers.get(&*invoice.customer);
    known.ok_or_else(|| {
        let detail = format!("the customer {} was not loaded", invoice.customer);
        Failure::Store(store::Error::Broken(detail))
    })
}

/// The columns that follow from what the core knows of an invoice, over the others.
pub(crate) fn follow(
    invoice: &Invoice,
    snapshot: &Snapshot,
    others: Columns,
) -> Result<Columns, Failure> {
    let issue = invoice.issue();
    let due = invoice.due().map_err(broken)?;
    let zone = subscription_of(snapshot, invoice).map_or_else(
        || snapshot.company.zone.clone(),
        |subscription| subscription.terms.anchor.zone().clone(),
    );
    let past_due_at = match (issue, due.is_positive()) {
        (Some(issue), true) => zone.next_midnight(issue.due).ok().map(Moment::from),
        _ => None,
    };
    let (cause_kind, cause_id) = invoice.cause.key();
    Ok(Columns {
        id: invoice.id.to_string().into(),
        subscription_id: invoice.subscription.as_ref().map(|id| id.to_string().into()),
        cause_kind: cause_kind.to_owned(),
        cause_id,
        status: stored::invoice_status(invoice).to_owned(),
        currency: invoice.currency.code().to_owned(),
        total: invoice.totals.total.minor,
        due: due.minor,
        paid: invoice.paid().map_err(broken)?.minor,
        auto_charges: invoice.auto_charges,
        billing_date: invoice.billing_date.into(),
        invoice_date: issue.map(|issue| issue.date.into()),
        due_date: issue.map(|issue| issue.due.into()),
        past_due_at,
        paid_date: match invoice.state {
            InvoiceState::Paid { at, .. } => Some(at.into()),
            _ => None,
        },
        draft_until: draft_until(invoice).map(Moment::from),
        created_at: invoice.created.into(),
        ..others
    })
}

/// The pricings that its lines bill.
pub(crate) fn pricings(invoice: &Invoice) -> Vec<String> {
    let plans = invoice.lines.iter().filter_map(|line| line.pricing.as_ref());
    let mut pricings: Vec<String> = plans.map(|pricing| pricing.id.to_string()).collect();
    pricings.sort_unstable();
    pricings.dedup();
    pricings
}

/// By which an invoice is found: how money came for it, and whose lines it has where it is one of
/// several customers.
pub(crate) fn labels(invoice: &Invoice) -> Vec<Label> {
    let mut labels: BTreeSet<Label> = invoice.payments.iter().map(payment_method).collect();
    if let Cause::Rollup { .. } = invoice.cause {
        let subscriptions = invoice.subscriptions().into_iter();
        labels.extend(subscriptions.map(|id| with_lines_of(&id.to_string().into())));
        let customers = invoice.lines.iter().map(|line| &*line.customer);
        labels.extend(customers.map(|id| with_lines_for(&id.into())));
    }
    labels.into_iter().collect()
}

/// How money came for it.
fn payment_method(payment: &Payment) -> Label {
    Label::new("payment_method", stored::payment_word(payment.kind))
}

fn draft_until(invoice: &Invoice) -> Option<Timestamp> {
    match invoice.state {
        InvoiceState::Draft { until, .. } => until,
        _ => None,
    }
}

fn broken(error: money::AmountError) -> Failure {
    Failure::Store(store::Error::Broken(format!("an invoice cannot be added up: {error}")))
}
