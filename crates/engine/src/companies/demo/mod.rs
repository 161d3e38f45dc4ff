//! The demo company: a realistic catalog with every pricing model, and two years of its life.
//!
//! Everything is made by the use cases that the API has, at the instants of the company's own
//! clock, so that it is the same every time. Each step may be repeated: what a start that was cut
//! off left undone is done by the next one.

mod catalog;
mod history;
mod step;

use std::sync::Arc;

use records::{Access, CompanyId, InvoiceId, IssuedToken, Moment};

use super::NewCompany;
use super::clock::aim;
use crate::documents::links;
use crate::{Actor, Engine, Failure, tokens};
use history::History;

/// The demo company as it is shown to whoever starts it.
pub struct Demo {
    pub company: CompanyId,
    pub token: IssuedToken,
    /// What its clock shows.
    pub now: Moment,
    /// An invoice worth looking at.
    pub invoice: Option<InvoiceId>,
    /// The page of it, as its customer sees it.
    pub page: Option<String>,
}

impl Engine {
    /// The demo company with all its history and a fresh token; the token of its last start is
    /// revoked.
    pub async fn demo_company(&self) -> Result<Demo, Failure> {
        let known = self.store.read(|tx| -> Result<_, Failure> { Ok(store::company::demo(tx)?) });
        let (company, token) = match known.await? {
            Some(company) => {
                let issued = self.internally(&company, |session| {
                    tokens::revoke_named(session, "demo")?;
                    tokens::issue_all_access(session, Access::everything(), "demo")
                });
                let token = issued.await?;
                (company, token)
            }
            None => {
                let new = NewCompany {
                    name: "Perennial Demo".to_owned(),
                    currency: "USD".to_owned(),
                    timezone: "UTC".to_owned(),
                    dev: true,
                    demo: true,
                };
                let (company, token) = self.founded(new).await?;
                (company.id, token)
            }
        };
        self.live(&company).await?;
        let shown = self.look(&company, Actor::default(), |session| {
            let invoice = step::showcase(session)?;
            let page = invoice.as_ref().and_then(|uuid| links(session, uuid).page);
            Ok((session.now(), invoice, page))
        });
        let (now, invoice, page) = shown.await?;
        Ok(Demo { company, token, now, invoice, page })
    }

    /// Brings the company to the end of its history, from wherever it is.
    async fn live(&self, company: &CompanyId) -> Result<(), Failure> {
        let history = Arc::new(History::read()?);
        // A clock that was on its way when a process died arrives first.
        self.travel(company).await?;
        let reached = self.look(company, Actor::default(), |session| Ok(session.row.clock_now));
        let reached = match reached.await? {
            Some(reached) => reached,
            None => {
                let begun = Arc::clone(&history);
                self.internally(company, move |session| begin(session, &begun)).await?;
                history.start
            }
        };
        if reached >= history.end {
            return Ok(());
        }
        for (at, step) in history.steps() {
            if at >= reached {
                let history = Arc::clone(&history);
                self.advance(company, at, move |session| step.perform(session, &history)).await?;
            }
        }
        self.advance(company, history.end, |_| Ok(())).await
    }
}

/// Sets the clock and puts catalog and customers there, in one transaction.
fn begin(session: &mut crate::Session<'_, '_>, history: &History) -> Result<(), Failure> {
    aim(session, history.start)?;
    super::update(session, &history.company)?;
    catalog::fill(session)?;
    for account in &history.customers {
        step::open_account(session, account)?;
    }
    Ok(())
}
