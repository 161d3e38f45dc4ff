//! The template that every company has from the start, like any other once it is there.

use records::Template;
use records::catalog::State;

use super::{FACTS, PREFIX, keep, variables};
use crate::catalog::record::insert;
use crate::{Failure, Session};

const NAME: &str = "Standard agreement";
const CONTENT: &str = include_str!("standard.md");

/// Puts it there, unless the company has it.
pub(crate) fn stock(session: &mut Session<'_, '_>) -> Result<(), Failure> {
    let company = session.company_id().to_owned();
    let mark = store::label::Label::new("standard", "true");
    if store::mark::holder(session.tx, &company, "template", "standard", &mark)?.is_some() {
        return Ok(());
    }
    let now = session.now();
    let template = Template {
        company_id: company,
        content: CONTENT.to_owned(),
        created_at: now,
        description: Some("Parties, prices, term and signatures.".to_owned()),
        id: session.new_id(PREFIX),
        name: NAME.to_owned(),
        standard: true,
        state: State::Active,
        template_variables: variables::names(CONTENT),
        updated_at: now,
        version: 1,
    };
    match insert(session, &FACTS, &template) {
        // Another process put it there at this moment.
        Err(Failure::Store(store::Error::Taken(mark))) => {
            Err(Failure::Store(store::Error::Again(mark)))
        }
        made => made.and_then(|()| keep(session, &template)),
    }
}
