//! Migration 0007: what was given back of a line stands with that line, a subscription names the
//! invoices that were billed in advance, and a credit the document that made it. What is stored
//! before that is read off the documents that gave something back.
//!
//! Amounts and numbers that were issued stay as they are; `revenue` follows the rule that what
//! lowered a due or was refunded counts.

mod known;
mod lifted;

use records::{CompanyId, InvoiceId, Moment};
use serde_json::Value as Json;

use crate::{Error, FromRow, Result, Row, Tx};
use known::Known;

/// So many invoices are read and written together.
const PAGE: i64 = 500;

/// After so many it is said how far it is.
const TELL_EVERY: u64 = 20_000;

const COMPANIES: &str = "SELECT company_id FROM company ORDER BY company_id";
const INVOICES: &str = "SELECT id, subscription_id, status, currency, created_at, doc, lines,
        derivations, draft
    FROM invoice WHERE company_id = $1 AND id > $2 ORDER BY id LIMIT $3";
const CREDITS: &str = "SELECT id, doc FROM credit WHERE company_id = $1 ORDER BY id";
const PROGRESS: &str = "SELECT p.id, p.progress FROM subscription_progress p
    JOIN subscription s ON s.company_id = $1 AND s.id = p.id
    WHERE p.company_id = $1 AND p.id > $2 AND s.status NOT IN ('CANCELLED', 'ENDED')
    ORDER BY p.id LIMIT $3";

/// An invoice as it was stored.
struct Stored {
    id: InvoiceId,
    subscription: Option<String>,
    status: String,
    currency: String,
    created: Moment,
    doc: Json,
    lines: Json,
    derivations: Json,
    draft: Option<Json>,
}

impl FromRow for Stored {
    fn read(row: &mut Row<'_>) -> Result<Stored> {
        Ok(Stored {
            id: row.get()?,
            subscription: row.get()?,
            status: row.get()?,
            currency: row.get()?,
            created: row.get()?,
            doc: json(&row.get::<String>()?)?,
            lines: json(&row.get::<String>()?)?,
            derivations: json(&row.get::<String>()?)?,
            draft: row.get::<Option<String>>()?.as_deref().map(json).transpose()?,
        })
    }
}

pub(super) fn lift(tx: &mut Tx<'_>) -> Result<()> {
    for company in tx.rows_text::<CompanyId>(COMPANIES, &[])? {
        let mut known = Known::default();
        pages(tx, &company, |_, page| {
            page.iter().for_each(|stored| known.note(stored));
            Ok(())
        })?;
        known.sort();
        credits(tx, &company, &mut known)?;
        let mut done = 0;
        pages(tx, &company, |tx, page| {
            for each in page {
                write(tx, &company, lifted::invoice(each, &known))?;
                done += 1;
                if done % TELL_EVERY == 0 {
                    tracing::info!(%company, invoices = done, "bringing the database up to date");
                }
            }
            Ok(())
        })?;
        subscriptions(tx, &company, &known)?;
    }
    Ok(())
}

fn pages(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    mut each: impl FnMut(&mut Tx<'_>, Vec<Stored>) -> Result<()>,
) -> Result<()> {
    let mut last = InvoiceId::default();
    loop {
        let values = [company.into(), (&last).into(), PAGE.into()];
        let page: Vec<Stored> = tx.rows_text(INVOICES, &values)?;
        let Some(end) = page.last() else { return Ok(()) };
        last.clone_from(&end.id);
        each(tx, page)?;
    }
}

fn write(tx: &mut Tx<'_>, company: &CompanyId, stored: Stored) -> Result<()> {
    let sql = "UPDATE invoice SET doc = $3, lines = $4, draft = $5,
            due = CASE WHEN status = 'DRAFT' THEN 0 ELSE due END
        WHERE company_id = $1 AND id = $2";
    let draft = stored.draft.map(|draft| draft.to_string());
    let (doc, lines) = (stored.doc.to_string(), stored.lines.to_string());
    let values = [company.into(), stored.id.into(), doc.into(), lines.into(), draft.into()];
    tx.run_text(sql, &values).map(|_| ())
}

/// A credit names what made it; what nobody gave back is money that was paid.
fn credits(tx: &mut Tx<'_>, company: &CompanyId, known: &mut Known) -> Result<()> {
    for (id, doc) in tx.rows_text::<(String, String)>(CREDITS, &[company.into()])? {
        let doc = lifted::credit(&id, json(&doc)?, known);
        let sql = "UPDATE credit SET doc = $3 WHERE company_id = $1 AND id = $2";
        tx.run_text(sql, &[company.into(), id.into(), doc.to_string().into()])?;
    }
    Ok(())
}

fn subscriptions(tx: &mut Tx<'_>, company: &CompanyId, known: &Known) -> Result<()> {
    let mut last = String::new();
    loop {
        let values = [company.into(), last.as_str().into(), PAGE.into()];
        let page: Vec<(String, String)> = tx.rows_text(PROGRESS, &values)?;
        let Some((end, _)) = page.last() else { return Ok(()) };
        last.clone_from(end);
        for (id, progress) in page {
            let mut course = json(&progress)?;
            lifted::course(&mut course, known.ahead(&id).iter());
            let sql = "UPDATE subscription_progress SET progress = $3
                WHERE company_id = $1 AND id = $2";
            tx.run_text(sql, &[company.into(), id.into(), course.to_string().into()])?;
        }
    }
}

fn json(text: &str) -> Result<Json> {
    serde_json::from_str(text).map_err(|error| Error::Broken(error.to_string()))
}
