//! Usage as decisions ask for it. What will be asked depends on what is decided: a decision runs
//! once to find out what it asks, that is read for many customers together, and it is decided again
//! until nothing was asked in vain. What was decided with anything missing is never used.

use std::collections::{BTreeMap, BTreeSet};

use billing::snapshot::Snapshot;
use calendar::{Period, Zone};
use records::{CustomerId, Moment};

use super::loaded::Loaded;
use super::meter::{Measured, Stretch};
use crate::usage::metrics::{self, Known};
use crate::usage::objects::reading as objects;
use crate::usage::reading::{self, Wanted};
use crate::{Failure, Session};

/// Decides on what is loaded, again for as long as it asks for more usage. Of a subscription that
/// is just made, usage is that of `subscriber`.
pub(crate) fn decided<T>(
    session: &mut Session<'_, '_>,
    (loaded, subscriber): (&Loaded, Option<&CustomerId>),
    decide: impl Fn(&Snapshot) -> T,
) -> Result<T, Failure> {
    loop {
        let made = decide(&loaded.snapshot);
        if !loaded.usage.is_wanting() {
            return Ok(made);
        }
        fetch(session, &[loaded], subscriber)?;
    }
}

/// What was asked of a component, and by which metric it is answered.
struct Asked<'a> {
    loaded: &'a Loaded,
    stretch: Stretch,
    zone: Option<Zone>,
    customer_id: CustomerId,
    known: Known,
}

/// Reads what was asked in vain.
pub(crate) fn fetch(
    session: &mut Session<'_, '_>,
    all: &[&Loaded],
    subscriber: Option<&CustomerId>,
) -> Result<(), Failure> {
    let (objects, events): (Vec<Asked<'_>>, Vec<Asked<'_>>) =
        asked(session, all, subscriber)?.into_iter().partition(|asked| asked.zone.is_some());
    fetch_objects(session, objects)?;
    let wanted: Vec<Wanted> = events
        .iter()
        .map(|asked| Wanted {
            customer_id: asked.customer_id.clone(),
            known: asked.known.clone(),
            from: Moment::from(asked.stretch.start),
            until: Moment::from(asked.stretch.end),
        })
        .collect();
    let read = reading::read(session, &wanted)?;
    for ((asked, wanted), reading) in events.into_iter().zip(wanted).zip(read) {
        let value = reading.value(&wanted.known);
        let (customer_id, version) = (asked.customer_id, reading.version);
        let measured = Measured { customer_id, value, version, wanted: Some(wanted) };
        asked.loaded.usage.learn(asked.stretch, Some(measured));
    }
    Ok(())
}

fn asked<'a>(
    session: &mut Session<'_, '_>,
    all: &[&'a Loaded],
    subscriber: Option<&CustomerId>,
) -> Result<Vec<Asked<'a>>, Failure> {
    let company = session.company_id().to_owned();
    let mut asked = Vec::new();
    for loaded in all {
        let stretches = loaded.usage.take_asked();
        asked.extend(stretches.into_iter().map(|(stretch, zone)| (*loaded, stretch, zone)));
    }
    let measures = |stretch: &Stretch| {
        let measure = session.tools.plans.measures(&company, &stretch.component);
        measure.map(|measure| measure.metric_id)
    };
    let ids: BTreeSet<String> = asked.iter().filter_map(|(_, each, _)| measures(each)).collect();
    let by_component: BTreeMap<String, String> = asked
        .iter()
        .filter_map(|(_, each, _)| Some((each.component.clone(), measures(each)?)))
        .collect();
    let known = metrics::by_ids(session, ids.into_iter().collect())?;
    let mut found = Vec::with_capacity(asked.len());
    for (loaded, stretch, zone) in asked {
        let metric = by_component.get(&stretch.component).and_then(|id| known.get(id)).cloned();
        let own = customer(&loaded.snapshot, &stretch.subscription);
        match metric.zip(own.or(subscriber.cloned())) {
            Some((known, customer_id)) => {
                found.push(Asked { loaded, stretch, zone, customer_id, known });
            }
            None => loaded.usage.learn(stretch, None),
        }
    }
    Ok(found)
}

/// What objects come to, each stretch by the days of its zone.
fn fetch_objects(session: &mut Session<'_, '_>, all: Vec<Asked<'_>>) -> Result<(), Failure> {
    if all.is_empty() {
        return Ok(());
    }
    let wanted: Vec<objects::Wanted> = all
        .iter()
        .map(|asked| objects::Wanted {
            customer_id: asked.customer_id.clone(),
            item_id: asked.known.item_id.clone(),
            from: Moment::from(asked.stretch.start),
            until: Moment::from(asked.stretch.end),
        })
        .collect();
    let read = objects::read(session, &wanted)?;
    for (asked, there) in all.into_iter().zip(read) {
        let Asked { loaded, stretch, zone, customer_id, known } = asked;
        let period = Period { start: stretch.start, end: stretch.end };
        let weighed = stretch.weight.zip(zone.as_ref());
        let value = weighed.map(|by| known.metric.measure_objects(&there, period, by).value);
        let measured = value.map(|value| Measured { customer_id, wanted: None, value, version: 0 });
        loaded.usage.learn(stretch, measured);
    }
    Ok(())
}

/// Whose a subscription is; nobody's yet where it is just made.
fn customer(snapshot: &Snapshot, subscription: &str) -> Option<CustomerId> {
    let mut all = snapshot.subscriptions.iter();
    let found = all.find(|known| known.id.to_string() == subscription);
    found.map(|known| CustomerId::from(&*known.customer))
}
