//! How invoices get into the table and change there.

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};

use records::{CompanyId, CompanyUserId, CustomerId, InvoiceId};
use serde::Deserialize;

use super::{Columns, KIND};
use crate::driver::columns::columns;
use crate::driver::statement::statements;
use crate::label::{self, Label};
use crate::search::{Subject, fold};
use crate::{Result, Tx, document};

columns! {
    /// What is written of an invoice.
    pub(crate) struct Written<'a> of (new: &'a New) {
        columns: &'a Columns = &new.columns,
        number_key: Option<String> = new.columns.number.as_deref().map(fold),
        owner_id: Option<&'a CompanyUserId> = new.owner_id.as_ref(),
        managed_externally: bool = new.managed_externally,
        doc: &'a str = &new.doc,
        lines: &'a str = &new.lines,
        derivations: &'a str = &new.derivations,
        draft: Option<&'a str> = new.draft.as_deref(),
    }
}

statements! {
    INSERT(Written except version) = "INSERT INTO invoice (company_id, {names}, version)
        SELECT $1, {r.values}, 1 FROM {rows}";
    REPLACE(Written except customer_id, billed_customer_id, cause_kind, cause_id, created_at,
        version) = "UPDATE invoice AS t SET {r.sets}, version = t.version + 1 FROM {rows}
        WHERE t.company_id = $1 AND t.id = {r.id}";
    CREDIT(Written: draft) = "UPDATE invoice AS t SET {r.sets}, version = t.version + 1 FROM {rows}
        WHERE t.company_id = $1 AND t.id = {r.id}";
    LINES_OF_DRAFTS: (InvoiceId, String) = "SELECT id, lines FROM invoice
        WHERE company_id = $1 AND id IN {texts $2} AND status = 'DRAFT'";
    ANNOTATE = "UPDATE invoice SET doc = $3, updated_at = $4, version = version + 1
        WHERE company_id = $1 AND id = $2";
    OF_CUSTOMER: InvoiceId = "SELECT id FROM invoice
        WHERE company_id = $1 AND customer_id = $2 AND id > $3 ORDER BY id LIMIT $4";
    FOLLOW = "UPDATE invoice SET owner_id = $2, managed_externally = $3
        WHERE company_id = $1 AND id IN {texts $4}";
}

/// An invoice as it is to be written.
#[derive(Clone, Debug)]
pub struct New {
    pub columns: Columns,
    /// The customer's.
    pub owner_id: Option<CompanyUserId>,
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

pub fn insert_many<R: Borrow<New>>(tx: &mut Tx<'_>, company: &CompanyId, all: &[R]) -> Result<()> {
    tx.put_many(&INSERT, company, all.iter().map(|new| Written::of(new.borrow())))?;
    let labels: Vec<(&str, Label)> = all.iter().flat_map(|new| labels(new.borrow())).collect();
    add_labels(tx, company, &labels)
}

/// Writes invoices over what they were: a draft made final, a payment, a void. Whose they are,
/// what they are for and when they were made stays; the version counts up.
pub fn replace_many<R: Borrow<New>>(tx: &mut Tx<'_>, company: &CompanyId, all: &[R]) -> Result<()> {
    if all.is_empty() {
        return Ok(());
    }
    let all: Vec<&New> = all.iter().map(Borrow::borrow).collect();
    // The lines of a draft change, those of a final invoice never do.
    let ids: Vec<InvoiceId> = all.iter().map(|new| new.columns.id.clone()).collect();
    let drafts = tx.rows(&LINES_OF_DRAFTS, &[company.into(), ids.into()])?;
    let drafts: BTreeMap<InvoiceId, String> = drafts.into_iter().collect();
    tx.put_many(&REPLACE, company, all.iter().map(|new| Written::of(new)))?;
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
pub fn credit_many(tx: &mut Tx<'_>, company: &CompanyId, all: &[&New]) -> Result<()> {
    tx.put_many(&CREDIT, company, all.iter().map(|new| Written::of(new)))
}

fn labels(new: &New) -> impl Iterator<Item = (&str, Label)> {
    let pricings = new.pricings.iter().map(|id| Label::new("pricing", id));
    pricings.chain(new.labels.iter().cloned()).map(|label| (new.columns.id.as_str(), label))
}

fn add_labels(tx: &mut Tx<'_>, company: &CompanyId, labels: &[(&str, Label)]) -> Result<()> {
    let rows: Vec<_> = labels.iter().map(|(id, label)| (company, *id, label)).collect();
    label::add_many(tx, KIND, &rows)
}

fn labels_of_lines(lines: &str) -> Result<BTreeSet<Label>> {
    #[derive(Deserialize)]
    struct Line {
        product_pricing_id: Option<String>,
    }
    let lines: Vec<Line> = document::parsed(lines)?;
    let pricings = lines.into_iter().filter_map(|line| line.product_pricing_id);
    Ok(pricings.map(|id| Label::new("pricing", &id)).collect())
}

/// Writes the document alone: notes and metadata.
pub fn annotate(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    id: &InvoiceId,
    (doc, at): (&str, records::Moment),
) -> Result<()> {
    tx.run(&ANNOTATE, &[company.into(), id.into(), doc.into(), at.into()]).map(|_| ())
}

/// A customer has changed: what its invoices copied of it to be found by follows, so many behind
/// one of them; the last, where there may be more.
pub fn follow_customer(
    tx: &mut Tx<'_>,
    (company, customer): (&CompanyId, &CustomerId),
    (owner, managed_externally): (&Option<CompanyUserId>, bool),
    (after, most): (&str, i64),
) -> Result<Option<String>> {
    let of = [company.into(), customer.into(), after.into(), most.into()];
    let ids: Vec<InvoiceId> = tx.rows(&OF_CUSTOMER, &of)?;
    let more = i64::try_from(ids.len()).is_ok_and(|count| count == most);
    let last = ids.last().filter(|_| more).map(ToString::to_string);
    let values = [company.into(), owner.as_deref().into(), managed_externally.into(), ids.into()];
    tx.run(&FOLLOW, &values)?;
    Ok(last)
}
