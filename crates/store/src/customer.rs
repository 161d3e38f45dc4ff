//! Customers: the row, its document, and everything by which it is found.

use std::borrow::Borrow;
use std::collections::BTreeSet;
use std::fmt::Write as _;

use records::customer::IntegrationReference;
use records::{Customer, Moment};

use crate::driver::statement::statements;
use crate::find::{BY_TIME, Filter, Find, Match};
use crate::label::{self, Label};
use crate::mark;
use crate::search::{self, Subject};
use crate::{Error, Row, Tx, document};

pub const KIND: &str = "customer";

const COLUMNS: &str = "t.doc, t.updated_at, t.mrr, t.arr, t.revenue_currency, t.revenue_doc, \
     t.version, t.entitlements_doc, t.live_subscriptions";

statements! {
    INSERT = "INSERT INTO customer
            (company_id, id, identifier, status, owner_id, parent_customer_id,
             exclude_from_metrics, managed_externally, created_at, updated_at, doc, version)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1)";
    UPDATE = "UPDATE customer SET identifier = $3, status = $4, owner_id = $5,
            parent_customer_id = $6, exclude_from_metrics = $7, managed_externally = $8,
            updated_at = $9, doc = $10, version = version + 1
        WHERE company_id = $1 AND id = $2";
    BY_ID = "SELECT t.doc, t.updated_at, t.mrr, t.arr, t.revenue_currency, t.revenue_doc,
            t.version, t.entitlements_doc, t.live_subscriptions
        FROM customer t WHERE t.company_id = $1 AND t.id = $2";
    BY_IDENTIFIER = "SELECT t.doc, t.updated_at, t.mrr, t.arr, t.revenue_currency,
            t.revenue_doc, t.version, t.entitlements_doc, t.live_subscriptions
        FROM customer t WHERE t.company_id = $1 AND t.identifier = $2";
    BY_IDS = "SELECT t.doc, t.updated_at, t.mrr, t.arr, t.revenue_currency, t.revenue_doc,
            t.version, t.entitlements_doc, t.live_subscriptions, t.id
        FROM customer t WHERE t.company_id = $1 AND t.id IN {texts $2}";
    SET_REVENUE = "UPDATE customer AS t SET mrr = r.c3, arr = r.c4, revenue_currency = r.c5,
            revenue_doc = r.c6, live_subscriptions = r.c7,
            updated_at = coalesce(r.c8, t.updated_at)
        FROM {rows text, int, int, text, text, int, int}
        WHERE t.company_id = $1 AND t.id = r.c2";
    LOCK = "SELECT id FROM customer WHERE company_id = $1 AND id = $2 FOR UPDATE";
    COLUMNS_OF = "SELECT identifier, status, owner_id, parent_customer_id, exclude_from_metrics,
            managed_externally FROM customer
        WHERE company_id = $1 AND id = $2";
    DOCUMENTS = "SELECT id, doc FROM customer WHERE company_id = $1 AND id IN {texts $2}";
    PARENT_OF = "SELECT parent_customer_id FROM customer WHERE company_id = $1 AND id = $2";
    CHILDREN = "SELECT id FROM customer
        WHERE company_id = $1 AND parent_customer_id IN {texts $2} AND
            parent_customer_id IS NOT NULL";
    AFTER = "SELECT t.doc, t.updated_at, t.mrr, t.arr, t.revenue_currency, t.revenue_doc,
            t.version, t.entitlements_doc, t.live_subscriptions
        FROM customer t WHERE t.company_id = $1 AND t.id > $2 ORDER BY t.id LIMIT $3";
}

/// How customers are searched.
pub const FIND: Find = Find {
    kind: KIND,
    table: "customer",
    beside: None,
    columns: COLUMNS,
    filters: &[
        Filter::new("arr", Match::Number("arr")),
        Filter::new("email", Match::Label("email")),
        Filter::new("exclude_from_metrics", Match::Flag("exclude_from_metrics = 1")),
        Filter::new("has_parent", Match::Flag("parent_customer_id IS NOT NULL")),
        Filter::new("identifier", Match::Text("identifier")),
        Filter::new("managed_externally", Match::Flag("managed_externally = 1")),
        Filter::new("metadata", Match::Metadata),
        Filter::new("mrr", Match::Number("mrr")),
        Filter::new("name", Match::Label("name")),
        Filter::new("org_name", Match::Label("org_name")),
        Filter::new("owner_id", Match::Text("owner_id")),
        Filter::new("owner_ids", Match::TextSet("owner_id")),
        Filter::new("parent_customer_id", Match::Text("parent_customer_id")),
        Filter::new("phone", Match::Label("phone")),
        Filter::new("search", Match::Search),
        Filter::new("status", Match::Word("status")),
        Filter::new("statuses", Match::WordSet("status")),
        Filter::new("tags", Match::LabelSet("tag")),
        Filter::new("title", Match::Label("title")),
    ],
    only: None,
    sorts: BY_TIME,
};

/// A customer as it lies in the table.
#[derive(Clone, Debug)]
pub struct CustomerRow {
    doc: String,
    updated_at: Moment,
    mrr: i64,
    arr: i64,
    currency: Option<String>,
    by_currency: Option<String>,
    entitlements: Option<String>,
    pub version: i64,
    /// Subscriptions that are active or unpaid.
    pub live_subscriptions: i64,
}

impl CustomerRow {
    /// The answer: the kept document with what lives in columns, no parsing in between.
    pub fn answer(&self, company_currency: &str) -> String {
        let currency = self.currency.as_deref().unwrap_or(company_currency);
        let entitlements = self.entitlements.as_deref().unwrap_or("[]");
        let by_currency = self.by_currency.as_deref().unwrap_or("[]");
        let mut columns = String::with_capacity(256 + entitlements.len() + by_currency.len());
        columns.push_str(r#""arr":"#);
        put_money(&mut columns, currency, self.arr);
        for piece in [r#","computed_entitlements":"#, entitlements, r#","mrr":"#] {
            columns.push_str(piece);
        }
        put_money(&mut columns, currency, self.mrr);
        for piece in [r#","mrr_by_currency":"#, by_currency, r#","updated_at":""#] {
            columns.push_str(piece);
        }
        // Writing to a text does not fail.
        let _ = write!(columns, "{}\"", self.updated_at);
        document::spliced(&columns, &self.doc)
    }

    /// What its columns say that it is worth.
    pub fn revenue(&self, id: &str) -> Revenue {
        Revenue {
            customer_id: id.to_owned(),
            mrr: self.mrr,
            arr: self.arr,
            currency: self.currency.clone(),
            by_currency: self.by_currency.clone(),
            live: self.live_subscriptions,
            updated_at: Some(self.updated_at),
        }
    }

    pub fn record(&self, company_currency: &str) -> Result<Customer, Error> {
        document::parsed(&self.answer(company_currency))
    }
}

fn put_money(text: &mut String, currency: &str, cents: i64) {
    for piece in [r#"{"currency":""#, currency, r#"","value_in_cents":"#] {
        text.push_str(piece);
    }
    document::push_number(text, cents);
    text.push('}');
}

pub fn insert(tx: &mut Tx<'_>, customer: &Customer) -> Result<(), Error> {
    let values = [
        (&customer.company_id).into(),
        (&customer.id).into(),
        (&customer.identifier).into(),
        customer.status.as_str().into(),
        (&customer.owner_id).into(),
        (&customer.parent_customer_id).into(),
        customer.exclude_from_metrics.into(),
        customer.managed_externally.into(),
        customer.created_at.into(),
        customer.updated_at.into(),
        document::kept(customer, Customer::IN_COLUMNS)?.into(),
    ];
    tx.run(&INSERT, &values)?;
    index(tx, None, customer)
}

/// Writes a customer over what it was before.
pub fn update(tx: &mut Tx<'_>, before: &Customer, customer: &Customer) -> Result<(), Error> {
    let values = [
        (&customer.company_id).into(),
        (&customer.id).into(),
        (&customer.identifier).into(),
        customer.status.as_str().into(),
        (&customer.owner_id).into(),
        (&customer.parent_customer_id).into(),
        customer.exclude_from_metrics.into(),
        customer.managed_externally.into(),
        customer.updated_at.into(),
        document::kept(customer, Customer::IN_COLUMNS)?.into(),
    ];
    tx.run(&UPDATE, &values)?;
    index(tx, Some(before), customer)
}

/// Labels, search text and references follow the record.
fn index(tx: &mut Tx<'_>, before: Option<&Customer>, now: &Customer) -> Result<(), Error> {
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

pub fn by_id(tx: &mut Tx<'_>, company: &str, id: &str) -> Result<Option<CustomerRow>, Error> {
    tx.row_by(&BY_ID, &[company, id], read)
}

pub fn by_identifier(
    tx: &mut Tx<'_>,
    company: &str,
    identifier: &str,
) -> Result<Option<CustomerRow>, Error> {
    tx.row_by(&BY_IDENTIFIER, &[company, identifier], read)
}

/// All of these that are there, each with its id, by one statement.
pub fn by_ids(
    tx: &mut Tx<'_>,
    company: &str,
    ids: Vec<String>,
) -> Result<Vec<(String, CustomerRow)>, Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    tx.rows(&BY_IDS, &[company.into(), ids.into()], |row| Ok((row.text(9)?, read(row)?)))
}

/// Holds the customer until the transaction ends: the unit of concurrency of all billing.
pub fn lock(tx: &mut Tx<'_>, company: &str, id: &str) -> Result<(), Error> {
    tx.row(&LOCK, &[company.into(), id.into()], |_| Ok(())).map(|_| ())
}

/// The documents of these customers, by id, in any order.
pub fn documents(
    tx: &mut Tx<'_>,
    company: &str,
    ids: Vec<String>,
) -> Result<Vec<(String, String)>, Error> {
    tx.rows(&DOCUMENTS, &[company.into(), ids.into()], |row| Ok((row.text(0)?, row.text(1)?)))
}

/// What a customer is worth by its subscriptions.
#[derive(Clone, Debug)]
pub struct Revenue {
    pub customer_id: String,
    pub mrr: i64,
    pub arr: i64,
    /// The currency of both; the company's where there is none.
    pub currency: Option<String>,
    /// `mrr_by_currency` as JSON.
    pub by_currency: Option<String>,
    /// Subscriptions that are active or unpaid.
    pub live: i64,
    /// Where this counts as a change of the customer.
    pub updated_at: Option<Moment>,
}

/// Writes what customers are worth; neither their documents nor their versions change.
pub fn set_revenue<R: Borrow<Revenue>>(
    tx: &mut Tx<'_>,
    company: &str,
    all: &[R],
) -> Result<(), Error> {
    let mut sorted: Vec<&Revenue> = all.iter().map(Borrow::borrow).collect();
    sorted.sort_by(|a, b| a.customer_id.cmp(&b.customer_id));
    let row = |revenue: &&Revenue| {
        vec![
            company.into(),
            (&revenue.customer_id).into(),
            revenue.mrr.into(),
            revenue.arr.into(),
            (&revenue.currency).into(),
            (&revenue.by_currency).into(),
            revenue.live.into(),
            revenue.updated_at.into(),
        ]
    };
    tx.run_many(&SET_REVENUE, &sorted.iter().map(row).collect::<Vec<_>>()).map(|_| ())
}

/// Whether the columns say what the document says, for the audits.
pub fn columns_agree(tx: &mut Tx<'_>, customer: &Customer) -> Result<bool, Error> {
    let key = [(&customer.company_id).into(), (&customer.id).into()];
    let columns = tx.row(&COLUMNS_OF, &key, |row| {
        let names = (row.text(0)?, row.text(1)?, row.maybe_text(2)?, row.maybe_text(3)?);
        Ok((names, (row.flag(4)?, row.flag(5)?)))
    })?;
    let (owner, parent) = (customer.owner_id.clone(), customer.parent_customer_id.clone());
    let status = customer.status.as_str().to_owned();
    let flags = (customer.exclude_from_metrics, customer.managed_externally);
    Ok(columns == Some(((customer.identifier.clone(), status, owner, parent), flags)))
}

/// The parent of a customer: none where there is no such customer, `Some(None)` at the top.
pub fn parent_of(
    tx: &mut Tx<'_>,
    company: &str,
    id: &str,
) -> Result<Option<Option<String>>, Error> {
    tx.row(&PARENT_OF, &[company.into(), id.into()], |row| row.maybe_text(0))
}

/// The children of all these customers.
pub fn children(
    tx: &mut Tx<'_>,
    company: &str,
    parents: Vec<String>,
) -> Result<Vec<String>, Error> {
    tx.rows(&CHILDREN, &[company.into(), parents.into()], |row| row.text(0))
}

/// Up to `limit` customers whose ids follow `after`, for the audits.
pub fn after(
    tx: &mut Tx<'_>,
    company: &str,
    after: &str,
    limit: i64,
) -> Result<Vec<CustomerRow>, Error> {
    tx.rows(&AFTER, &[company.into(), after.into(), limit.into()], read)
}

/// Reads the columns that every statement here selects first.
pub fn read(row: Row<'_>) -> Result<CustomerRow, Error> {
    Ok(CustomerRow {
        doc: row.text(0)?,
        updated_at: row.moment(1)?,
        mrr: row.int(2)?,
        arr: row.int(3)?,
        currency: row.maybe_text(4)?,
        by_currency: row.maybe_text(5)?,
        version: row.int(6)?,
        entitlements: row.maybe_text(7)?,
        live_subscriptions: row.int(8)?,
    })
}
