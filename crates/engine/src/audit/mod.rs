//! Audits: what must always be true of a database, looked up row by row.

mod customers;
mod facts;

use store::Tx;

use crate::{Engine, Failure};

/// Something that is not as it must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub audit: &'static str,
    pub company: String,
    pub detail: String,
}

/// One rule, checked for one company.
struct Audit {
    name: &'static str,
    run: fn(&mut Tx<'_>, &str) -> Result<Vec<String>, Failure>,
}

const REGISTER: &[Audit] = &[
    Audit { name: "facts are numbered without a gap", run: facts::numbered },
    Audit { name: "a company has the fact of its making", run: facts::company_made },
    Audit { name: "facts tell of every row", run: facts::tell_of_every_row },
    Audit { name: "facts have their rows", run: facts::have_their_rows },
    Audit { name: "customers have their facts", run: customers::have_facts },
    Audit { name: "customers are found by what they say", run: customers::are_found },
    Audit { name: "customers agree with their columns", run: customers::agree_with_their_columns },
    Audit { name: "customers form trees", run: customers::form_trees },
];

impl Engine {
    /// Runs every audit over every company.
    pub fn audit(&self) -> Result<Vec<Finding>, Failure> {
        let mut findings = Vec::new();
        let mut last = String::new();
        loop {
            let after = last.clone();
            let ids = self.store.read(move |tx| -> Result<_, Failure> {
                Ok(store::company::ids_after(tx, &after)?)
            });
            let ids = ids.wait()?;
            let Some(end) = ids.last().cloned() else { return Ok(findings) };
            for company in ids {
                findings.extend(self.audit_company(&company)?);
            }
            last = end;
        }
    }

    /// Runs every audit over one company, on one snapshot each.
    pub fn audit_company(&self, company: &str) -> Result<Vec<Finding>, Failure> {
        let mut findings = Vec::new();
        for audit in REGISTER {
            let id = company.to_owned();
            let details = self.store.read(move |tx| (audit.run)(tx, &id)).wait()?;
            findings.extend(details.into_iter().map(|detail| Finding {
                audit: audit.name,
                company: company.to_owned(),
                detail,
            }));
        }
        Ok(findings)
    }
}
