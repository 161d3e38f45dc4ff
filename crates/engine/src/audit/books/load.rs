//! Loading books: a batch of customers by one statement per kind of record, their invoices a page
//! at a time.

use crate::bill::pricings;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use billing::credit::{Credit, LogEntry};
use billing::customer::Company;
use billing::id::Handle;
use billing::pricing::Pricings;
use records::{CompanyId, CreditId, CustomerId};
use store::billed::Billed;
use store::credit::{CreditRow, Log};
use store::fact;
use store::one_time::OneTimeRow;

use super::{Book, LoggedFacts, Paper, Seen, StoredSubscription};
use crate::audit::history;
use crate::bill::load;
use crate::bill::stored::{self, Restored, Unreadable, lift, references};
use crate::{Failure, Session};

/// More compiled pricings than this are not kept in memory.
const MOST_PRICINGS: usize = 20_000;

/// What all books of a company share.
pub(super) struct Desk {
    company: Arc<Company>,
    currencies: Rc<[String]>,
    pricings: Pricings,
}

/// The rows of one customer.
#[derive(Default)]
struct Rows {
    subscriptions: Vec<store::subscription::Whole>,
    credits: Vec<CreditRow>,
    log: Vec<Log>,
    one_times: Vec<OneTimeRow>,
}

impl Desk {
    pub(super) fn open(session: &mut Session<'_, '_>) -> Result<Desk, Failure> {
        let id = session.company_id().to_owned();
        let mut currencies = history::values(session.tx, &id, "preferred_currency")?;
        currencies.push(session.company().preferred_currency.clone());
        let company = Arc::new(load::company(session.company())?);
        Ok(Desk { company, currencies: currencies.into(), pricings: Pricings::default() })
    }

    /// The books of these customers, without their invoices. One whose customer is not there has
    /// none; another audit tells of it.
    pub(super) fn books(
        &mut self,
        session: &mut Session<'_, '_>,
        billed: Vec<Billed>,
    ) -> Result<Vec<Book>, Failure> {
        let company = session.company_id().to_owned();
        let ids: Vec<CustomerId> = billed.iter().map(|billed| billed.customer_id.clone()).collect();
        let documents = store::customer::documents(session.tx, &company, ids.clone())?;
        let documents: HashMap<CustomerId, String> = documents.into_iter().collect();
        let customers = store::customer::by_ids(session.tx, &company, ids.clone())?;
        let mut customers: HashMap<_, _> = customers.into_iter().collect();
        let mut rows = rows(session, &company, &ids)?;
        let subscriptions = || rows.values().flat_map(|rows| &rows.subscriptions);
        let named =
            subscriptions().filter_map(|whole| references::of_subscription(&whole.documents).ok());
        let bought = rows.values().flat_map(|rows| &rows.one_times);
        let bought = bought.filter_map(|row| references::of_one_time(row).ok()?);
        self.learn(session, named.flatten().chain(bought).collect())?;
        let logged = Rc::new(logged(session, &company, &ids, &rows)?);
        let mut books = Vec::with_capacity(billed.len());
        for billed in billed {
            let id = billed.customer_id.clone();
            let (Some(document), Some(row)) = (documents.get(&id), customers.remove(&id)) else {
                continue;
            };
            let (_, snapshot) = load::blank(&billed, document, &self.company)?;
            let known = rows.remove(&id).unwrap_or_default();
            let mut book = Book {
                company: company.clone(),
                customer: row.record(&session.company().preferred_currency)?,
                revenue: row.revenue(&id),
                billed,
                subscriptions: Vec::new(),
                credits: known.credits,
                log: known.log,
                snapshot,
                logged: Rc::clone(&logged),
                unreadable: Vec::new(),
                seen: Seen::default(),
                currencies: Rc::clone(&self.currencies),
            };
            self.restore(&mut book, known.subscriptions);
            self.buy(&mut book, known.one_times);
            self.beside(session, &mut book)?;
            books.push(book);
        }
        Ok(books)
    }

    /// Reads subscriptions and credits as the core does.
    fn restore(&self, book: &mut Book, subscriptions: Vec<store::subscription::Whole>) {
        for row in subscriptions {
            let restored = match self.subscription(&row) {
                Ok(restored) => {
                    restored.join(&mut book.snapshot);
                    Some(restored.subscription)
                }
                Err(error) => {
                    book.unreadable.push(format!("subscription {}: {error}", row.columns.id));
                    None
                }
            };
            book.subscriptions.push(StoredSubscription { row, restored });
        }
        let mut logs: HashMap<&str, Vec<&Log>> = HashMap::new();
        for logged in &book.log {
            logs.entry(&logged.credit_id).or_default().push(logged);
        }
        for row in &book.credits {
            let log = logs.get(row.id.as_str()).map_or(&[][..], Vec::as_slice);
            match credit(row, log) {
                Ok(known) => book.snapshot.credits.push(Arc::new(known)),
                Err(error) => book.unreadable.push(format!("credit {}: {error}", row.id)),
            }
        }
    }

    /// Reads one-time charges as the core does.
    fn buy(&self, book: &mut Book, rows: Vec<OneTimeRow>) {
        for row in rows {
            match stored::one_time(&row, &self.pricings) {
                Ok((one_time, _)) => book.snapshot.one_times.push(Arc::new(one_time)),
                Err(error) => {
                    book.unreadable.push(format!("one-time charge {}: {error}", row.id));
                }
            }
        }
    }

    fn subscription(&self, row: &store::subscription::Whole) -> Result<Restored, Unreadable> {
        stored::subscription(&row.columns, &row.documents, &self.pricings)
    }

    /// A page of invoices as the core reads them, with their facts.
    pub(super) fn papers(
        &mut self,
        session: &mut Session<'_, '_>,
        book: &mut Book,
        mut rows: Vec<store::invoice::Billing>,
    ) -> Result<Vec<Paper>, Failure> {
        let mut wanted = BTreeSet::new();
        for row in &mut rows {
            // What cannot be read is reported when it is put together.
            let _ = lift::invoice(row);
            wanted.extend(references::of_invoice(row).unwrap_or_default());
        }
        self.learn(session, wanted)?;
        let ids = rows.iter().map(|row| row.columns.id.to_string()).collect();
        let mut facts: HashMap<String, Vec<fact::Found>> = HashMap::new();
        for found in store::fact::of_objects(session.tx, &book.company, ids)? {
            facts.entry(found.object_id.clone()).or_default().push(found);
        }
        let mut papers = Vec::with_capacity(rows.len());
        for row in rows {
            match stored::invoice(&row, &self.pricings) {
                Ok(restored) => {
                    let facts = facts.remove(row.columns.id.as_str()).unwrap_or_default();
                    papers.push(Paper { row, restored: Arc::new(restored), facts });
                }
                Err(error) => {
                    book.unreadable.push(format!("invoice {}: {error}", row.columns.id));
                }
            }
        }
        Ok(papers)
    }

    /// Compiles the pricings among these that were not needed before.
    fn learn(
        &mut self,
        session: &mut Session<'_, '_>,
        wanted: BTreeSet<String>,
    ) -> Result<(), Failure> {
        if self.pricings.len() > MOST_PRICINGS {
            self.pricings = Pricings::default();
        }
        let fresh = wanted.into_iter().filter(|id| self.pricings.get(id).is_none());
        let fresh: Vec<String> = fresh.collect();
        if !fresh.is_empty() {
            self.pricings.extend(&pricings::pricings(session, fresh)?);
        }
        Ok(())
    }
}

fn rows(
    session: &mut Session<'_, '_>,
    company: &CompanyId,
    ids: &[CustomerId],
) -> Result<HashMap<CustomerId, Rows>, Failure> {
    let mut all: HashMap<CustomerId, Rows> = HashMap::new();
    for mut whole in store::subscription::every_of(session.tx, company, ids.to_vec())? {
        // What cannot be read is reported when it is put together.
        let _ = lift::subscription(&whole.columns, &mut whole.documents);
        let of = whole.columns.billed_customer_id.clone();
        all.entry(of).or_default().subscriptions.push(whole);
    }
    let credits = store::credit::every_of(session.tx, company, ids.to_vec())?;
    let credit_ids: Vec<CreditId> =
        credits.iter().map(|credit_row| credit_row.id.clone()).collect();
    let mut of_credit = HashMap::new();
    for known in credits {
        of_credit.insert(known.id.clone(), known.customer_id.clone());
        all.entry(known.customer_id.clone()).or_default().credits.push(known);
    }
    for known in store::one_time::every_of(session.tx, company, ids.to_vec())? {
        all.entry(known.billed_customer_id.clone()).or_default().one_times.push(known);
    }
    for logged in store::credit::logs_of_credits(session.tx, company, credit_ids)? {
        let Some(of) = of_credit.get(&logged.credit_id) else { continue };
        all.entry(of.clone()).or_default().log.push(logged);
    }
    Ok(all)
}

/// The facts of customers, subscriptions, their discounts, and credits.
fn logged(
    session: &mut Session<'_, '_>,
    company: &CompanyId,
    ids: &[CustomerId],
    rows: &HashMap<CustomerId, Rows>,
) -> Result<LoggedFacts, Failure> {
    let mut objects: Vec<String> = ids.iter().map(ToString::to_string).collect();
    for known in rows.values() {
        objects.extend(known.credits.iter().map(|credit_row| credit_row.id.to_string()));
        for row in &known.subscriptions {
            objects.push(row.columns.id.to_string());
            let discounts: Vec<records::subscription::discount::Discount> =
                stored::read(&row.discounts).unwrap_or_default();
            objects.extend(discounts.into_iter().map(|discount| discount.id.into()));
        }
    }
    Ok(LoggedFacts::new(store::fact::summed(session.tx, company, objects)?))
}

/// A credit with its log.
pub(super) fn credit(row: &CreditRow, log: &[&Log]) -> Result<Credit, Unreadable> {
    let mut credit = stored::credit(row)?;
    let entry = |logged: &Log| -> Result<LogEntry, Unreadable> {
        Ok(LogEntry {
            action: stored::action_of(&logged.action)?,
            value: stored::logged_value(row, logged)?,
            invoice: logged.invoice_id.as_deref().map(Handle::known),
        })
    };
    credit.log = log.iter().map(|logged| entry(logged)).collect::<Result<_, _>>()?;
    Ok(credit)
}
