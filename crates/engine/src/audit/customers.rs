//! Customers agree with their facts, their indexes and each other.

use records::{CompanyId, Customer, CustomerId};
use store::Tx;
use store::search::Subject;

use crate::Failure;

const BATCH: i64 = 500;

pub(super) fn have_facts(tx: &mut Tx<'_>, company: &CompanyId) -> Result<Vec<String>, Failure> {
    each(tx, company, |tx, customer| {
        let made = store::fact::of_object(tx, company, &customer.id, "customer.created")?;
        let mut edits = 0;
        for event in ["customer.updated", "customer.archived", "customer.entitlements_changed"] {
            edits += store::fact::of_object(tx, company, &customer.id, event)?;
        }
        // Its revenue follows its subscriptions, whose own facts tell of it.
        let edited = customer.updated_at != customer.created_at
            && !store::subscription::any_of(tx, company, &customer.id)?;
        Ok(match (made, edited && edits == 0) {
            (1, false) => None,
            (1, true) => Some("was changed without a fact".to_owned()),
            (made, _) => Some(format!("has {made} facts of its making")),
        })
    })
}

pub(super) fn are_found(tx: &mut Tx<'_>, company: &CompanyId) -> Result<Vec<String>, Failure> {
    each(tx, company, |tx, customer| {
        let subject = Subject { company, kind: store::customer::KIND, id: &customer.id };
        let stored = store::search::text_of(tx, subject)?;
        if stored != Some(store::search::text(&store::customer::names(customer))) {
            return Ok(Some("has another search text than its names".to_owned()));
        }
        for label in store::customer::labels(customer) {
            if !store::label::has(tx, subject, &label)? {
                return Ok(Some("lacks a label of its own".to_owned()));
            }
        }
        Ok(None)
    })
}

pub(super) fn columns_agree(tx: &mut Tx<'_>, company: &CompanyId) -> Result<Vec<String>, Failure> {
    each(tx, company, |tx, customer| {
        let agree = store::customer::columns_agree(tx, customer)?;
        Ok((!agree).then(|| "has other columns than its document says".to_owned()))
    })
}

pub(super) fn form_trees(tx: &mut Tx<'_>, company: &CompanyId) -> Result<Vec<String>, Failure> {
    each(tx, company, |tx, customer| {
        let mut next = store::customer::parent_of(tx, company, &customer.id)?.flatten();
        for _ in 0..=10 {
            let Some(parent) = next else { return Ok(None) };
            match store::customer::parent_of(tx, company, &parent)? {
                None => return Ok(Some(format!("has {parent} above it, which is not there"))),
                Some(above) => next = above,
            }
        }
        Ok(next.map(|_| "has more than ten levels above it, or is above itself".to_owned()))
    })
}

/// Runs a check over all customers in batches and names those it complains of.
fn each(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    check: impl Fn(&mut Tx<'_>, &Customer) -> Result<Option<String>, Failure>,
) -> Result<Vec<String>, Failure> {
    let (mut findings, mut last) = (Vec::new(), CustomerId::default());
    loop {
        let rows = store::customer::after(tx, company, &last, BATCH)?;
        for row in &rows {
            let customer = row.record("USD")?;
            if let Some(complaint) = check(tx, &customer)? {
                findings.push(format!("customer {} {complaint}", customer.id));
            }
            last = customer.id;
        }
        if rows.is_empty() {
            return Ok(findings);
        }
    }
}
