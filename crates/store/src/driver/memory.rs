//! What a connection has read before and may still rely on: who a token is, what a company says,
//! and what others made of what they read.
//!
//! It holds as long as nothing at all has been committed to the database since it was read. Both
//! engines tell a connection whether that is so, for less than these reads cost: SQLite by a number
//! that grows, PostgreSQL by the transactions that a snapshot sees.

use std::any::Any;
use std::collections::HashMap;
use std::sync::Arc;

use records::{Access, Company, CompanyId};

use crate::Tx;
use crate::company::CompanyRow;
use crate::token::Presented;

/// Above this many entries of a kind everything is forgotten and read again.
const MANY: usize = 4096;

#[derive(Default)]
pub(crate) struct Memory {
    /// The state of the database that the rest was read from, in the engine's own words.
    version: Vec<u8>,
    /// By digest.
    tokens: HashMap<String, Arc<Presented>>,
    companies: HashMap<CompanyId, CompanyRow>,
    /// By company and id.
    made: HashMap<(CompanyId, String), Made>,
}

/// What was made of rows that were read, and how many statements that took.
type Made = (Arc<dyn Any + Send + Sync>, u64);

impl Memory {
    /// Forgets everything unless the database is still as it was.
    pub(crate) fn at(&mut self, version: &[u8]) {
        if self.version != version {
            self.version = version.to_owned();
            self.tokens.clear();
            self.companies.clear();
            self.made.clear();
        }
    }

    #[cfg(test)]
    pub(crate) fn version(&self) -> &[u8] {
        &self.version
    }

    pub(crate) fn token(&self, digest: &str) -> Option<Arc<Presented>> {
        self.tokens.get(digest).cloned()
    }

    pub(crate) fn keep_token(&mut self, digest: &str, presented: &Presented) {
        if self.tokens.len() >= MANY {
            self.tokens.clear();
        }
        // A copy of its own: threads that count on one place get in each other's way.
        let mut presented = Presented::clone(presented);
        presented.access = Arc::new(Access::clone(&presented.access));
        self.tokens.insert(digest.to_owned(), Arc::new(presented));
    }

    pub(crate) fn company(&self, id: &CompanyId) -> Option<CompanyRow> {
        self.companies.get(id).cloned()
    }

    pub(crate) fn keep_company(&mut self, id: &CompanyId, row: &CompanyRow) {
        if self.companies.len() >= MANY {
            self.companies.clear();
        }
        let company = Arc::new(Company::clone(&row.company));
        self.companies.insert(id.to_owned(), CompanyRow { company, ..row.clone() });
    }

    pub(crate) fn made(&self, company: &CompanyId, id: &str) -> Option<Made> {
        self.made.get(&(company.to_owned(), id.to_owned())).cloned()
    }

    pub(crate) fn keep_made(&mut self, company: &CompanyId, id: &str, made: Made) {
        if self.made.len() >= MANY {
            self.made.clear();
        }
        self.made.insert((company.to_owned(), id.to_owned()), made);
    }
}

impl Tx<'_> {
    /// What was read before and still holds. It counts as the statement that it stands for, so
    /// that a count does not depend on who asked before.
    pub(crate) fn recall<T>(&mut self, find: impl FnOnce(&Memory) -> Option<T>) -> Option<T> {
        let found = find(self.memory.as_deref()?)?;
        self.statements += 1;
        Some(found)
    }

    pub(crate) fn memorize(&mut self, keep: impl FnOnce(&mut Memory)) {
        if let Some(memory) = self.memory.as_deref_mut() {
            keep(memory);
        }
    }

    /// What somebody made of rows of this state of the database; where it was one at a time, all of
    /// it is there or nothing is. The statements that it took count once.
    pub fn made_before<T: Any + Send + Sync>(
        &mut self,
        company: &CompanyId,
        ids: &[String],
    ) -> Option<Vec<Arc<T>>> {
        let memory = self.memory.as_deref()?;
        let (mut all, mut statements) = (Vec::with_capacity(ids.len()), 0);
        for id in ids {
            let (made, took) = memory.made(company, id)?;
            all.push(made.downcast::<T>().ok()?);
            statements = took.max(statements);
        }
        self.statements += statements;
        Some(all)
    }

    /// Keeps what was made of rows, with how many statements that took.
    pub fn keep_made<T: Any + Send + Sync>(
        &mut self,
        company: &CompanyId,
        made: impl Iterator<Item = (String, Arc<T>)>,
        statements: u64,
    ) {
        if let Some(memory) = self.memory.as_deref_mut() {
            made.for_each(|(id, value)| memory.keep_made(company, &id, (value, statements)));
        }
    }
}
