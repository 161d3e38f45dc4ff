//! Rows into the database, in one transaction: customers that somebody else decided meanwhile are
//! left out, the rest gets its numbers and is written in bulk.

use std::collections::{BTreeMap, BTreeSet};

use billing::fact::FactType;
use records::{CompanyId, CustomerId, Moment, SubscriptionId};
use store::fact::NewFact;
use store::subscription::Moved;

use super::logged::LoggedFact;
use super::moving::Moving;
use super::prepare::Prepared;
use super::{invoices, metered, revenue, settle, subscriptions};
use crate::bill::due::due_anew;
use crate::bill::numbering::formatted;
use crate::bill::numbering_order::NumberingPlace;
use crate::bill::stored;
use crate::bill::watch::WatchedFact;
use crate::credits::thresholds::cross;
use crate::customers::entitlements;
use crate::{Failure, Refusal, Session, emails};

/// Writes all of these that are still current, and says which those are. It may be run again.
pub(crate) fn write(
    session: &mut Session<'_, '_>,
    all: &mut [Prepared],
    place: &NumberingPlace,
) -> Result<Vec<bool>, Failure> {
    let company = session.company_id().to_owned();
    let current = settle::settle(session, &company, all)?;
    let mask: Vec<bool> = all.iter().map(|prepared| current.contains(&prepared.customer)).collect();
    let mut current: Vec<&mut Prepared> =
        all.iter_mut().filter(|prepared| current.contains(&prepared.customer)).collect();
    let seen: Vec<&Prepared> = current.iter().map(|prepared| &**prepared).collect();
    records(session, &company, &seen)?;
    let billed: Vec<&metered::Rows> = seen.iter().map(|prepared| &prepared.metered).collect();
    metered::close(session, &company, &billed)?;
    // So far only rows of these customers were touched, for which nobody else waits.
    place.wait();
    uses(session, &company, &seen)?;
    // Behind the uses: a catalog that somebody changes meanwhile is waited for there.
    let entitled = entitlements::follow(session, granting(&seen))?;
    let moves: Vec<_> = seen.iter().flat_map(|prepared| &prepared.credits.moves).collect();
    let crossed = cross::cross(session, &moves)?;
    // Whoever has taken a number is waited for by all others of the company: this comes last.
    number(session, &mut current)?;
    place.pass();
    let current: Vec<&Prepared> = current.into_iter().map(|prepared| &*prepared).collect();
    invoices(session, &company, &current)?;
    log(session, &company, &current)?;
    let wanted = emails::of_prepared(session.company(), session.now(), &current);
    emails::queue(session, wanted)?;
    entitlements::tell(session, entitled)?;
    cross::tell(session, crossed)?;
    let lapsing: BTreeSet<&CustomerId> = current.iter().flat_map(|each| &each.lapsing).collect();
    for customer in lapsing {
        due_anew(session, customer)?;
    }
    Ok(mask)
}

/// The customers whose subscriptions may grant something else from now on.
fn granting(all: &[&Prepared]) -> Vec<CustomerId> {
    let rows = all.iter().map(|prepared| &prepared.subscriptions);
    let ids: BTreeSet<&CustomerId> = rows.flat_map(subscriptions::Rows::granting).collect();
    ids.into_iter().cloned().collect()
}

/// Gives numbers in the order of issue; a series never goes back to an earlier day.
fn number(session: &mut Session<'_, '_>, all: &mut [&mut Prepared]) -> Result<(), Failure> {
    let company = session.company().clone();
    let now = session.now();
    for series in [store::number::INVOICE, store::number::CREDIT_NOTE] {
        let invoices = series == store::number::INVOICE;
        let format = match invoices {
            true => &company.invoice_number_format,
            false => &company.credit_note_number_format,
        };
        let rows = all.iter_mut().flat_map(|prepared| &mut prepared.invoices);
        let mut wanting: Vec<_> = rows.filter(|row| wanted(row, invoices) > 0).collect();
        if wanting.is_empty() {
            continue;
        }
        wanting.sort_by(|a, b| a.rank.cmp(&b.rank));
        let count = wanting.iter().map(|row| wanted(row, invoices)).sum();
        let taken = store::number::take(session.tx, &company.id, series, count, now)?;
        if later_day(&company.preferred_timezone, taken.last_date, now) {
            // Somebody issued on a later day already: this is decided again, at a later time.
            session.tools.stamped(&company.id, taken.last_date);
            return Err(Failure::Store(store::Error::Again("an issue came first".to_owned())));
        }
        let mut numbers = taken.first..;
        for row in wanting {
            let issued = row.wants_number && row.is_credit_note != invoices;
            let void = row.wants_credit_note && !invoices;
            let columns = &mut row.new.columns;
            if issued {
                columns.number = numbers.next().map(|number| formatted(format, number));
            }
            if void {
                columns.credit_note_number = numbers.next().map(|number| formatted(format, number));
            }
        }
    }
    Ok(())
}

/// How many numbers of a series a document needs: one for itself, and one for its void.
fn wanted(row: &invoices::Row, invoices: bool) -> i64 {
    let issued = row.wants_number && row.is_credit_note != invoices;
    i64::from(issued) + i64::from(row.wants_credit_note && !invoices)
}

fn later_day(zone: &str, last: Moment, now: Moment) -> bool {
    let zone: calendar::Zone = zone.parse().unwrap_or(calendar::Zone::UTC);
    match (stored::instant(last), stored::instant(now)) {
        (Ok(last), Ok(now)) => zone.date(last) > zone.date(now),
        _ => false,
    }
}

/// Everything that has no number.
fn records(
    session: &mut Session<'_, '_>,
    company: &CompanyId,
    all: &[&Prepared],
) -> Result<(), Failure> {
    let tx = &mut *session.tx;
    for new in all.iter().flat_map(|prepared| &prepared.subscriptions.created) {
        store::subscription::insert(tx, company, new).map_err(taken)?;
    }
    let moving = || all.iter().flat_map(|prepared| &prepared.subscriptions.moved);
    let moved: Vec<Moved<'_>> = moving()
        .map(|moving| Moved {
            before: &moving.before,
            after: &moving.after,
            progress: &moving.progress,
        })
        .collect();
    store::subscription::move_on(tx, company, &moved)?;
    let rewritten: Vec<_> = moving().filter_map(Moving::rewriting).collect();
    store::subscription::rewrite(tx, company, &rewritten)?;
    let created: Vec<_> = all.iter().flat_map(|prepared| &prepared.credits.created).collect();
    let changed: Vec<_> = all.iter().flat_map(|prepared| &prepared.credits.changed).collect();
    let log: Vec<_> = all.iter().flat_map(|prepared| &prepared.credits.log).collect();
    store::credit::insert_many(tx, company, &created)?;
    store::credit::replace_many(tx, company, &changed)?;
    store::credit::log_many(tx, company, &log)?;
    let created: Vec<_> = all.iter().flat_map(|prepared| &prepared.one_times.created).collect();
    let changed: Vec<_> = all.iter().flat_map(|prepared| &prepared.one_times.changed).collect();
    store::one_time::insert_many(tx, company, &created)?;
    store::one_time::replace_many(tx, company, &changed)?;
    let known: Vec<_> = all.iter().flat_map(|prepared| &prepared.subscriptions.revenue).collect();
    store::customer::set_revenue(tx, company, &known)?;
    let counted: BTreeSet<&CustomerId> =
        all.iter().flat_map(|prepared| &prepared.subscriptions.recounted).collect();
    revenue::recount(session, company, counted)
}

fn invoices(
    session: &mut Session<'_, '_>,
    company: &CompanyId,
    all: &[&Prepared],
) -> Result<(), Failure> {
    let tx = &mut *session.tx;
    let rows = || all.iter().flat_map(|prepared| &prepared.invoices);
    let fresh: Vec<_> = rows().filter(|row| row.fresh).map(|row| &row.new).collect();
    let changed = rows().filter(|row| !row.fresh && !row.only_credited);
    let known: Vec<_> = changed.map(|row| &row.new).collect();
    let credited = rows().filter(|row| row.only_credited);
    let credited: Vec<_> = credited.map(|row| &row.new).collect();
    store::invoice::insert_many(tx, company, &fresh)?;
    store::invoice::replace_many(tx, company, &known)?;
    store::invoice::credit_many(tx, company, &credited)?;
    let paid: BTreeSet<SubscriptionId> =
        known.iter().filter_map(|new| new.columns.subscription_id.clone()).collect();
    let paid: Vec<SubscriptionId> = paid.into_iter().collect();
    Ok(store::subscription::past_due(tx, company, &paid)?)
}

/// Which of our unique keys refused a row, in words.
fn taken(error: store::Error) -> Failure {
    match &error {
        store::Error::Taken(key) if key.contains("identifier") => Refusal::conflict(
            "identifier_taken",
            "Another subscription of this company has this identifier.",
        )
        .into(),
        _ => error.into(),
    }
}

/// Counts what is in use, spread over shards so that writers do not queue on one row.
fn uses(
    session: &mut Session<'_, '_>,
    company: &CompanyId,
    all: &[&Prepared],
) -> Result<(), Failure> {
    let mut tallies = Vec::new();
    let mut used: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for begun in all.iter().flat_map(|prepared| &prepared.subscriptions.uses) {
        let shard = shard(&begun.subscription);
        let ids = begun.pricings.iter().chain(&begun.products).chain(&begun.bundle);
        tallies.extend(ids.map(|id| (id.clone(), shard, begun.delta)));
        if begun.delta >= 0 {
            used.entry("pricing").or_default().extend(begun.pricings.iter().cloned());
            used.entry("product").or_default().extend(begun.products.iter().cloned());
            used.entry("bundle").or_default().extend(begun.bundle.iter().cloned());
        }
    }
    for (pricing, product) in all.iter().flat_map(|prepared| &prepared.one_times.used) {
        used.entry("pricing").or_default().push(pricing.clone());
        used.entry("product").or_default().push(product.clone());
    }
    store::tally::add(session.tx, company, &tallies)?;
    for (kind, mut ids) in used {
        ids.sort_unstable();
        ids.dedup();
        store::tally::mark_used(session.tx, company, kind, ids)?;
    }
    Ok(())
}

fn shard(id: &str) -> i64 {
    let sum = id.bytes().fold(0_u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    i64::try_from(sum % 1024).unwrap_or(0)
}

/// A fact with its id and what it says.
struct Entry<'a> {
    id: String,
    logged: &'a LoggedFact,
    data: String,
}

/// The facts, with the numbers that were given.
fn log(
    session: &mut Session<'_, '_>,
    company: &CompanyId,
    all: &[&Prepared],
) -> Result<(), Failure> {
    let now = session.now();
    let mut facts = Vec::new();
    for prepared in all {
        for (logged, fact) in prepared.logged.iter().zip(&prepared.facts) {
            let id: String = session.new_id("evt_");
            if let Some(watch) = &session.tools.watch {
                watch(WatchedFact { id: &id, customer: &prepared.customer, fact });
            }
            facts.push(entry(id, logged, prepared));
        }
    }
    if session.row.clock_now.is_none() && !facts.is_empty() {
        session.tools.stamped(company, now);
    }
    let actor = session.actor.word();
    let rows = facts.iter_mut().map(|entry| NewFact {
        company,
        id: &entry.id,
        event_type: entry.logged.kind.event_type(),
        data_type: entry.logged.kind.data_type(),
        object_id: &entry.logged.object,
        created_at: now,
        data: std::mem::take(&mut entry.data),
        actor: &actor,
    });
    Ok(store::fact::add_many(session.tx, rows.collect())?)
}

fn entry<'a>(id: String, logged: &'a LoggedFact, prepared: &Prepared) -> Entry<'a> {
    let columns = || {
        let row = prepared.invoices.iter().find(|row| *row.new.columns.id == *logged.object);
        row.map(|row| &row.new.columns)
    };
    let data = match logged.kind {
        FactType::InvoiceFinalized => {
            logged.numbered("number", columns().and_then(|columns| columns.number.as_deref()))
        }
        FactType::InvoiceVoided => {
            let number = columns().and_then(|columns| columns.credit_note_number.as_deref());
            logged.numbered("credit_note_number", number)
        }
        _ => logged.text(),
    };
    Entry { id, logged, data }
}
