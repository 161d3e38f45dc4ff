//! Audits: what must always be true of a database, looked up row by row.
//!
//! Some look at the tables of a company, the others at its books, one billed customer at a time:
//! memory holds the records of one customer, never those of all. An audit is a file and a line in
//! the list.

mod belongings;
mod books;
mod contracts;
mod customers;
mod engine_checks;
mod entitlements;
mod facts;
mod history;
mod numbers;
mod objects;
mod payers;
mod report;
mod thresholds;
mod usage;

use std::sync::Arc;

use books::{
    Book, Paper, Uses, credits, due, invoice_columns, invoice_facts, labels, metered, movements,
    past_due, readable, reissues, revenue, subscription_columns, subscription_facts, tallies,
};
pub use engine_checks::Checked;
use records::CompanyId;
use report::Report;
use store::{Progress, Tx};

use crate::{Actor, Engine, Failure, Session};

/// Something that is not as it must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub audit: &'static str,
    pub company: CompanyId,
    pub detail: String,
}

/// What audits took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    pub statements: u64,
    pub rows: u64,
}

impl Effort {
    fn of(tx: &Tx<'_>) -> Effort {
        Effort { statements: tx.statements(), rows: tx.rows_read() }
    }

    fn add(&mut self, other: Effort) {
        self.statements += other.statements;
        self.rows += other.rows;
    }
}

/// What an audit finds: each detail names a record and says what is wrong with it.
type Found = Result<Vec<String>, Failure>;

/// One rule.
struct Audit {
    name: &'static str,
    over: Over,
}

/// What a rule looks at.
enum Over {
    /// The tables of a company.
    Tables(fn(&mut Tx<'_>, &CompanyId) -> Found),
    /// What can be computed anew of a company.
    Company(fn(&mut Session<'_, '_>) -> Found),
    /// Everything that was ever billed to a customer.
    Customer(fn(&mut Tx<'_>, &Book) -> Found),
    /// Some of its invoices, with their rows.
    Invoices(fn(&mut Tx<'_>, &Book, &[Paper]) -> Found),
    /// What the subscriptions of all customers use.
    Uses(fn(&mut Tx<'_>, &CompanyId, &Uses) -> Found),
}

use Over::{Company, Customer, Invoices, Tables};

/// Those that need nothing but the books themselves come with the core: `billing::audit`.
const REGISTER: &[Audit] = &[
    Audit { name: "facts are numbered without a gap", over: Tables(facts::numbered) },
    Audit { name: "a company has the fact of its making", over: Tables(facts::company_made) },
    Audit { name: "facts tell of every row", over: Tables(facts::tell_of_every_row) },
    Audit { name: "facts have their rows", over: Tables(facts::have_their_rows) },
    Audit { name: "customers have their facts", over: Tables(customers::have_facts) },
    Audit { name: "customers are found by what they say", over: Tables(customers::are_found) },
    Audit { name: "customers agree with their columns", over: Tables(customers::columns_agree) },
    Audit { name: "customers form trees", over: Tables(customers::form_trees) },
    Audit { name: "entitlements are what is computed", over: Company(entitlements::check) },
    Audit { name: "whoever should pays", over: Company(payers::check) },
    Audit { name: "contracts are what they became", over: Company(contracts::check) },
    Audit { name: "rollups are what was used", over: Company(usage::rolled_up) },
    Audit { name: "thresholds stand as balances do", over: Company(thresholds::check) },
    Audit { name: "objects are what their history says", over: Company(objects::have_histories) },
    Audit { name: "records have what they belong to", over: Tables(belongings::are_there) },
    Audit { name: "copies agree with their customer", over: Tables(belongings::agree) },
    Audit { name: "invoice numbers have no gap", over: Tables(numbers::of_invoices) },
    Audit { name: "credit note numbers have no gap", over: Tables(numbers::of_credit_notes) },
    Audit { name: "books can be read", over: Customer(readable::check) },
    Audit {
        name: "subscriptions agree with their terms",
        over: Customer(subscription_columns::check),
    },
    Audit { name: "subscriptions have their facts", over: Customer(subscription_facts::check) },
    Audit {
        name: "subscriptions are found by what they say",
        over: Customer(labels::of_subscriptions),
    },
    Audit { name: "invoices agree with their lines", over: Invoices(invoice_columns::check) },
    Audit { name: "invoices have their facts", over: Invoices(invoice_facts::check) },
    Audit { name: "invoices are found by what they say", over: Invoices(labels::of_invoices) },
    Audit { name: "invoices and their reissues agree", over: Customer(reissues::check) },
    Audit { name: "credits have their facts", over: Customer(credits::check) },
    Audit { name: "customers are worth their subscriptions", over: Customer(revenue::check) },
    Audit { name: "movements add up to revenue", over: Customer(movements::check) },
    Audit { name: "billed usage is on record", over: Customer(metered::check) },
    Audit { name: "past due follows open invoices", over: Customer(past_due::check) },
    Audit { name: "the cycle knows what is due", over: Customer(due::check) },
    Audit { name: "uses are counted", over: Over::Uses(tallies::check) },
];

/// The names of all audits.
pub fn names() -> impl Iterator<Item = &'static str> {
    let of_the_core = billing::audit::AUDITS.iter().map(|(name, _)| *name);
    REGISTER.iter().map(|audit| audit.name).chain(of_the_core)
}

impl Engine {
    /// Runs every audit over every company.
    pub fn audit(&self, progress: &Progress) -> Result<Vec<Finding>, Failure> {
        let mut findings = Vec::new();
        let mut last = CompanyId::default();
        loop {
            let after = last.clone();
            let ids = self.store.read(move |tx| -> Result<_, Failure> {
                Ok(store::company::ids_after(tx, &after)?)
            });
            let ids = ids.wait()?;
            let Some(end) = ids.last().cloned() else { return Ok(findings) };
            for company in ids {
                findings.extend(self.audit_with(&company, progress)?);
            }
            last = end;
        }
    }

    /// Runs every audit over one company: one snapshot for each that looks at tables, and one for
    /// all that look at books.
    pub fn audit_company(&self, company: &CompanyId) -> Result<Vec<Finding>, Failure> {
        self.audit_with(company, &Progress::silent())
    }

    /// What the audits of a company take, in statements and in rows that are read.
    pub fn audit_effort(&self, company: &CompanyId) -> Result<Effort, Failure> {
        self.audited(company, &Progress::silent()).map(|(_, effort)| effort)
    }

    fn audit_with(
        &self,
        company: &CompanyId,
        progress: &Progress,
    ) -> Result<Vec<Finding>, Failure> {
        self.audited(company, progress).map(|(findings, _)| findings)
    }

    fn audited(
        &self,
        company: &CompanyId,
        progress: &Progress,
    ) -> Result<(Vec<Finding>, Effort), Failure> {
        let (mut findings, mut effort) = (Vec::new(), Effort::default());
        let of = REGISTER.len() as u64;
        for (done, audit) in (0..).zip(REGISTER) {
            let Tables(run) = audit.over else { continue };
            progress.at(&format!("{company}: {}", audit.name), done, of);
            let id = company.to_owned();
            let of_tables = self.store.read(move |tx| -> Result<_, Failure> {
                let mut report = Report::new(&id);
                report.add(audit.name, run(tx, &id)?);
                Ok((report.findings(), Effort::of(tx)))
            });
            let (found, took) = of_tables.wait()?;
            findings.extend(found);
            effort.add(took);
        }
        let (id, tools) = (company.to_owned(), Arc::clone(&self.tools));
        let progress = progress.clone();
        let of_books = self.store.read(move |tx| -> Result<_, Failure> {
            let mut report = Report::new(&id);
            let mut session = Session::open(tx, &tools, &id, Actor::default())?;
            for audit in REGISTER {
                if let Company(check) = audit.over {
                    report.add(audit.name, check(&mut session)?);
                }
            }
            books::walk(&mut session, &mut report, &progress)?;
            Ok((report.findings(), Effort::of(session.tx)))
        });
        let (found, took) = of_books.wait()?;
        findings.extend(found);
        effort.add(took);
        Ok((findings, effort))
    }
}
