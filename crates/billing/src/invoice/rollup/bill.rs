//! The invoices of a rollup: one for each currency, grouped by customer, in parts where it is too
//! much for one.

use std::collections::BTreeSet;
use std::sync::Arc;

use calendar::Timestamp;
use money::Currency;

use crate::command::SettleWaiting;
use crate::customer::Rollup;
use crate::fact::Fact;
use crate::id::SubscriptionHandle;
use crate::invoice::adjust::again::{metered_now, without_met};
use crate::invoice::rollup::collect::{add, move_counted};
use crate::invoice::rollup::waiting::{bought, dates, ready, since, since_ordered};
use crate::invoice::{Cause, Invoice, InvoiceState, Line, assemble, finalize, pending_lines};
use crate::one_time::{self, OneTime};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::{Subscription, pause};
use crate::work::{Moment, Work};

/// No invoice has more lines, unless one customer alone does.
const MOST_LINES: usize = 10_000;

/// What one customer is billed.
struct Share {
    customer: Arc<str>,
    lines: Vec<Line>,
    one_times: Vec<Arc<OneTime>>,
    /// What goes on waiting of each subscription that has lines here.
    rest: Vec<(Arc<Subscription>, Vec<Line>)>,
}

/// Bills every currency whose date has come.
pub(crate) fn due(work: &mut Work, at: Timestamp) -> Result<(), Refusal> {
    // Without one nothing waits for its dates.
    let Some(rollup) = work.snapshot.payer.rollup.clone() else { return Ok(()) };
    for (currency, date) in dates(&work.snapshot) {
        if date > at {
            continue;
        }
        let wanted = Wanted { rollup: &rollup, currency, until: date, of: None };
        match billed(work, &wanted) {
            Ok(facts) => work.tell_all(facts),
            Err(refusal) => set_aside(work, currency, refusal)?,
        }
    }
    Ok(())
}

/// Bills at once what waits of these subscriptions, and everything of these customers that waits,
/// be it of subscriptions that are over or bought once.
pub(crate) fn settle(
    work: &mut Work,
    rollup: &Rollup,
    wanted: &SettleWaiting,
) -> Result<(), Refusal> {
    let customers: BTreeSet<&Arc<str>> = wanted.customers.iter().collect();
    let moved: BTreeSet<&SubscriptionHandle> =
        wanted.subscriptions.iter().map(|(id, _)| id).collect();
    let is_its = |known: &&Arc<Subscription>| {
        moved.contains(&known.id) || (known.is_over() && customers.contains(&known.customer))
    };
    let mine = work.snapshot.subscriptions.iter().filter(is_its);
    let of: BTreeSet<SubscriptionHandle> = mine.clone().map(|known| known.id.clone()).collect();
    let mut currencies: BTreeSet<Currency> = mine.map(|known| known.terms.currency).collect();
    currencies.extend(bought(&work.snapshot).map(|known| known.order.currency));
    for currency in currencies {
        let of = Some((&of, &customers));
        let wanted = Wanted { rollup, currency, until: wanted.at, of };
        let facts = billed(work, &wanted)?;
        work.tell_all(facts);
    }
    Ok(())
}

/// The facts of a run, all or none of them.
fn billed(work: &Work, wanted: &Wanted<'_>) -> Result<Vec<Fact>, Refusal> {
    let mut tried = Work::on(&work.snapshot, work.now);
    let all = shares(&tried.snapshot, wanted)?;
    bill(&mut tried, wanted, all)?;
    tried.into_facts()
}

/// What a run takes.
struct Wanted<'a> {
    rollup: &'a Rollup,
    currency: Currency,
    /// What began to wait until then.
    until: Timestamp,
    /// Only of these; of everybody where absent.
    of: Option<(&'a BTreeSet<SubscriptionHandle>, &'a BTreeSet<&'a Arc<str>>)>,
}

fn shares(snapshot: &Snapshot, wanted: &Wanted<'_>) -> Result<Vec<Share>, Refusal> {
    let mut shares: Vec<Share> = Vec::new();
    let takes = |known: &&Arc<Subscription>| {
        known.terms.currency == wanted.currency
            && wanted.of.is_none_or(|(of, _)| of.contains(&known.id))
    };
    let of: Vec<&Arc<Subscription>> = match wanted.of {
        // What is settled does not wait for anything.
        Some(_) => snapshot.subscriptions.iter().filter(takes).collect(),
        None => ready(snapshot).filter(takes).collect(),
    };
    for known in of {
        let awake = pause::awake(known);
        let (taken, rest) = pending_lines::take(snapshot, &awake)?;
        let (taken, later): (Vec<Line>, Vec<Line>) =
            taken.into_iter().partition(|line| since(line) <= wanted.until);
        let pending = snapshot.pending_lines.of(&known.id).len();
        if taken.is_empty() && rest.len().saturating_add(later.len()) == pending {
            continue;
        }
        let share = share(&mut shares, &known.customer);
        add(&mut share.lines, taken);
        share.rest.push((known.clone(), rest.into_iter().chain(later).collect()));
    }
    for known in bought(snapshot) {
        let customer = &known.order.customer;
        let asked = wanted.of.is_none_or(|(_, customers)| customers.contains(customer));
        let elsewhere = snapshot.customer(customer)?.managed_externally;
        let due = since_ordered(known) <= wanted.until;
        if asked && due && !elsewhere && known.order.currency == wanted.currency {
            share(&mut shares, customer).one_times.push(known.clone());
        }
    }
    for share in &mut shares {
        share.lines.extend(one_time::lines::all(&share.one_times, wanted.until)?);
    }
    Ok(shares)
}

fn share<'a>(shares: &'a mut Vec<Share>, customer: &Arc<str>) -> &'a mut Share {
    let known = shares.iter().position(|known| known.customer == *customer);
    let place = known.unwrap_or(shares.len());
    if place == shares.len() {
        let (lines, one_times, rest) = (Vec::new(), Vec::new(), Vec::new());
        shares.push(Share { customer: customer.clone(), lines, one_times, rest });
    }
    #[allow(clippy::indexing_slicing)]
    &mut shares[place]
}

/// Makes the invoices.
fn bill(work: &mut Work, wanted: &Wanted<'_>, shares: Vec<Share>) -> Result<(), Refusal> {
    let rollup = wanted.rollup;
    let (mut part, payer) = (rollup.next_part(wanted.until), work.snapshot.payer.id.clone());
    let moment = Moment { at: wanted.until, now: work.now };
    let (billed, dropped): (Vec<Share>, Vec<Share>) =
        shares.into_iter().partition(|share| !share.lines.is_empty());
    for (known, rest) in dropped.into_iter().flat_map(|share| share.rest) {
        // What gave back something of an invoice that is void waits no longer.
        pending_lines::wait(work, &known, work.now, rest);
    }
    for shares in parts(billed) {
        let currency = wanted.currency;
        let cause = Cause::Rollup { payer: payer.clone(), at: wanted.until, currency, part };
        let mut lines: Vec<Line> = Vec::new();
        for share in &shares {
            let from = lines.len();
            lines.extend(share.lines.iter().cloned().map(|mut line| {
                move_counted(&mut line, |place| from.saturating_add(place));
                line
            }));
        }
        let lines = without_met(metered_now(&work.snapshot, &lines)?);
        let made = assemble::of_rollup(&work.snapshot, (rollup, currency), (cause, lines), moment)?;
        let id = made.id.clone();
        // What is settled does not wait for late usage.
        let late = until(&made.lines).filter(|until| wanted.of.is_none() && *until > work.now);
        let facts = match late {
            Some(_) => vec![draft(&work.snapshot, (made, late), work.now)?],
            None => finalize::finalize(&work.snapshot, None, made, work.now)?,
        };
        work.tell_all(facts);
        for share in shares {
            work.tell_all(one_time::lines::invoiced(&share.one_times, &id, work.now));
            for (known, rest) in share.rest {
                pending_lines::wait(work, &known, work.now, rest);
            }
        }
        part = part.saturating_add(1);
    }
    Ok(())
}

/// Until when late usage of these lines is waited for.
fn until(lines: &[Line]) -> Option<Timestamp> {
    lines.iter().filter_map(|line| line.collected?.until).max()
}

/// The fact of an invoice that waits for late usage.
fn draft(
    snapshot: &Snapshot,
    (mut made, until): (Invoice, Option<Timestamp>),
    now: Timestamp,
) -> Result<Fact, Refusal> {
    made.state = InvoiceState::Draft { until, basis: None };
    assemble::total(snapshot, None, &mut made, Vec::new())?;
    Ok(Fact::drafted(made, now))
}

/// Customers whose lines go on one invoice.
fn parts(shares: Vec<Share>) -> Vec<Vec<Share>> {
    let (mut all, mut count): (Vec<Vec<Share>>, usize) = (Vec::new(), 0);
    for share in shares {
        let lines = share.lines.len();
        match all.last_mut().filter(|_| count.saturating_add(lines) <= MOST_LINES) {
            Some(last) => {
                count = count.saturating_add(lines);
                last.push(share);
            }
            None => {
                count = lines;
                all.push(vec![share]);
            }
        }
    }
    all
}

/// What cannot be billed together is set aside together, with the reason.
fn set_aside(work: &mut Work, currency: Currency, refusal: Refusal) -> Result<(), Refusal> {
    let of: Vec<Arc<Subscription>> =
        ready(&work.snapshot).filter(|known| known.terms.currency == currency).cloned().collect();
    if of.is_empty() {
        return Err(refusal);
    }
    for subscription in of {
        work.park(&subscription, refusal.clone())?;
    }
    Ok(())
}
