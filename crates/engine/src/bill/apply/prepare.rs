//! From facts to rows, outside of any transaction: ids are given, the facts are laid over the
//! snapshot, and every record that they changed is written out as a row.

use crate::bill::apply::ApplyContext;
use std::collections::HashMap;

use billing::decide::next_due;
use billing::fact::Fact;
use billing::id::{Name, Noun, SubscriptionHandle};
use billing::project::project;
use billing::snapshot::Snapshot;
use records::{CustomerId, Moment};
use store::billed::Settled;

use super::logged::LoggedFact;
use super::{beside, changed, credits, invoices, metered, one_times, subscriptions};
use crate::bill::load::Loaded;
use crate::bill::stored::{self, ShownDetails, Unreadable};
use crate::{Failure, ids};

/// Everything that one customer's decision writes.
pub(crate) struct Prepared {
    pub(crate) customer: CustomerId,
    pub(crate) settled: Settled,
    /// Others whose records it changes, if they still have the versions they were read with.
    pub(crate) beside: Vec<Settled>,
    /// Those of them who may be next due at another time then.
    pub(crate) lapsing: Vec<CustomerId>,
    pub(crate) subscriptions: subscriptions::Rows,
    pub(crate) invoices: Vec<invoices::Row>,
    pub(crate) credits: credits::Rows,
    pub(crate) one_times: one_times::Rows,
    pub(crate) metered: metered::Rows,
    pub(crate) logged: Vec<LoggedFact>,
    pub(crate) facts: Vec<Fact>,
}

pub(crate) fn prepare(
    context: &ApplyContext<'_>,
    loaded: &Loaded,
    mut facts: Vec<Fact>,
) -> Result<Prepared, Failure> {
    let mut names = Names { context, given: HashMap::new() };
    facts.iter_mut().for_each(|fact| fact.replace_handles(&mut |id| names.give(id)));
    let fresh = names.notes();
    let before = &loaded.snapshot;
    let mut after = before.clone();
    let projected = facts.iter().try_for_each(|fact| project(&mut after, fact));
    projected.map_err(Unreadable::from)?;
    let notes = notes(loaded, &after, &fresh);
    let renamed = changed::names(&facts, &notes);
    let invoices = invoices::rows(context, loaded, &after, (&facts, &renamed))?;
    let decided = subscriptions::Decided {
        facts: &facts,
        notes: &notes,
        invoices: &invoices,
        pending_lines: &after.pending_lines,
    };
    let subscriptions = subscriptions::rows(context, loaded, &after, &decided)?;
    let credits = credits::rows(context, loaded, &after, &facts)?;
    let one_times = one_times::rows(context, loaded, &after, &notes)?;
    let turn_at = loaded.billed.rollup_turn_at;
    let due_at = next_due(&after).map(Moment::from).into_iter().chain(turn_at).min();
    let (beside, lapsing) = beside::settled(loaded, &after)?;
    Ok(Prepared {
        beside,
        lapsing,
        customer: loaded.billed.customer_id.clone(),
        settled: Settled {
            customer_id: loaded.billed.customer_id.clone(),
            version: loaded.billed.version,
            due_at,
            run: stored::rollup_run(&after.payer).unwrap_or(loaded.billed.run),
        },
        subscriptions,
        invoices,
        credits,
        one_times,
        metered: metered::rows(context, loaded, &facts)?,
        logged: facts.iter().map(LoggedFact::new).collect(),
        facts,
    })
}

/// What only the interface knows, by subscription: of what was there and of what is new. Most
/// have nothing.
fn notes(
    loaded: &Loaded,
    after: &Snapshot,
    fresh: &ShownDetails,
) -> HashMap<SubscriptionHandle, ShownDetails> {
    let mut all = HashMap::new();
    for subscription in &after.subscriptions {
        let known =
            loaded.shown.get(subscription.id.to_string().as_str()).map(|shown| &shown.notes);
        let known = known.filter(|shown_details| !shown_details.is_empty());
        if known.is_none() && fresh.is_empty() {
            continue;
        }
        let mut notes = known.cloned().unwrap_or_default();
        notes.changes.extend(fresh.changes.clone());
        notes.cancels.extend(fresh.cancels.clone());
        all.insert(subscription.id.clone(), notes);
    }
    all
}

/// Ids for what a decision made.
struct Names<'a> {
    context: &'a ApplyContext<'a>,
    given: HashMap<Name, Name>,
}

impl Names<'_> {
    fn give(&mut self, each: &Name) -> Name {
        let Name::New(noun, _) = each else { return each.clone() };
        if let Some(known) = self.given.get(each) {
            return known.clone();
        }
        let ApplyContext { tools, fresh, .. } = self.context;
        let wall = tools.wall.now();
        let id = match (noun, fresh) {
            (Noun::Subscription, Some(fresh)) => fresh.id.to_string(),
            (Noun::Subscription, None) => tools.ids.next(ids::SUBSCRIPTION, wall),
            (Noun::Invoice, _) => tools.ids.uuid(wall),
            (Noun::Credit, _) => tools.ids.next("crd_", wall),
            (Noun::Discount, _) => tools.ids.next("disc_", wall),
            (Noun::Change, _) => tools.ids.next("chg_", wall),
            (Noun::Cancel, _) => tools.ids.next("can_", wall),
            (Noun::Request, _) => tools.ids.next("req_", wall),
            (Noun::Line, _) => tools.ids.next("line_", wall),
            (Noun::OneTime, _) => tools.ids.next("otb_", wall),
        };
        let known = Name::Known(id.into());
        self.given.insert(each.clone(), known.clone());
        known
    }

    /// What is known of the changes and the cancel that were given ids: those that were asked for
    /// are counted from one on.
    fn notes(&self) -> ShownDetails {
        let mut notes = ShownDetails::default();
        let details = &self.context.details;
        for (known, id) in &self.given {
            match known {
                Name::New(Noun::Change, number) => {
                    let place = usize::try_from(*number).ok().and_then(|n| n.checked_sub(1));
                    let note = place.and_then(|place| details.changes.get(place));
                    notes.changes.extend(note.map(|note| (id.to_string(), note.clone())));
                }
                Name::New(Noun::Cancel, _) => {
                    let note = details.cancel.clone();
                    notes.cancels.extend(note.map(|note| (id.to_string(), note)));
                }
                _ => {}
            }
        }
        notes
    }
}
