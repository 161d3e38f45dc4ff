//! The books of a company, one billed customer at a time: everything that was ever billed to it, as
//! its rows have it and as the core reads it.

mod beside;
pub(super) mod credits;
pub(super) mod due;
pub(super) mod invoice_columns;
pub(super) mod invoice_facts;
pub(super) mod labels;
mod load;
mod logged;
pub(super) mod metered;
pub(super) mod movements;
pub(super) mod past_due;
pub(super) mod readable;
pub(super) mod reissues;
pub(super) mod revenue;
pub(super) mod subscription_columns;
pub(super) mod subscription_facts;
pub(super) mod tallies;

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use billing::invoice::Invoice;
use billing::snapshot::Snapshot;
use billing::subscription::Subscription;
use records::{CompanyId, CustomerId, InvoiceId, Moment, SubscriptionId};
use store::Progress;
use store::billed::Billed;
use store::credit::{CreditRow, Log};
use store::customer::Revenue;
use store::fact;
use store::invoice::Whose;
use store::subscription::Whole;

use logged::LoggedFacts;
pub(super) use tallies::Uses;

use super::report::Report;
use super::{Over, REGISTER};
use crate::{Failure, Session};

/// So many customers are looked up together.
const CUSTOMERS: i64 = 100;
/// So many invoices of one customer are.
const INVOICES: i64 = 500;

/// All that was ever billed to a customer.
pub(super) struct Book {
    company: CompanyId,
    customer: records::Customer,
    /// What the columns of the customer say that it is worth.
    revenue: Revenue,
    billed: Billed,
    subscriptions: Vec<StoredSubscription>,
    credits: Vec<CreditRow>,
    log: Vec<Log>,
    /// As the core reads it; what cannot be read is missing.
    snapshot: Snapshot,
    /// The facts of all of these but the invoices.
    logged: Rc<LoggedFacts>,
    /// Which records cannot be read, and why.
    unreadable: Vec<String>,
    /// What was seen of the invoices' rows on the way.
    seen: Seen,
    /// Every currency that the company ever preferred.
    currencies: Rc<[String]>,
}

/// A subscription as its row has it, and as the core reads it.
pub(super) struct StoredSubscription {
    row: Whole,
    restored: Option<Arc<Subscription>>,
}

/// An invoice as its row has it, as the core reads it, and its facts.
pub(super) struct Paper {
    row: store::invoice::Billing,
    restored: Arc<Invoice>,
    facts: Vec<fact::Found>,
}

/// What later checks need of rows that are not in memory any more.
#[derive(Default)]
pub(super) struct Seen {
    /// The earliest `past_due_at` of the open invoices of a subscription.
    past_due: BTreeMap<SubscriptionId, Moment>,
}

/// Looks at the books of every billed customer and runs all audits over them.
pub(super) fn walk(
    session: &mut Session<'_, '_>,
    report: &mut Report,
    progress: &Progress,
) -> Result<(), Failure> {
    let mut desk = load::Desk::open(session)?;
    let (mut uses, mut last) = (Uses::default(), CustomerId::default());
    let company = session.company_id().to_owned();
    let (mut done, all) = (0, store::audit::invoices(session.tx, &company)?);
    loop {
        let billed = store::billed::after(session.tx, &company, &last, CUSTOMERS)?;
        let Some(end) = billed.last() else { break };
        last = end.customer_id.clone();
        for mut book in desk.books(session, billed)? {
            invoices(session, &mut desk, &mut book, report)?;
            paid_before(session, &mut desk, &mut book)?;
            desk.beside_lines(session, &mut book)?;
            done += book.snapshot.invoices.len() as u64;
            progress.at(&format!("{company}: invoices"), done, all);
            uses.note(&book);
            customer(session, &book, report)?;
        }
    }
    for audit in REGISTER {
        if let Over::Uses(check) = audit.over {
            report.add(audit.name, check(session.tx, &company, &uses)?);
        }
    }
    Ok(())
}

fn customer(
    session: &mut Session<'_, '_>,
    book: &Book,
    report: &mut Report,
) -> Result<(), Failure> {
    for audit in REGISTER {
        if let Over::Customer(check) = audit.over {
            report.add(audit.name, check(session.tx, book)?);
        }
    }
    for (name, check) in billing::audit::AUDITS {
        report.add(name, check(&book.snapshot));
    }
    Ok(())
}

/// Puts all invoices of a customer into its book, a page at a time, and checks each page.
fn invoices(
    session: &mut Session<'_, '_>,
    desk: &mut load::Desk,
    book: &mut Book,
    report: &mut Report,
) -> Result<(), Failure> {
    let customer = book.billed.customer_id.clone();
    for whose in [Whose::Own, Whose::Others] {
        let mut after = (Moment::from_micros(i64::MIN), InvoiceId::default());
        loop {
            let place = (whose, (after.0, &after.1));
            let rows =
                store::invoice::paid_by(session.tx, &book.company, &customer, place, INVOICES)?;
            let Some(end) = rows.last() else { break };
            after = (end.columns.created_at, end.columns.id.clone());
            let papers = desk.papers(session, book, rows)?;
            for audit in REGISTER {
                if let Over::Invoices(check) = audit.over {
                    report.add(audit.name, check(session.tx, book, &papers)?);
                }
            }
            book.keep(papers);
        }
    }
    Ok(())
}

/// Puts invoices into a book that somebody else paid for its subscriptions: those are checked with
/// the books of whoever paid them.
fn paid_before(
    session: &mut Session<'_, '_>,
    desk: &mut load::Desk,
    book: &mut Book,
) -> Result<(), Failure> {
    let ids = book.subscriptions.iter().map(|stored| stored.row.columns.id.clone());
    let moved = ids.filter(|id| book.logged.count(id, "subscription.payer_changed") > 0);
    let moved: Vec<SubscriptionId> = moved.collect();
    if moved.is_empty() {
        return Ok(());
    }
    let (company, payer) = (book.company.clone(), book.billed.customer_id.clone());
    let mut rows = store::invoice::paid_before(session.tx, &company, moved, &payer)?;
    rows.sort_by(|a, b| a.columns.id.cmp(&b.columns.id));
    rows.dedup_by(|a, b| a.columns.id == b.columns.id);
    let papers = desk.papers(session, book, rows)?;
    book.keep(papers);
    book.snapshot.invoices.sort_by(|a, b| (a.created, &a.id).cmp(&(b.created, &b.id)));
    Ok(())
}

impl Book {
    /// Keeps what later checks need of a page.
    fn keep(&mut self, papers: Vec<Paper>) {
        for paper in papers {
            let columns = &paper.row.columns;
            if let Some(id) = &columns.subscription_id {
                let open = columns.status == "PENDING" && columns.due > 0;
                if let Some(at) = columns.past_due_at.filter(|_| open) {
                    let known = self.seen.past_due.entry(id.clone()).or_insert(at);
                    *known = at.min(*known);
                }
            }
            self.snapshot.invoices.push(paper.restored);
        }
    }
}
