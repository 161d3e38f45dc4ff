//! Explains an invoice from what it was computed from.

use crate::bill::pricings;
use std::collections::{BTreeSet, HashMap};

use billing::explain;
use billing::explain::{Explanation, Of, Operation, Part, Step, Telling};
use billing::id::{InvoiceHandle, Name};
use billing::invoice::{Invoice, InvoiceState};
use calendar::Zone;
use records::invoice::InvoiceStatus;
use records::invoice::explanation::{
    ExplainedOperation, ExplainedPart, ExplainedShare, ExplainedStep, InvoiceExplanation,
};
use records::invoice::line_item::Period;
use records::{CreditId, CustomerId, InvoiceId, SubscriptionId};
use serde::Deserialize;
use store::invoice::Billing;

use crate::bill::stored::{self, Unreadable, lift, references};
use crate::{Failure, Refusal, Session};

/// Why an invoice has the amount that it has.
pub fn explain(
    session: &mut Session<'_, '_>,
    uuid: &InvoiceId,
) -> Result<InvoiceExplanation, Failure> {
    let company = session.company_id().to_owned();
    let mut rows = store::invoice::billing_by_ids(session.tx, &company, vec![uuid.clone()])?;
    let mut row = rows.pop().ok_or_else(|| Refusal::not_found("invoice", uuid))?;
    lift::invoice(&mut row)?;
    let mut named = references::of_invoice(&row)?;
    named.sort_unstable();
    named.dedup();
    let invoice = stored::invoice(&row, &pricings::pricings(session, named)?)?;
    let zone = zone(session, &row)?;
    let names = names(session, &row, &invoice)?;
    let name = |handle: &Name| {
        let id = handle.to_string();
        names.called.get(&id).cloned().unwrap_or(id)
    };
    let number = |handle: &InvoiceHandle, place: usize| {
        let shown = names.lines.get(&handle.to_string());
        let rank = shown.and_then(|shown| shown.iter().position(|number| *number == place));
        rank.unwrap_or(place).saturating_add(1)
    };
    let lines = line_names(&row)?;
    let customer = |id: &str| names.called.get(id).cloned().unwrap_or_else(|| id.to_owned());
    let telling =
        Telling { zone: &zone, name: &name, customer: &customer, number: &number, lines: &lines };
    let explanation = explain::explain(&invoice, &telling).map_err(Unreadable::from)?;
    Ok(shown(&row, &invoice, &zone, &explanation))
}

/// The zone of the subscription, which never changes, else the company's.
fn zone(session: &mut Session<'_, '_>, row: &Billing) -> Result<Zone, Failure> {
    let company = session.company_id().to_owned();
    let ids: Vec<SubscriptionId> = row.columns.subscription_id.iter().cloned().collect();
    let mut found = store::subscription::billing_by_ids(session.tx, &company, ids)?;
    if let Some(row) = found.first_mut() {
        return Ok(stored::terms(row)?.terms.anchor.zone().clone());
    }
    Ok(session.company().preferred_timezone.parse().map_err(Unreadable::from)?)
}

/// What an explanation calls other records, by their ids.
#[derive(Default)]
struct Names {
    /// Numbers of invoices, names of credits and of customers.
    called: HashMap<String, String>,
    /// The places of the lines of invoices, in the order in which they are shown.
    lines: HashMap<String, Vec<usize>>,
}

fn names(
    session: &mut Session<'_, '_>,
    row: &Billing,
    invoice: &Invoice,
) -> Result<Names, Failure> {
    let company = session.company_id().to_owned();
    let (invoices, credits) = explain::mentioned(invoice);
    let mut names = Names::default();
    let number = row.columns.number.iter().cloned();
    names.called.extend(number.map(|number| (row.columns.id.to_string(), number)));
    let mut invoices: Vec<InvoiceId> = invoices.iter().map(|id| id.to_string().into()).collect();
    invoices.sort_unstable();
    invoices.dedup();
    for invoice_row in store::invoice::by_ids(session.tx, &company, invoices)? {
        let id = invoice_row.columns.id;
        let shown =
            shown_lines(&invoice_row.lines)?.iter().filter_map(|line| line.place()).collect();
        names.lines.insert(id.to_string(), shown);
        names.called.extend(invoice_row.columns.number.map(|number| (id.into(), number)));
    }
    let own = &invoice.customer;
    let others = invoice.lines.iter().map(|line| &line.customer).filter(|id| *id != own);
    let others: BTreeSet<CustomerId> = others.map(|id| (&**id).into()).collect();
    if !others.is_empty() {
        let currency = session.company().preferred_currency.clone();
        let others = others.into_iter().collect();
        for (id, row) in store::customer::by_ids(session.tx, &company, others)? {
            names.called.insert(id.to_string(), row.record(&currency)?.display_name);
        }
    }
    let credits: Vec<CreditId> = credits.iter().map(|id| id.to_string().into()).collect();
    if !credits.is_empty() {
        for row in store::credit::by_ids(session.tx, &company, credits)? {
            let credit = stored::credit(&row)?;
            names.called.extend((!credit.name.is_empty()).then_some((row.id.into(), credit.name)));
        }
    }
    Ok(names)
}

/// A line as an invoice shows it.
#[derive(Deserialize)]
struct ShownLine {
    id: String,
    name: String,
}

impl ShownLine {
    /// The place that it was made at, which its id ends with.
    fn place(&self) -> Option<usize> {
        let (_, number) = self.id.rsplit_once('-')?;
        number.parse::<usize>().ok()?.checked_sub(1)
    }
}

fn shown_lines(lines: &str) -> Result<Vec<ShownLine>, Unreadable> {
    stored::read(lines)
}

/// What the lines are called on the invoice, whatever became of the names since.
fn line_names(row: &Billing) -> Result<Vec<String>, Unreadable> {
    let shown = shown_lines(&row.lines)?;
    let mut names = vec![String::new(); shown.len()];
    for line in shown {
        if let Some(name) = line.place().and_then(|place| names.get_mut(place)) {
            *name = line.name;
        }
    }
    Ok(names)
}

fn shown(
    row: &Billing,
    invoice: &Invoice,
    zone: &Zone,
    explanation: &Explanation,
) -> InvoiceExplanation {
    let id = &row.columns.id;
    let all = |parts: &[Part]| parts.iter().map(|known| part(id, known)).collect();
    InvoiceExplanation {
        about: explanation.about.clone(),
        credits: all(&explanation.credits),
        currency: row.columns.currency.clone(),
        discounts: all(&explanation.discounts),
        due: part(id, &explanation.due),
        lines: all(&explanation.lines),
        number: row.columns.number.clone(),
        status: status(invoice),
        taxes: all(&explanation.taxes),
        text: explanation.text(),
        timezone: zone.name().to_owned(),
        total: part(id, &explanation.total),
        uuid: id.to_string(),
    }
}

fn status(invoice: &Invoice) -> InvoiceStatus {
    match invoice.state {
        InvoiceState::Draft { .. } => InvoiceStatus::Draft,
        InvoiceState::Pending(_) => InvoiceStatus::Pending,
        InvoiceState::Paid { .. } => InvoiceStatus::Paid,
        InvoiceState::Void { .. } => InvoiceStatus::Void,
    }
}

fn part(invoice: &InvoiceId, known: &Part) -> ExplainedPart {
    let line_id = |place: usize| stored::line_id(invoice, place);
    ExplainedPart {
        amount: known.amount,
        exact: known.exact.to_string(),
        id: match &known.of {
            Of::Line(place) => Some(line_id(*place)),
            Of::Discount(handle) => Some(handle.to_string()),
            Of::Credit(handle) => handle.as_ref().map(ToString::to_string),
            Of::Tax | Of::Total | Of::Due => None,
        },
        period: known
            .period
            .map(|period| Period { start_date: period.start.into(), end_date: period.end.into() }),
        spread: known
            .spread
            .iter()
            .map(|(place, amount)| ExplainedShare { amount: *amount, line_id: line_id(*place) })
            .collect(),
        steps: known.steps.iter().map(step).collect(),
        title: known.title.clone(),
    }
}

fn step(known: &Step) -> ExplainedStep {
    let sum = known.sum.as_ref();
    let terms = sum.map(|sum| sum.terms.iter().map(ToString::to_string).collect());
    ExplainedStep {
        operation: sum.map(|sum| match sum.operation {
            Operation::Sum => ExplainedOperation::Sum,
            Operation::Product => ExplainedOperation::Product,
            Operation::Smallest => ExplainedOperation::Smallest,
            Operation::Largest => ExplainedOperation::Largest,
            Operation::Rounded => ExplainedOperation::Rounded,
        }),
        result: sum.map(|sum| sum.result.to_string()),
        terms: terms.unwrap_or_default(),
        text: known.text.clone(),
    }
}
