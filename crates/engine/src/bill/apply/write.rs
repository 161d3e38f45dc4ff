//! Rows into the database, in one transaction: customers that somebody else decided meanwhile are
//! left out, the rest gets its numbers and is written in bulk.

use std::collections::BTreeSet;

use billing::fact::FactType;
use records::Moment;
use serde_json::json;
use store::fact::NewFact;

use super::prepare::Prepared;
use super::told::Told;
use crate::{Failure, Refusal, Session};

/// How many shards the counts of uses have.
const SHARDS: u64 = 16;

/// Writes all of these that are still current; answers them, and who was beaten.
pub(crate) fn write(
    session: &mut Session<'_, '_>,
    all: Vec<Prepared>,
) -> Result<(Vec<Prepared>, Vec<String>), Failure> {
    let company = session.company_id().to_owned();
    let settled: Vec<_> = all.iter().map(|own| own.settled.clone()).collect();
    let current: BTreeSet<String> =
        store::billed::settle(session.tx, &company, &settled)?.into_iter().collect();
    let (mut kept, beaten): (Vec<Prepared>, Vec<Prepared>) =
        all.into_iter().partition(|own| current.contains(&own.customer));
    number(session, &mut kept)?;
    records(session, &company, &mut kept)?;
    uses(session, &company, &kept)?;
    log(session, &kept)?;
    Ok((kept, beaten.into_iter().map(|own| own.customer).collect()))
}

/// Gives numbers in the order of issue; a series never runs backwards in time.
fn number(session: &mut Session<'_, '_>, all: &mut [Prepared]) -> Result<(), Failure> {
    let company = session.company().clone();
    let series = [
        ("invoice", company.invoice_number_format.as_str()),
        ("credit_note", company.credit_note_number_format.as_str()),
    ];
    for (place, (series, format)) in series.into_iter().enumerate() {
        let rows = all.iter_mut().flat_map(|own| &mut own.invoices);
        let mut wanting: Vec<_> = rows
            .filter(|row| if place == 0 { row.wants_number } else { row.wants_credit_note })
            .collect();
        if wanting.is_empty() {
            continue;
        }
        wanting.sort_by(|a, b| a.rank.cmp(&b.rank));
        let count = i64::try_from(wanting.len()).unwrap_or(i64::MAX);
        let now = session.now();
        let taken = store::number::take(session.tx, &company.id, series, count, now)?;
        if taken.last_date > now {
            // Somebody issued later already: decide again, at a time that is not before theirs.
            session.tools.stamped(&company.id, taken.last_date);
            return Err(Failure::Store(store::Error::Again("an issue came first".to_owned())));
        }
        for (number, row) in (taken.first..).zip(wanting) {
            let number = formatted(format, number);
            match place {
                0 => row.new.columns.number = Some(number),
                _ => row.new.columns.credit_note_number = Some(number),
            }
        }
    }
    Ok(())
}

/// `{n}` is the number, `{n:6}` padded to six digits.
fn formatted(format: &str, number: i64) -> String {
    let Some(start) = format.find("{n") else { return format!("{format}{number}") };
    let Some(length) = format[start..].find('}') else { return format!("{format}{number}") };
    let width = format[start + 2..start + length].trim_start_matches(':').parse().unwrap_or(0_usize);
    format!("{}{number:0width$}{}", &format[..start], &format[start + length + 1..])
}

fn records(
    session: &mut Session<'_, '_>,
    company: &str,
    all: &mut [Prepared],
) -> Result<(), Failure> {
    let tx = &mut *session.tx;
    let (mut fresh, mut known) = (Vec::new(), Vec::new());
    let (mut moved, mut revenue) = (Vec::new(), Vec::new());
    let (mut new_credits, mut credits, mut log) = (Vec::new(), Vec::new(), Vec::new());
    let mut recount = BTreeSet::new();
    for own in all.iter_mut() {
        for row in &own.invoices {
            match row.fresh {
                true => fresh.push(&row.new),
                false => {
                    recount.extend(row.new.columns.subscription_id.clone());
                    known.push(&row.new);
                }
            }
        }
        for new in &own.subscriptions.created {
            store::subscription::insert(tx, company, new).map_err(taken)?;
        }
        moved.extend(&own.subscriptions.moved);
        revenue.extend(&own.subscriptions.revenue);
        new_credits.extend(&own.credits.created);
        credits.extend(&own.credits.changed);
        log.extend(&own.credits.log);
    }
    store::subscription::move_on(tx, company, &moved)?;
    store::invoice::insert_many(tx, company, &fresh)?;
    store::invoice::replace_many(tx, company, &known)?;
    store::credit::insert_many(tx, company, &new_credits)?;
    store::credit::replace_many(tx, company, &credits)?;
    store::credit::log_many(tx, company, &log)?;
    store::customer::set_revenue(tx, company, &revenue)?;
    let recount: Vec<String> = recount.into_iter().collect();
    store::subscription::past_due(tx, company, &recount)?;
    Ok(())
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
fn uses(session: &mut Session<'_, '_>, company: &str, all: &[Prepared]) -> Result<(), Failure> {
    let mut tallies = Vec::new();
    let (mut pricings, mut products) = (BTreeSet::new(), BTreeSet::new());
    for used in all.iter().flat_map(|own| &own.subscriptions.uses) {
        let shard = shard(&used.subscription);
        let created = all
            .iter()
            .flat_map(|own| &own.subscriptions.created)
            .find(|new| new.columns.id == used.subscription);
        let bundle = used
            .bundle
            .clone()
            .or_else(|| created.and_then(|new| new.columns.bundle_pricing_id.clone()));
        let ids = used.pricings.iter().chain(&used.products).chain(&bundle);
        tallies.extend(ids.map(|id| (id.clone(), shard, used.delta)));
        if used.delta > 0 {
            pricings.extend(used.pricings.iter().cloned());
            products.extend(used.products.iter().cloned());
            if let Some(bundle) = bundle {
                store::tally::mark_used(session.tx, company, "bundle", vec![bundle])?;
            }
        }
    }
    if tallies.is_empty() {
        return Ok(());
    }
    store::tally::add(session.tx, company, &tallies)?;
    if !pricings.is_empty() {
        let (pricings, products) = (pricings.into_iter().collect(), products.into_iter().collect());
        store::tally::mark_used(session.tx, company, "pricing", pricings)?;
        store::tally::mark_used(session.tx, company, "product", products)?;
    }
    Ok(())
}

fn shard(id: &str) -> i64 {
    let sum = id.bytes().fold(0_u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    i64::try_from(sum % SHARDS).unwrap_or(0)
}

/// The facts, with the numbers that were given.
fn log(session: &mut Session<'_, '_>, all: &[Prepared]) -> Result<(), Failure> {
    let now = session.now();
    let company = session.company_id().to_owned();
    let mut facts = Vec::new();
    for own in all {
        for told in &own.told {
            facts.push(entry(session, told, own, &company, now));
        }
    }
    if facts.is_empty() {
        return Ok(());
    }
    if session.row.clock_now.is_none() {
        session.tools.stamped(&company, now);
    }
    Ok(store::fact::add_many(session.tx, &company, &facts)?)
}

fn entry(
    session: &Session<'_, '_>,
    told: &Told,
    own: &Prepared,
    company: &str,
    now: Moment,
) -> NewFact {
    let mut values = told.values.clone();
    let row = own.invoices.iter().find(|row| row.new.columns.id == told.object);
    if let (FactType::InvoiceFinalized, Some(row)) = (told.kind, row) {
        values.insert("number".to_owned(), json!(row.new.columns.number));
    }
    if let (FactType::InvoiceVoided, Some(row)) = (told.kind, row) {
        values.insert("credit_note_number".to_owned(), json!(row.new.columns.credit_note_number));
    }
    let kind = told.kind.data_type();
    NewFact {
        company: company.to_owned(),
        id: session.new_id("evt_"),
        event_type: told.kind.event_type(),
        data_type: kind,
        object_id: told.object.clone(),
        created_at: now,
        data: json!({ "kind": kind, "id": told.object, "values": values }).to_string(),
    }
}
