//! Gives the demo company an endpoint, so that there is something to see arrive.

use records::{CompanyId, Object};

use crate::{Engine, Failure, webhooks};

impl Engine {
    /// One at this URL, unless it has any; what happened before is not told.
    pub async fn demo_endpoint(&self, company: &CompanyId, url: &str) -> Result<(), Failure> {
        let sent = [("url", url), ("description", "The page of the demo")];
        let sent = sent.map(|(name, value)| (name.to_owned(), value.to_owned().into()));
        let sent = Object::from_iter(sent);
        let made = self.internally(company, move |session| {
            let company = session.company_id().to_owned();
            let known = store::webhook::after(session.tx, &company, &"".into(), 1)?;
            match known.into_iter().next() {
                None => webhooks::create(session, &sent).map(|_| ()),
                Some(known) if known.description.as_deref() == Some("The page of the demo") => {
                    // The server may be at another address than it was.
                    let mut sent = sent.clone();
                    sent.remove("description");
                    webhooks::update(session, &known.id, &sent).map(|_| ())
                }
                Some(_) => Ok(()),
            }
        });
        made.await
    }
}
