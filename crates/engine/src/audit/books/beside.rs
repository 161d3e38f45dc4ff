//! Customers beside a payer: those it pays for, or paid for, with their credits.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use records::{CreditId, CustomerId};
use store::credit::Log;

use super::Book;
use super::load::{Desk, credit};
use crate::bill::load;
use crate::{Failure, Session};

impl Desk {
    /// Lays customers that a payer pays for, or paid for, beside its book, with their credits.
    pub(super) fn beside(
        &self,
        session: &mut Session<'_, '_>,
        book: &mut Book,
    ) -> Result<(), Failure> {
        let (company, payer) = (book.company.clone(), book.billed.customer_id.clone());
        let of = book.subscriptions.iter().map(|stored| stored.row.columns.customer_id.clone());
        let mut others: BTreeSet<CustomerId> = of.filter(|id| *id != payer).collect();
        others.extend(store::invoice::paid_for(session.tx, &company, &payer)?);
        self.lay_beside(session, book, others)
    }

    /// The same of customers whose lines stand on invoices of its rollup.
    pub(super) fn beside_lines(
        &self,
        session: &mut Session<'_, '_>,
        book: &mut Book,
    ) -> Result<(), Failure> {
        let lines = book.snapshot.invoices.iter().flat_map(|invoice| &invoice.lines);
        let all: BTreeSet<CustomerId> = lines.map(|line| (&*line.customer).into()).collect();
        let known: BTreeSet<CustomerId> =
            book.snapshot.customers.iter().map(|known| (&*known.id).into()).collect();
        self.lay_beside(session, book, all.difference(&known).cloned().collect())
    }

    fn lay_beside(
        &self,
        session: &mut Session<'_, '_>,
        book: &mut Book,
        others: BTreeSet<CustomerId>,
    ) -> Result<(), Failure> {
        if others.is_empty() {
            return Ok(());
        }
        let company = book.company.clone();
        let others: Vec<CustomerId> = others.into_iter().collect();
        for (id, text) in store::customer::documents(session.tx, &company, others.clone())? {
            book.snapshot.customers.push(load::known(&id, &text)?.1);
        }
        let credits = store::credit::every_of(session.tx, &company, others)?;
        let ids = credits.iter().map(|row| row.id.clone()).collect();
        let logs = store::credit::logs_of_credits(session.tx, &company, ids)?;
        let mut by_credit: HashMap<&CreditId, Vec<&Log>> = HashMap::new();
        for entry in &logs {
            by_credit.entry(&entry.credit_id).or_default().push(entry);
        }
        for row in &credits {
            let log = by_credit.get(&row.id).map_or(&[][..], Vec::as_slice);
            // What cannot be read is reported with the books of the customer whose it is.
            book.snapshot.credits.extend(credit(row, log).ok().map(Arc::new));
        }
        Ok(())
    }
}
