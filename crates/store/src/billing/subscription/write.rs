//! How subscriptions get into the table and change there.

use std::collections::BTreeSet;

use super::{Columns, KIND, Parked, progress};
use crate::driver::statement::statements;
use crate::label::{self, Label};
use crate::search::{self, Subject};
use crate::{Error, Tx, Value};

statements! {
    INSERT = "INSERT INTO subscription
            (company_id, id, customer_id, billed_customer_id, identifier, status, currency, mrr,
             arr, start_date, end_date, effective_end_date, auto_charges, auto_renews,
             trial, parent_billed, bundle_pricing_id, group_id, payment_method_id,
             sales_user_id, parked_id, parked_at, parked_reason, created_at, owner_id,
             parent_customer_id, exclude_from_metrics, managed_externally, doc, terms, discounts,
             life)
        SELECT $1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18,
            c19, c20, c21, c22, c23, c24, c25, c26, c27, c28, c29, c30, c31, c32
        FROM {rows text, text, text, text, text, text, int, int, int, int, int, int, int,
            int, int, text, text, text, text, text, int, text, int, text, text, int, int,
            text, text, text, text}";
    MOVED = "UPDATE subscription AS t SET status = r.c3, mrr = r.c4, arr = r.c5, end_date = r.c6,
            effective_end_date = r.c7, parked_id = r.c8, parked_at = r.c9, parked_reason = r.c10,
            auto_charges = r.c11, auto_renews = r.c12, trial = r.c13, payment_method_id = r.c14,
            bundle_pricing_id = r.c15
        FROM {rows text, text, int, int, int, int, text, int, text, int, int, int, text,
            text}
        WHERE t.company_id = $1 AND t.id = r.c2";
    AMEND = "UPDATE subscription SET doc = $3, identifier = $4, auto_charges = $5,
            group_id = $6, payment_method_id = $7
        WHERE company_id = $1 AND id = $2";
    FOLLOW = "UPDATE subscription SET owner_id = $3, parent_customer_id = $4,
            exclude_from_metrics = $5, managed_externally = $6
        WHERE company_id = $1 AND customer_id = $2";
    NAMES = "SELECT id, identifier FROM subscription WHERE company_id = $1 AND customer_id = $2";
    REWRITE = "UPDATE subscription AS t SET terms = coalesce(r.c3, t.terms),
            discounts = coalesce(r.c4, t.discounts), doc = coalesce(r.c5, t.doc),
            life = CASE WHEN r.c6 = 1 THEN r.c7 ELSE t.life END
        FROM {rows text, text, text, text, int, text} WHERE t.company_id = $1 AND t.id = r.c2";
    PARK = "UPDATE subscription SET parked_id = $3, parked_at = $4, parked_reason = $5
        WHERE company_id = $1 AND id = $2";
}

/// What a subscription copies of its customer to be found by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    pub owner_id: Option<String>,
    pub parent_customer_id: Option<String>,
    pub exclude_from_metrics: bool,
    pub managed_externally: bool,
}

/// A subscription on its way into the table.
#[derive(Clone, Debug)]
pub struct New {
    pub columns: Columns,
    pub copied: Copied,
    pub doc: String,
    pub terms: String,
    pub progress: String,
    /// As they are answered.
    pub discounts: String,
    pub life: Option<String>,
    /// Its products, pricings, tags and metadata.
    pub labels: BTreeSet<Label>,
    /// The names of its customer; id and identifier are found anyway.
    pub names: Vec<String>,
}

pub fn insert(tx: &mut Tx<'_>, company: &str, new: &New) -> Result<(), Error> {
    insert_many(tx, company, std::slice::from_ref(new))
}

pub fn insert_many(tx: &mut Tx<'_>, company: &str, all: &[New]) -> Result<(), Error> {
    let rows: Vec<Vec<Value>> = all.iter().map(|new| inserted(company, new)).collect();
    tx.run_many(&INSERT, &rows)?;
    let begun = |new: &New| progress::row(company, &new.columns, &new.progress);
    progress::insert(tx, &all.iter().map(begun).collect::<Vec<_>>())?;
    let labels: Vec<(&str, &str, &Label)> = all
        .iter()
        .flat_map(|new| new.labels.iter().map(|label| (company, new.columns.id.as_str(), label)))
        .collect();
    label::add_many(tx, KIND, &labels)?;
    for new in all {
        let names: Vec<&str> = new.names.iter().map(String::as_str).collect();
        put_names(tx, company, (&new.columns.id, new.columns.identifier.as_deref()), &names)?;
    }
    Ok(())
}

/// A search finds a subscription by its id, its identifier and the names of its customer.
fn put_names(
    tx: &mut Tx<'_>,
    company: &str,
    (id, identifier): (&str, Option<&str>),
    names: &[&str],
) -> Result<(), Error> {
    let both = std::iter::once(id).chain(identifier);
    let all: Vec<&str> = both.chain(names.iter().copied()).collect();
    search::put(tx, Subject { company, kind: KIND, id }, &all)
}

fn inserted(company: &str, new: &New) -> Vec<Value> {
    let New { columns: c, copied, doc, terms, discounts, life, .. } = new;
    let mut values = vec![
        company.into(),
        (&c.id).into(),
        (&c.customer_id).into(),
        (&c.billed_customer_id).into(),
        (&c.identifier).into(),
        (&c.status).into(),
        (&c.currency).into(),
        c.mrr.into(),
        c.arr.into(),
        c.start_date.into(),
        c.end_date.into(),
        c.effective_end_date.into(),
        c.auto_charges.into(),
        c.auto_renews.into(),
        c.trial.into(),
        c.parent_billed.into(),
        (&c.bundle_pricing_id).into(),
        (&c.group_id).into(),
        (&c.payment_method_id).into(),
        (&c.sales_user_id).into(),
    ];
    values.extend(parked(c.parked.as_ref()));
    values.extend([
        c.created_at.into(),
        (&copied.owner_id).into(),
        (&copied.parent_customer_id).into(),
        copied.exclude_from_metrics.into(),
        copied.managed_externally.into(),
        doc.into(),
        terms.into(),
        discounts.into(),
        life.into(),
    ]);
    values
}

fn parked(parked: Option<&Parked>) -> [Value; 3] {
    [
        parked.map(|parked| &parked.id).into(),
        parked.map(|parked| parked.at).into(),
        parked.map(|parked| &parked.reason).into(),
    ]
}

/// A subscription that the cycle has moved on.
#[derive(Clone, Copy, Debug)]
pub struct Moved<'a> {
    pub before: &'a Columns,
    pub after: &'a Columns,
    pub progress: &'a str,
}

impl Moved<'_> {
    /// Whether it was only billed and perhaps renewed, as nearly all are.
    fn is_plain(&self) -> bool {
        let (a, b) = (self.before, self.after);
        (&a.status, a.mrr, a.arr, a.end_date, a.effective_end_date)
            == (&b.status, b.mrr, b.arr, b.end_date, b.effective_end_date)
            && (a.auto_charges, a.auto_renews, a.trial) == (b.auto_charges, b.auto_renews, b.trial)
            && (&a.payment_method_id, &a.bundle_pricing_id, &a.parked)
                == (&b.payment_method_id, &b.bundle_pricing_id, &b.parked)
    }

    fn whole(&self, company: &str) -> Vec<Value> {
        let c = self.after;
        let mut values = vec![
            company.into(),
            (&c.id).into(),
            (&c.status).into(),
            c.mrr.into(),
            c.arr.into(),
            c.end_date.into(),
            c.effective_end_date.into(),
        ];
        values.extend(parked(c.parked.as_ref()));
        values.extend([
            c.auto_charges.into(),
            c.auto_renews.into(),
            c.trial.into(),
            (&c.payment_method_id).into(),
            (&c.bundle_pricing_id).into(),
        ]);
        values
    }
}

/// Writes what the cycle can change; the version counts up, whatever `after` says of it.
pub fn move_on(tx: &mut Tx<'_>, company: &str, moved: &[Moved<'_>]) -> Result<(), Error> {
    let further: Vec<_> =
        moved.iter().map(|moved| progress::row(company, moved.after, moved.progress)).collect();
    progress::move_on(tx, &further)?;
    let whole = moved.iter().filter(|moved| !moved.is_plain());
    let whole: Vec<_> = whole.map(|moved| moved.whole(company)).collect();
    tx.run_many(&MOVED, &whole).map(|_| ())
}

/// What else than dates and states has changed of a subscription; the rest stays.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rewritten<'a> {
    pub id: &'a str,
    pub terms: Option<&'a str>,
    pub discounts: Option<&'a str>,
    pub doc: Option<&'a str>,
    /// Inner absence: it has none any more.
    pub life: Option<Option<&'a str>>,
    /// The labels that it had and those that it has.
    pub labels: Option<(&'a BTreeSet<Label>, &'a BTreeSet<Label>)>,
}

/// Writes anew what is given of these.
pub fn rewrite(tx: &mut Tx<'_>, company: &str, all: &[Rewritten<'_>]) -> Result<(), Error> {
    let row = |rewritten: &Rewritten<'_>| -> Vec<Value> {
        vec![
            company.into(),
            rewritten.id.into(),
            rewritten.terms.into(),
            rewritten.discounts.into(),
            rewritten.doc.into(),
            rewritten.life.is_some().into(),
            rewritten.life.flatten().into(),
        ]
    };
    tx.run_many(&REWRITE, &all.iter().map(row).collect::<Vec<_>>())?;
    for known in all {
        let Some((had, has)) = known.labels else { continue };
        label::replace(tx, Subject { company, kind: KIND, id: known.id }, had, has)?;
    }
    Ok(())
}

/// Sets a subscription aside, whatever its other columns say.
pub fn park(tx: &mut Tx<'_>, company: &str, id: &str, why: &Parked) -> Result<(), Error> {
    let key = [company.into(), id.into(), (&why.id).into(), why.at.into(), (&why.reason).into()];
    tx.run(&PARK, &key)?;
    progress::touch(tx, company, id, why.at.into())
}

/// A subscription that somebody has changed.
#[derive(Clone, Copy, Debug)]
pub struct Amended<'a> {
    /// What a PATCH may change is written; all other columns are billing's.
    pub columns: &'a Columns,
    pub doc: &'a str,
    /// The labels that it had and those that it has.
    pub labels: (&'a BTreeSet<Label>, &'a BTreeSet<Label>),
    /// The names of its customer.
    pub names: &'a [&'a str],
}

pub fn amend(tx: &mut Tx<'_>, company: &str, amended: Amended<'_>) -> Result<(), Error> {
    let c = amended.columns;
    let values = [
        company.into(),
        (&c.id).into(),
        amended.doc.into(),
        (&c.identifier).into(),
        c.auto_charges.into(),
        (&c.group_id).into(),
        (&c.payment_method_id).into(),
    ];
    tx.run(&AMEND, &values)?;
    progress::touch(tx, company, &c.id, c.updated_at.into())?;
    let (had, has) = amended.labels;
    label::replace(tx, Subject { company, kind: KIND, id: &c.id }, had, has)?;
    put_names(tx, company, (&c.id, c.identifier.as_deref()), amended.names)
}

/// A customer has changed: what its subscriptions copied of it, and how they are found, follows.
pub fn follow_customer(
    tx: &mut Tx<'_>,
    company: &str,
    customer: &str,
    copied: &Copied,
    names: &[&str],
) -> Result<(), Error> {
    let values = [
        company.into(),
        customer.into(),
        (&copied.owner_id).into(),
        (&copied.parent_customer_id).into(),
        copied.exclude_from_metrics.into(),
        copied.managed_externally.into(),
    ];
    if tx.run(&FOLLOW, &values)? == 0 {
        return Ok(());
    }
    let key = [company.into(), customer.into()];
    let all = tx.rows(&NAMES, &key, |row| Ok((row.text(0)?, row.maybe_text(1)?)))?;
    for (id, identifier) in all {
        put_names(tx, company, (&id, identifier.as_deref()), names)?;
    }
    Ok(())
}
