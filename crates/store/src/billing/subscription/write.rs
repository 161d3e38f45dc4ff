//! How subscriptions get into the table and change there.

use std::collections::BTreeSet;

use records::{CompanyId, CompanyUserId, CustomerId, SubscriptionId};

use super::progress::{self, Progress};
use super::{Columns, KIND, Parked};
use crate::driver::columns::columns;
use crate::driver::statement::statements;
use crate::label::{self, Label};
use crate::search::{self, Subject};
use crate::{Result, Tx};

columns! {
    /// What a subscription copies of its customer to be found by.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct Copied {
        pub owner_id: Option<CompanyUserId>,
        pub parent_customer_id: Option<CustomerId>,
        pub exclude_from_metrics: bool,
        pub managed_externally: bool,
    }

    pub(crate) struct Written<'a> of (new: &'a New) {
        columns: &'a Columns = &new.columns,
        copied: &'a Copied = &new.copied,
        doc: &'a str = &new.doc,
        terms: &'a str = &new.terms,
        discounts: &'a str = &new.discounts,
        life: Option<&'a str> = new.life.as_deref(),
    }

    pub(crate) struct Patched<'a> {
        pub columns: &'a Columns,
        doc: &'a str,
    }

    pub(crate) struct Following<'a> {
        id: &'a SubscriptionId,
        pub copied: &'a Copied,
    }

    pub(crate) struct Parking<'a> {
        id: &'a SubscriptionId,
        pub why: &'a Parked,
    }

    pub(crate) struct Anew<'a> of (rewritten: &'a Rewritten<'a>) {
        id: &'a SubscriptionId = rewritten.id,
        terms: Option<&'a str> = rewritten.terms,
        discounts: Option<&'a str> = rewritten.discounts,
        doc: Option<&'a str> = rewritten.doc,
        has_life: bool = rewritten.life.is_some(),
        life: Option<&'a str> = rewritten.life.flatten(),
    }
}

statements! {
    INSERT(Written) = "INSERT INTO subscription (company_id, {names})
        SELECT $1, {r.values} FROM {rows}";
    MOVED(Columns: status, mrr, arr, end_date, effective_end_date, parked_id, parked_at,
        parked_reason, auto_charges, auto_renews, trial, payment_method_id, bundle_pricing_id,
        waits) =
        "UPDATE subscription AS t SET {r.sets} FROM {rows}
        WHERE t.company_id = $1 AND t.id = {r.id}";
    AMEND(Patched: doc, identifier, auto_charges, group_id, payment_method_id) =
        "UPDATE subscription SET {sets} WHERE company_id = $1 AND id = $2";
    FOLLOW(Following) = "UPDATE subscription AS t SET {r.sets} FROM {rows}
        WHERE t.company_id = $1 AND t.id = {r.id}";
    NAMES: (SubscriptionId, Option<String>) = "SELECT id, identifier FROM subscription
        WHERE company_id = $1 AND customer_id = $2 AND id > $3 ORDER BY id LIMIT $4";
    REWRITE(Anew) = "UPDATE subscription AS t SET terms = coalesce({r.terms}, t.terms),
            discounts = coalesce({r.discounts}, t.discounts), doc = coalesce({r.doc}, t.doc),
            life = CASE WHEN {r.has_life} = 1 THEN {r.life} ELSE t.life END
        FROM {rows} WHERE t.company_id = $1 AND t.id = {r.id}";
    PARK(Parking) = "UPDATE subscription SET {sets} WHERE company_id = $1 AND id = $2";
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

pub fn insert(tx: &mut Tx<'_>, company: &CompanyId, new: &New) -> Result<()> {
    insert_many(tx, company, std::slice::from_ref(new))
}

pub fn insert_many(tx: &mut Tx<'_>, company: &CompanyId, all: &[New]) -> Result<()> {
    tx.put_many(&INSERT, company, all.iter().map(Written::of))?;
    let begun = all.iter().map(|New { columns, progress, .. }| Progress { columns, progress });
    tx.put_many(&progress::INSERT, company, begun)?;
    let labels: Vec<(&CompanyId, &str, &Label)> = all
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
    company: &CompanyId,
    (id, identifier): (&str, Option<&str>),
    names: &[&str],
) -> Result<()> {
    let names = by_which((id, identifier), names);
    search::put(tx, Subject { company, kind: KIND, id }, &names)
}

fn by_which<'a>((id, identifier): (&'a str, Option<&'a str>), names: &[&'a str]) -> Vec<&'a str> {
    let both = std::iter::once(id).chain(identifier);
    both.chain(names.iter().copied()).collect()
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
            && (a.auto_charges, a.auto_renews, a.trial, a.waits)
                == (b.auto_charges, b.auto_renews, b.trial, b.waits)
            && (&a.payment_method_id, &a.bundle_pricing_id, &a.parked)
                == (&b.payment_method_id, &b.bundle_pricing_id, &b.parked)
    }
}

/// Writes what the cycle can change; the version counts up, whatever `after` says of it.
pub fn move_on(tx: &mut Tx<'_>, company: &CompanyId, moved: &[Moved<'_>]) -> Result<()> {
    let further =
        moved.iter().map(|Moved { after: columns, progress, .. }| Progress { columns, progress });
    tx.put_many(&progress::MOVE_ON, company, further)?;
    let whole = moved.iter().filter(|moved| !moved.is_plain());
    tx.put_many(&MOVED, company, whole.map(|moved| moved.after))
}

/// What else than dates and states has changed of a subscription; the rest stays.
#[derive(Clone, Copy, Debug)]
pub struct Rewritten<'a> {
    pub id: &'a SubscriptionId,
    pub terms: Option<&'a str>,
    pub discounts: Option<&'a str>,
    pub doc: Option<&'a str>,
    /// Inner absence: it has none any more.
    pub life: Option<Option<&'a str>>,
    /// The labels that it had and those that it has.
    pub labels: Option<(&'a BTreeSet<Label>, &'a BTreeSet<Label>)>,
}

impl<'a> Rewritten<'a> {
    pub fn nothing_of(id: &'a SubscriptionId) -> Rewritten<'a> {
        Rewritten { id, terms: None, discounts: None, doc: None, life: None, labels: None }
    }
}

/// Writes anew what is given of these.
pub fn rewrite(tx: &mut Tx<'_>, company: &CompanyId, all: &[Rewritten<'_>]) -> Result<()> {
    tx.put_many(&REWRITE, company, all.iter().map(Anew::of))?;
    for known in all {
        let Some((had, has)) = known.labels else { continue };
        label::replace(tx, Subject { company, kind: KIND, id: known.id }, had, has)?;
    }
    Ok(())
}

/// Sets a subscription aside, whatever its other columns say.
pub fn park(tx: &mut Tx<'_>, company: &CompanyId, id: &SubscriptionId, why: &Parked) -> Result<()> {
    tx.put(&PARK, company, &Parking { id, why })?;
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

pub fn amend(tx: &mut Tx<'_>, company: &CompanyId, amended: Amended<'_>) -> Result<()> {
    let c = amended.columns;
    tx.put(&AMEND, company, &Patched { columns: c, doc: amended.doc })?;
    progress::touch(tx, company, &c.id, c.updated_at.into())?;
    let (had, has) = amended.labels;
    label::replace(tx, Subject { company, kind: KIND, id: &c.id }, had, has)?;
    put_names(tx, company, (&c.id, c.identifier.as_deref()), amended.names)
}

/// A customer has changed: what its subscriptions copied of it, and how they are found, follows, so
/// many behind one of them; the last, where there may be more.
pub fn follow_customer(
    tx: &mut Tx<'_>,
    (company, customer): (&CompanyId, &CustomerId),
    (copied, names): (&Copied, &[&str]),
    (after, most): (&str, i64),
) -> Result<Option<String>> {
    let of = [company.into(), customer.into(), after.into(), most.into()];
    let all: Vec<(SubscriptionId, Option<String>)> = tx.rows(&NAMES, &of)?;
    tx.put_many(&FOLLOW, company, all.iter().map(|(id, _)| Following { id, copied }))?;
    let mut texts: Vec<(&str, Vec<&str>)> = Vec::with_capacity(all.len());
    for (id, identifier) in &all {
        texts.push((id, by_which((id, identifier.as_deref()), names)));
    }
    search::put_all(tx, (company, KIND), &texts)?;
    let more = i64::try_from(all.len()).is_ok_and(|count| count == most);
    Ok(all.last().filter(|_| more).map(|(id, _)| id.to_string()))
}
