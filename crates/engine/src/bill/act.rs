//! A verb of the API: the billed customer is locked, decided, and what was decided is written, all
//! in one transaction.

use billing::command::Command;
use billing::decide::decide;
use billing::fact::Fact;
use records::{CustomerId, SubscriptionId};

use super::apply::{self, Fresh, FreshOneTime, RequestDetails};
use super::hold::hold;
use super::load::{self, LoadScope, Scope};
use super::numbering_order::NumberingPlace;
use super::refuse::refused;
use super::stored::{self, InvoiceText, OneTimeText};
use crate::{Failure, Session};

/// Something to decide for one billed customer.
pub(crate) struct Asked {
    pub(crate) command: Command,
    pub(crate) named: LoadScope,
    pub(crate) fresh: Option<Fresh>,
    pub(crate) reprinted: Option<(SubscriptionId, InvoiceText)>,
    /// What only the interface knows of what is asked for.
    pub(crate) details: RequestDetails,
    /// One-time charges as they are answered, in the order in which they are asked for.
    pub(crate) one_times: Vec<FreshOneTime>,
    pub(crate) one_time_text: OneTimeText,
}

impl Asked {
    pub(crate) fn new(command: Command) -> Asked {
        Asked {
            command,
            named: LoadScope::default(),
            fresh: None,
            reprinted: None,
            details: RequestDetails::default(),
            one_times: Vec::new(),
            one_time_text: OneTimeText::default(),
        }
    }
}

/// Locks the billed customer, decides, and writes what was decided, all in this transaction.
pub(crate) fn act(
    session: &mut Session<'_, '_>,
    customer: &CustomerId,
    asked: Asked,
) -> Result<Vec<Fact>, Failure> {
    let billed = hold(session, customer)?;
    let now = session.now();
    let named = asked.named.by(&asked.command);
    let at = stored::instant(now)?;
    let scope = Scope { named: &named, command: &asked.command, until: at };
    let Some(loaded) = load::load(session, billed, scope)? else {
        return Err(crate::Refusal::not_found("customer", customer).into());
    };
    let of = (&loaded, named.customers.first());
    let made = load::decided(session, of, |snapshot| decide(snapshot, &asked.command, at))?;
    let facts = made.map_err(refused)?;
    let prepared = {
        let context = apply::ApplyContext {
            tools: session.tools,
            company: &session.row.company,
            now,
            fresh: asked.fresh,
            reprinted: asked.reprinted,
            details: asked.details,
            one_times: asked.one_times,
            one_time_text: asked.one_time_text,
        };
        apply::prepare(&context, &loaded, facts)?
    };
    let mut prepared = [prepared];
    if apply::write(session, &mut prepared, &NumberingPlace::alone())? != [true] {
        // The payer is held: somebody used a credit of one it pays for meanwhile.
        return Err(Failure::Store(store::Error::Again("a credit was used".to_owned())));
    }
    Ok(prepared.into_iter().flat_map(|prepared| prepared.facts).collect())
}

/// Locks whoever pays and decides what is due: whatever is read of it afterwards in this
/// transaction is not overtaken by what should have happened before.
pub(crate) fn catch_up(
    session: &mut Session<'_, '_>,
    customer: &CustomerId,
) -> Result<(), Failure> {
    let billed = hold(session, customer)?;
    match billed.due_at.is_some_and(|due| due <= session.now()) {
        true => act(session, customer, Asked::new(Command::RunDue)).map(|_| ()),
        false => Ok(()),
    }
}

/// The name that invoices of a subscription have.
pub(crate) fn printed_name(
    session: &mut Session<'_, '_>,
    id: &SubscriptionId,
) -> Result<String, Failure> {
    let company = session.company_id().to_owned();
    let mut rows = store::subscription::billing_by_ids(session.tx, &company, vec![id.clone()])?;
    let terms = rows.first_mut().map(stored::terms).transpose()?;
    Ok(terms.map(|terms| terms.text.name.clone()).unwrap_or_default())
}
