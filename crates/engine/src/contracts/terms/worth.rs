//! What a contract comes to: the core decides what it asks for, as if it were executed now, and
//! values what that makes. Nothing of it is written.

use std::sync::Arc;

use billing::command::Command;
use billing::contract::{Quote, Span, Value, quote, value};
use billing::decide::decide;
use billing::id::SubscriptionHandle;
use billing::metering::NoUsage;
use billing::one_time::OneTimeItem;
use billing::project::project;
use billing::snapshot::Snapshot;
use billing::subscription::{Discount, Timing};
use calendar::Timestamp;
use money::{Amount, Currency};

use super::order::Order;
use crate::bill::load::{self, LoadScope, Scope};
use crate::bill::{refused, stored};
use crate::{Failure, Refusal, Session};

/// A contract in figures.
pub(crate) struct Worth {
    pub(crate) currency: Currency,
    pub(crate) value: Value,
    pub(crate) quote: Quote,
    /// What the subscription brings a year that it changes.
    pub(crate) previous_arr: Option<Amount>,
    /// The bundle that was named.
    pub(crate) bundle: Option<String>,
}

/// Fails as the execution would.
pub(crate) fn worth(session: &mut Session<'_, '_>, order: &Order) -> Result<Worth, Failure> {
    match order {
        Order::Subscribe(draft) => {
            let command = Order::subscribe(session, draft)?;
            let items = command.onetime_items.clone();
            let mut snapshot = blank(session, &command.customer)?;
            let id = snapshot.minted.upcoming(0);
            // The past is billed when it is executed, and worth what it is worth.
            let wanted = billing::command::Subscribe { past_invoices: false, ..command };
            let command = Command::Subscribe(Box::new(wanted));
            let at = stored::instant(session.now())?;
            ahead(&mut snapshot, &command, at).map_err(|failure| pointed(draft, failure))?;
            let bundle = draft.ordered.bought.bundle.as_ref().map(|bundle| bundle.id.clone());
            let worth = valued(&snapshot, &id, (None, &items))?;
            Ok(Worth { bundle, ..worth })
        }
        Order::Change(change) => {
            let (row, changed) = &**change;
            let command = Order::change(session, change)?;
            let items = command.wanted.onetime_items.clone();
            let at = stored::instant(session.now())?;
            let begins = command.custom_date.unwrap_or(at).max(at);
            let id = command.subscription.clone();
            let asked = Command::Change(Box::new(billing::command::AskChange {
                timing: Timing::Immediate,
                custom_date: None,
                ..command
            }));
            let billed = &row.columns.billed_customer_id;
            let mut snapshot = loaded(session, billed, (&asked, &row.columns.id))?;
            ahead(&mut snapshot, &asked, at).map_err(|failure| changed.pointed(failure))?;
            let worth = valued(&snapshot, &id, (Some(begins), &items))?;
            let arr = row.columns.currency.parse().ok();
            let previous_arr = arr.map(|currency| Amount::new(currency, row.columns.arr));
            let bundle = changed.ordered.bought.bundle.as_ref().map(|bundle| bundle.id.clone());
            Ok(Worth { previous_arr, bundle, ..worth })
        }
        Order::Once(read) => {
            let at = stored::instant(session.now())?;
            let (currency, items) = (read.command.currency, &read.command.items);
            let snapshot = blank(session, &read.command.customer)?;
            let discounts = read.command.discounts.iter().zip(0_u32..);
            let made = discounts.map(|(new, ahead)| {
                let id = snapshot.minted.upcoming(ahead);
                new.made(id, at, billing::subscription::DiscountState::Active)
            });
            let discounts: Vec<Discount> = made.collect();
            let quote = quote(None, items, &discounts).map_err(refused)?;
            let zero = Amount::zero(currency);
            let tcv = quote.once_total(zero).map_err(refused)?;
            let value = Value { acv: zero, tcv };
            Ok(Worth { currency, value, quote, previous_arr: None, bundle: None })
        }
    }
}

fn valued(
    snapshot: &Snapshot,
    id: &SubscriptionHandle,
    (changed, items): (Option<Timestamp>, &[OneTimeItem]),
) -> Result<Worth, Failure> {
    let gone = || Failure::from(Refusal::conflict("not_executable", "It makes no subscription."));
    let known = snapshot.subscription(id).ok_or_else(gone)?;
    let currency = known.terms.currency;
    let quote = quote(Some(known), items, &known.discounts).map_err(refused)?;
    let once = quote.once_total(Amount::zero(currency)).map_err(refused)?;
    let span = match changed {
        None => Span::of_new(known).map_err(refused)?,
        Some(at) => Span::of_changed(known, at),
    };
    let value = value(snapshot, id, span, once).map_err(refused)?;
    Ok(Worth { currency, value, quote, previous_arr: None, bundle: None })
}

/// A customer of whom nothing else is known.
fn blank(session: &mut Session<'_, '_>, id: &Arc<str>) -> Result<Snapshot, Failure> {
    let company = session.company_id().to_owned();
    let ids = vec![records::CustomerId::from(&**id)];
    let found = store::customer::documents(session.tx, &company, ids)?.into_iter().next();
    let (id, text) = found.ok_or_else(|| Refusal::not_found("customer", id))?;
    let (_, customer) = load::known(&id, &text)?;
    let settings = Arc::new(load::company(session.company())?);
    let mut snapshot = Snapshot::new(settings, customer);
    snapshot.meter = Arc::new(NoUsage);
    Ok(snapshot)
}

/// Whoever pays for a subscription, with everything that changing it depends on.
fn loaded(
    session: &mut Session<'_, '_>,
    customer: &records::CustomerId,
    (command, id): (&Command, &records::SubscriptionId),
) -> Result<Snapshot, Failure> {
    let company = session.company_id().to_owned();
    let mut billed = store::billed::by_ids(session.tx, &company, vec![customer.clone()])?;
    let gone = || Failure::from(Refusal::not_found("customer", customer));
    let billed = billed.pop().ok_or_else(gone)?;
    let named = LoadScope { subscriptions: vec![id.clone()], ..LoadScope::default() };
    let until = stored::instant(session.now())?;
    let scope = Scope { named: &named, command, until };
    let loaded = load::load(session, billed, scope)?.ok_or_else(gone)?;
    // Reads what it asks for of usage, so that it is there afterwards.
    let tried =
        load::decided(session, (&loaded, None), |snapshot| decide(snapshot, command, until))?;
    tried.map(|_| ()).or(Ok::<(), Failure>(()))?;
    Ok(loaded.snapshot)
}

/// Decides on the snapshot itself.
fn ahead(snapshot: &mut Snapshot, command: &Command, at: Timestamp) -> Result<(), Failure> {
    for fact in decide(snapshot, command, at).map_err(refused)? {
        project(snapshot, &fact).map_err(stored::Unreadable::from)?;
    }
    Ok(())
}

/// The core counts pricings where the body has config items.
fn pointed(draft: &crate::subscriptions::body::Draft, failure: Failure) -> Failure {
    match failure {
        Failure::Refused(Refusal::Invalid(faults)) => draft.refusal(faults).into(),
        other => other,
    }
}
