//! How customers get into the table and change there, with everything by which they are found.

use std::borrow::Borrow;
use std::collections::BTreeSet;

use records::customer::IntegrationReference;
use records::{CompanyId, CompanyUserId, Customer, CustomerId, Moment};

use super::{EntitlementsRow, KIND, Revenue};
use crate::driver::columns::columns;
use crate::driver::statement::statements;
use crate::label::{self, Label};
use crate::mark;
use crate::search::{self, Subject};
use crate::{Result, Tx, document};

columns! {
    pub(crate) struct Written<'a> of (customer: &'a Customer, doc: &'a str, version: i64) {
        id: &'a CustomerId = &customer.id,
        identifier: &'a str = &customer.identifier,
        status: &'a str = customer.status.as_str(),
        owner_id: Option<&'a CompanyUserId> = customer.owner_id.as_ref(),
        parent_customer_id: Option<&'a CustomerId> = customer.parent_customer_id.as_ref(),
        exclude_from_metrics: bool = customer.exclude_from_metrics,
        managed_externally: bool = customer.managed_externally,
        created_at: Moment = customer.created_at,
        updated_at: Moment = customer.updated_at,
        doc: &'a str = doc,
        entitlements_version: i64 = version,
    }
}

statements! {
    INSERT(Written) = "INSERT INTO customer (company_id, {names}, version)
        VALUES ($1, {values}, 1)";
    UPDATE(Written except created_at, entitlements_version) = "UPDATE customer
        SET {sets}, version = version + 1 WHERE company_id = $1 AND id = $2";
    SET_REVENUE(Revenue) = "UPDATE customer AS t SET mrr = {r.mrr}, arr = {r.arr},
            revenue_currency = {r.revenue_currency}, revenue_doc = {r.revenue_doc},
            live_subscriptions = {r.live_subscriptions},
            updated_at = coalesce({r.updated_at}, t.updated_at)
        FROM {rows} WHERE t.company_id = $1 AND t.id = {r.id}";
    SET_ENTITLEMENTS(EntitlementsRow) = "UPDATE customer AS t
        SET entitlements_doc = {r.entitlements_doc}, overrides_doc = {r.overrides_doc},
            entitlements_version = {r.entitlements_version},
            updated_at = coalesce({r.updated_at}, t.updated_at)
        FROM {rows} WHERE t.company_id = $1 AND t.id = {r.id}";
}

/// Makes a customer; it may use nothing yet, by whatever version of the company's catalog.
pub fn insert(tx: &mut Tx<'_>, customer: &Customer, entitlements_version: i64) -> Result<()> {
    let doc = document::stored(customer, Customer::IN_COLUMNS)?;
    let written = Written::of(customer, &doc, entitlements_version);
    tx.put(&INSERT, &customer.company_id, &written)?;
    index(tx, None, customer)
}

/// Writes a customer over what it was before.
pub fn update(tx: &mut Tx<'_>, before: &Customer, customer: &Customer) -> Result<()> {
    let doc = document::stored(customer, Customer::IN_COLUMNS)?;
    tx.put(&UPDATE, &customer.company_id, &Written::of(customer, &doc, 0))?;
    index(tx, Some(before), customer)
}

/// Writes what customers are worth; neither their documents nor their versions change.
pub fn set_revenue<R: Borrow<Revenue>>(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    all: &[R],
) -> Result<()> {
    let mut sorted: Vec<&Revenue> = all.iter().map(Borrow::borrow).collect();
    sorted.sort_by(|a, b| a.customer_id.cmp(&b.customer_id));
    tx.put_many(&SET_REVENUE, company, sorted)
}

/// Writes what customers may use; neither their documents nor their versions change.
pub fn set_entitlements(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    mut all: Vec<EntitlementsRow>,
) -> Result<()> {
    all.sort_by(|a, b| a.customer_id.cmp(&b.customer_id));
    tx.put_many(&SET_ENTITLEMENTS, company, all)
}

/// Labels, search text and references follow the record.
fn index(tx: &mut Tx<'_>, before: Option<&Customer>, now: &Customer) -> Result<()> {
    let subject = Subject { company: &now.company_id, kind: KIND, id: &now.id };
    let had = before.map(labels).unwrap_or_default();
    label::replace(tx, subject, &had, &labels(now))?;
    if before.is_none_or(|before| names(before) != names(now)) {
        search::put(tx, subject, &names(now))?;
    }
    let had = before.map(references).unwrap_or_default();
    mark::replace(tx, subject, "integration_reference", &had, &references(now))
}

/// What exact filters look at.
pub fn labels(customer: &Customer) -> BTreeSet<Label> {
    let texts = [
        ("email", &customer.email),
        ("name", &customer.name),
        ("org_name", &customer.org_name),
        ("phone", &customer.phone),
        ("title", &customer.title),
    ];
    let texts = texts.iter().filter_map(|(key, text)| Some(Label::new(key, text.as_deref()?)));
    let tags = customer.tags.iter().map(|tag| Label::new("tag", tag));
    texts.chain(tags).chain(label::all_of_metadata(&customer.metadata)).collect()
}

/// What a search looks at.
pub fn names(customer: &Customer) -> Vec<&str> {
    let mut names = vec![customer.id.as_str(), customer.identifier.as_str()];
    let more = [&customer.name, &customer.org_name, &customer.email];
    names.extend(more.into_iter().flatten().map(String::as_str));
    names.extend(customer.billing_emails.iter().map(String::as_str));
    names
}

/// The keys by which other systems know a customer; those without all three parts are free.
fn references(customer: &Customer) -> BTreeSet<Label> {
    let key = |reference: &IntegrationReference| {
        let parts = [&reference.integration_id, &reference.remote_type, &reference.remote_id];
        let [Some(integration), Some(kind), Some(id)] = parts else {
            return None;
        };
        Some(Label::new(&format!("{integration}\u{1}{kind}"), id))
    };
    customer.integration_references.iter().filter_map(key).collect()
}
