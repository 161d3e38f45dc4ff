//! Sets up a company, with its first token where one is wanted.

use billing::fact::FactType;
use records::{Access, Company, CompanyId, IssuedToken};

use super::{check, slug};
use crate::refusal::Faults;
use crate::session::filled;
use crate::{Actor, Engine, Failure, Session, catalog, tokens};

/// What the command line says of a new company.
#[derive(Clone, Debug)]
pub struct NewCompany {
    pub name: String,
    pub currency: String,
    pub timezone: String,
    pub dev: bool,
    pub demo: bool,
}

impl Engine {
    /// Makes a company and an all-access token for it, together.
    pub fn create_company(&self, new: NewCompany) -> Result<(Company, IssuedToken), Failure> {
        self.founded(new).wait()
    }

    /// The same for somebody who must not be kept waiting.
    pub(super) fn founded(
        &self,
        new: NewCompany,
    ) -> store::Pending<(Company, IssuedToken), Failure> {
        let tools = std::sync::Arc::clone(&self.tools);
        self.store.write(move |tx| {
            let now = tools.wall.now();
            let mut company = Company {
                id: tools.ids.next("cmp_", now).into(),
                slug: slug::free(tx, &new.name)?,
                name: new.name.clone(),
                preferred_currency: new.currency.clone(),
                preferred_timezone: new.timezone.clone(),
                is_dev: new.dev,
                demo: new.demo,
                invoice_number_format: "INV-{n:6}".to_owned(),
                credit_note_number_format: "CN-{n:6}".to_owned(),
                created_at: now,
                updated_at: now,
                ..Company::default()
            };
            check::check(None, &mut company, Faults::default())?;
            // Another company took the slug meanwhile: look for the next one.
            store::company::insert(tx, &company).map_err(|error| match error {
                store::Error::Taken(key) => store::Error::Again(key),
                other => other,
            })?;
            let mut session = Session::open(tx, &tools, &company.id, Actor::of_commands())?;
            let values = serde_json::to_value(&company).map(|v| filled(&v)).unwrap_or_default();
            session.fact(FactType::CompanyCreated, &company.id, values)?;
            catalog::stock(&mut session)?;
            let name = if new.demo { "demo" } else { "first token" };
            let token = tokens::issue_all_access(&mut session, Access::everything(), name)?;
            Ok::<_, Failure>((company, token))
        })
    }

    /// Another token for a company, from the command line.
    pub fn create_token(
        &self,
        company: &CompanyId,
        access: Access,
        name: &str,
    ) -> Result<IssuedToken, Failure> {
        let name = name.to_owned();
        let work = self.internally_as(Actor::of_commands(), company, move |session| {
            tokens::issue_all_access(session, access.clone(), &name)
        });
        work.wait()
    }
}
