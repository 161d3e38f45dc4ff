//! How invoices get into the table and change there.

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::{Columns, KIND};
use crate::driver::statement::statements;
use crate::label::{self, Label};
use crate::search::{Subject, fold};
use crate::{Error, Tx, Value, document};

statements! {
    INSERT = "INSERT INTO invoice
            (company_id, id, number, number_key, credit_note_number, subscription_id, status,
             currency, total, due, paid, auto_charges, billing_date, invoice_date, due_date,
             past_due_at, paid_date, draft_until, owner_id, managed_externally, updated_at, doc,
             lines, derivations, draft, customer_id, billed_customer_id, cause_kind, cause_id,
             created_at, version)
        SELECT $1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18,
            c19, c20, c21, c22, c23, c24, c25, c26, c27, c28, c29, c30, 1
        FROM {rows text, text, text, text, text, text, text, int, int, int, int, int, int,
            int, int, int, int, text, int, int, text, text, text, text, text, text, text, text,
            int}";
    REPLACE = "UPDATE invoice AS t SET number = r.c3, number_key = r.c4,
            credit_note_number = r.c5, subscription_id = r.c6, status = r.c7, currency = r.c8,
            total = r.c9, due = r.c10, paid = r.c11, auto_charges = r.c12, billing_date = r.c13,
            invoice_date = r.c14, due_date = r.c15, past_due_at = r.c16, paid_date = r.c17,
            draft_until = r.c18, owner_id = r.c19, managed_externally = r.c20, updated_at = r.c21,
            doc = r.c22, lines = r.c23, derivations = r.c24, draft = r.c25,
            version = t.version + 1
        FROM {rows text, text, text, text, text, text, text, int, int, int, int, int, int,
            int, int, int, int, text, int, int, text, text, text, text}
        WHERE t.company_id = $1 AND t.id = r.c2";
    CREDIT = "UPDATE invoice AS t SET draft = r.c3, version = t.version + 1
        FROM {rows text, text} WHERE t.company_id = $1 AND t.id = r.c2";
    LINES_OF_DRAFTS = "SELECT id, lines FROM invoice
        WHERE company_id = $1 AND id IN {texts $2} AND status = 'DRAFT'";
    ANNOTATE = "UPDATE invoice SET doc = $3, updated_at = $4, version = version + 1
        WHERE company_id = $1 AND id = $2";
    FOLLOW = "UPDATE invoice SET owner_id = $3, managed_externally = $4
        WHERE company_id = $1 AND customer_id = $2";
}

/// An invoice as it is to be written.
#[derive(Clone, Debug)]
pub struct New {
    pub columns: Columns,
    /// The customer's.
    pub owner_id: Option<String>,
    /// The customer's.
    pub managed_externally: bool,
    pub doc: String,
    pub lines: String,
    pub derivations: String,
    pub draft: Option<String>,
    /// The pricings that its lines bill.
    pub pricings: Vec<String>,
    /// What else it is found by; these are only ever added.
    pub labels: Vec<Label>,
}

pub fn insert_many<R: Borrow<New>>(tx: &mut Tx<'_>, company: &str, all: &[R]) -> Result<(), Error> {
    let row = |new: &New| {
        let c = &new.columns;
        let mut values = replaced(company, new);
        values.extend([
            (&c.customer_id).into(),
            (&c.billed_customer_id).into(),
            (&c.cause_kind).into(),
            (&c.cause_id).into(),
            c.created_at.into(),
        ]);
        values
    };
    tx.run_many(&INSERT, &all.iter().map(|new| row(new.borrow())).collect::<Vec<_>>())?;
    let labels: Vec<(&str, Label)> = all.iter().flat_map(|new| labels(new.borrow())).collect();
    add_labels(tx, company, &labels)
}

/// Writes invoices over what they were: a draft made final, a payment, a void. Whose they are,
/// what they are for and when they were made stays; the version counts up.
pub fn replace_many<R: Borrow<New>>(
    tx: &mut Tx<'_>,
    company: &str,
    all: &[R],
) -> Result<(), Error> {
    if all.is_empty() {
        return Ok(());
    }
    let all: Vec<&New> = all.iter().map(Borrow::borrow).collect();
    // The lines of a draft change, those of a final invoice never do.
    let ids: Vec<String> = all.iter().map(|new| new.columns.id.clone()).collect();
    let key = [company.into(), ids.into()];
    let drafts = tx.rows(&LINES_OF_DRAFTS, &key, |row| Ok((row.text(0)?, row.text(1)?)))?;
    let drafts: BTreeMap<String, String> = drafts.into_iter().collect();
    tx.run_many(&REPLACE, &all.iter().map(|new| replaced(company, new)).collect::<Vec<_>>())?;
    let mut added = Vec::new();
    for new in all {
        match drafts.get(&new.columns.id) {
            Some(lines) => {
                let subject = Subject { company, kind: KIND, id: &new.columns.id };
                let has = labels(new).map(|(_, label)| label).collect();
                label::replace(tx, subject, &labels_of_lines(lines)?, &has)?;
            }
            None => added.extend(new.labels.iter().map(|l| (new.columns.id.as_str(), l.clone()))),
        }
    }
    add_labels(tx, company, &added)
}

/// Notes what other documents give back of these, which nobody is shown.
pub fn credit_many(tx: &mut Tx<'_>, company: &str, all: &[&New]) -> Result<(), Error> {
    let row = |new: &&New| {
        let draft = new.draft.clone();
        vec![company.into(), new.columns.id.clone().into(), draft.into()]
    };
    tx.run_many(&CREDIT, &all.iter().map(row).collect::<Vec<_>>())?;
    Ok(())
}

fn labels(new: &New) -> impl Iterator<Item = (&str, Label)> {
    let pricings = new.pricings.iter().map(|id| Label::new("pricing", id));
    pricings.chain(new.labels.iter().cloned()).map(|label| (new.columns.id.as_str(), label))
}

fn add_labels(tx: &mut Tx<'_>, company: &str, labels: &[(&str, Label)]) -> Result<(), Error> {
    let rows: Vec<_> = labels.iter().map(|(id, label)| (company, *id, label)).collect();
    label::add_many(tx, KIND, &rows)
}

fn labels_of_lines(lines: &str) -> Result<BTreeSet<Label>, Error> {
    #[derive(Deserialize)]
    struct Line {
        product_pricing_id: Option<String>,
    }
    let lines: Vec<Line> = document::parsed(lines)?;
    let pricings = lines.into_iter().filter_map(|line| line.product_pricing_id);
    Ok(pricings.map(|id| Label::new("pricing", &id)).collect())
}

fn replaced(company: &str, new: &New) -> Vec<Value> {
    let c = &new.columns;
    let key = c.number.as_deref().map(fold);
    vec![
        company.into(),
        (&c.id).into(),
        (&c.number).into(),
        key.into(),
        (&c.credit_note_number).into(),
        (&c.subscription_id).into(),
        (&c.status).into(),
        (&c.currency).into(),
        c.total.into(),
        c.due.into(),
        c.paid.into(),
        c.auto_charges.into(),
        c.billing_date.into(),
        c.invoice_date.into(),
        c.due_date.into(),
        c.past_due_at.into(),
        c.paid_date.into(),
        c.draft_until.into(),
        (&new.owner_id).into(),
        new.managed_externally.into(),
        c.updated_at.into(),
        (&new.doc).into(),
        (&new.lines).into(),
        (&new.derivations).into(),
        (&new.draft).into(),
    ]
}

/// Writes the document alone: notes and metadata.
pub fn annotate(
    tx: &mut Tx<'_>,
    company: &str,
    id: &str,
    (doc, at): (&str, records::Moment),
) -> Result<(), Error> {
    tx.run(&ANNOTATE, &[company.into(), id.into(), doc.into(), at.into()]).map(|_| ())
}

/// A customer has changed: what its invoices copied of it to be found by follows.
pub fn follow_customer(
    tx: &mut Tx<'_>,
    company: &str,
    customer: &str,
    owner: &Option<String>,
    managed_externally: bool,
) -> Result<(), Error> {
    let values = [company.into(), customer.into(), owner.into(), managed_externally.into()];
    tx.run(&FOLLOW, &values).map(|_| ())
}
