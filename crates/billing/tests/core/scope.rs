//! What a decision depends on and is not loaded is an error that parks, never "nothing was given
//! back".

use billing::command::{AskCancel, Command, Subscribe, Wanted};
use billing::decide::{decide, missing, scoped};
use billing::fact::{Fact, SubscriptionFact};
use billing::id::{Handle, SubscriptionHandle};
use billing::refusal::Refusal;
use billing::snapshot::{OpenInvoices, Snapshot};
use billing::subscription::{Refund, Timing};
use calendar::Timestamp;

use crate::random::plan_of;
use crate::world::{advance, at, customer, run};

const MAY: &str = "2026-05-10T00:00:00Z";

fn subscribed() -> Snapshot {
    let mut snapshot = customer(None);
    let wanted = Subscribe::to("acme", vec![Wanted::new(plan_of(0))]);
    let start = at("2026-01-01T00:00:00Z");
    run(&mut snapshot, &Command::Subscribe(Box::new(wanted)), start).unwrap();
    advance(&mut snapshot, at("2026-05-01T00:00:00Z"));
    snapshot
}

fn cancel(at: Option<Timestamp>) -> Command {
    Command::Cancel(Box::new(AskCancel {
        subscription: Handle::new(1),
        timing: if at.is_some() { Timing::CustomDate } else { Timing::Immediate },
        custom_end: at,
        refund: Refund::Prorated,
        remaining_balance: false,
        pending_invoices: false,
    }))
}

#[test]
fn a_cancel_needs_what_runs_and_what_is_open() {
    let whole = subscribed();
    let loaded = scoped(&whole, &cancel(None), at(MAY));
    assert_eq!(loaded.invoices.len(), whole.invoices.len(), "all are open");
    let mut bare = whole.clone();
    bare.invoices.clear();
    bare.open_of = OpenInvoices::Of(Default::default());
    let wanted = missing(&bare, &cancel(None), at(MAY));
    let running = whole.invoices.last().unwrap().id.clone();
    assert_eq!(wanted.invoices.into_iter().collect::<Vec<_>>(), [running]);
    assert_eq!(wanted.open_of.len(), 1);
    assert!(missing(&bare, &Command::RunDue, at(MAY)).is_empty(), "a billing date needs none");
}

#[test]
fn what_is_missing_refuses_or_parks() {
    let mut lacking = subscribed();
    let running = lacking.invoices.pop().unwrap();
    let refused = decide(&lacking, &cancel(None), at(MAY));
    assert_eq!(refused.err(), Some(Refusal::not_loaded(&running.id)));
    let mut later = subscribed();
    run(&mut later, &cancel(Some(at(MAY))), at("2026-05-02T00:00:00Z")).unwrap();
    later.invoices.retain(|invoice| invoice.id != running.id);
    let facts = decide(&later, &Command::RunDue, at(MAY)).unwrap();
    let parked = facts.iter().find_map(|fact| match fact {
        Fact::Subscription { fact: SubscriptionFact::Parked { reason, .. }, .. } => {
            Some(reason.as_str())
        }
        _ => None,
    });
    assert!(parked.unwrap().contains("was not loaded"), "{facts:?}");
    let mut closed = subscribed();
    closed.open_of = OpenInvoices::Of(Default::default());
    let refused = decide(&closed, &cancel(None), at(MAY));
    let subscription: SubscriptionHandle = Handle::new(1);
    assert_eq!(refused.err(), Some(Refusal::not_loaded(&subscription)));
}
