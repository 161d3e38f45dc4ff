//! Every change of an invoice has its fact, and every fact has changed it.

use records::Moment;
use serde::Deserialize;
use serde_json::{Value, json};
use store::Tx;
use store::fact::Found as Fact;

use super::{Book, Paper};
use crate::audit::Found;
use crate::bill::stored;

#[derive(Deserialize)]
struct LoggedValues {
    #[serde(default)]
    values: records::Object,
}

pub(in crate::audit) fn check(_: &mut Tx<'_>, _: &Book, papers: &[Paper]) -> Found {
    let mut wrong = Vec::new();
    for paper in papers {
        let mut said = counts(paper);
        said.extend(contents(paper));
        said.extend(changed(paper));
        let id = &paper.row.columns.id;
        wrong.extend(said.into_iter().map(|said| format!("invoice {id} {said}")));
    }
    Ok(wrong)
}

fn counts(paper: &Paper) -> Vec<String> {
    let count = |event: &str| paper.facts.iter().filter(|found| found.event_type == event).count();
    let columns = &paper.row.columns;
    // What lowered it can be withdrawn again.
    let payments = paper.restored.payments.len() + count("invoice.payment_withdrawn");
    // What was never due is void from the start.
    let waived = count("invoice.waived") == 1 && paper.restored.issue().is_none();
    let table = [
        ("invoice.finalized", usize::from(paper.restored.issue().is_some())),
        ("invoice.voided", usize::from(columns.status == "VOID" && !waived)),
        ("invoice.payment_recorded", payments),
    ];
    let wrong = table.iter().filter(|(event, wanted)| count(event) != *wanted);
    let mut wrong: Vec<String> = wrong
        .map(|(event, wanted)| format!("has {} facts {event}, not {wanted}", count(event)))
        .collect();
    let drafted = count("invoice.drafted");
    if drafted > 1 || (drafted == 0 && columns.status == "DRAFT") {
        wrong.push(format!("has {drafted} facts of its draft"));
    }
    wrong
}

/// Facts tell the numbers and the money that the invoice has.
fn contents(paper: &Paper) -> Vec<String> {
    let (columns, invoice) = (&paper.row.columns, &paper.restored);
    let mut wrong = Vec::new();
    let (mut paid, mut refunded): (i128, i128) = (0, 0);
    for fact in &paper.facts {
        let values = match stored::read::<LoggedValues>(&fact.data) {
            Ok(logged) => logged.values,
            Err(error) => {
                wrong.push(format!("has a fact {}: {error}", fact.event_type));
                continue;
            }
        };
        let wanted = match fact.event_type.as_str() {
            "invoice.finalized" => vec![
                ("number", json!(columns.number)),
                ("sub_total", json!(invoice.totals.sub_total)),
                ("total", json!(invoice.totals.total)),
            ],
            "invoice.voided" => vec![
                ("credit_note_number", json!(columns.credit_note_number)),
                ("refunded_amount", json!(invoice.refunded)),
            ],
            "invoice.payment_recorded" => {
                paid += cents(fact, &values, "amount", &mut wrong);
                Vec::new()
            }
            "invoice.payment_withdrawn" => {
                paid -= cents(fact, &values, "withdrawn", &mut wrong);
                Vec::new()
            }
            "invoice.payment_refunded" => {
                refunded += cents(fact, &values, "refunded_amount", &mut wrong);
                Vec::new()
            }
            "invoice.drafted" | "invoice.waived" | "invoice.updated" => Vec::new(),
            other => {
                wrong.push(format!("has a fact {other}, and no audit knows what it tells"));
                Vec::new()
            }
        };
        for (name, wanted) in wanted {
            if *values.get(name).unwrap_or(&Value::Null) != wanted {
                wrong.push(format!("has another {name} than its fact {}", fact.event_type));
            }
        }
    }
    if paid != i128::from(columns.paid) {
        wrong.push(format!("was paid {} and its facts tell of {paid}", columns.paid));
    }
    if columns.status != "VOID" && refunded != i128::from(invoice.refunded.minor) {
        let noted = invoice.refunded.minor;
        wrong.push(format!("was refunded {noted} and its facts tell of {refunded}"));
    }
    wrong
}

/// The money that a fact tells of; one that tells of none is wrong, and adds nothing.
fn cents(fact: &Fact, values: &records::Object, name: &str, wrong: &mut Vec<String>) -> i128 {
    match values.get(name).and_then(|amount| amount["value_in_cents"].as_i64()) {
        Some(cents) => cents.into(),
        None => {
            wrong.push(format!("has a fact {} without {name}", fact.event_type));
            0
        }
    }
}

/// A reissue tells of the new invoice, and changes the old one too.
fn changed(paper: &Paper) -> Option<String> {
    let columns = &paper.row.columns;
    let known = |at: Moment| paper.facts.iter().any(|found| found.created_at == at);
    let reissued = paper.restored.reissued_as.is_some();
    (!known(columns.updated_at) && !reissued)
        .then(|| format!("was changed at {} without a fact", columns.updated_at))
}
