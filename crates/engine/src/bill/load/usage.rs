//! Usage as decisions ask for it. What will be asked depends on what is decided: a decision runs
//! once to find out what it asks, that is read for many customers together, and it is decided again
//! until nothing was asked in vain. What was decided with anything missing is never used.

use std::collections::{BTreeMap, BTreeSet};

use billing::snapshot::Snapshot;
use records::{CustomerId, Moment};

use super::loaded::Loaded;
use super::meter::{Measured, Stretch};
use crate::usage::metrics;
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

/// Reads what was asked in vain.
pub(crate) fn fetch(
    session: &mut Session<'_, '_>,
    all: &[&Loaded],
    subscriber: Option<&CustomerId>,
) -> Result<(), Failure> {
    let company = session.company_id().to_owned();
    let mut asked = Vec::new();
    for loaded in all {
        let stretches = loaded.usage.take_asked();
        asked.extend(stretches.into_iter().map(|stretch| (*loaded, stretch)));
    }
    let measures = |stretch: &Stretch| {
        let measure = session.tools.plans.measures(&company, &stretch.component);
        measure.map(|measure| measure.metric_id)
    };
    let ids: BTreeSet<String> = asked.iter().filter_map(|(_, each)| measures(each)).collect();
    let by_component: BTreeMap<String, String> = asked
        .iter()
        .filter_map(|(_, each)| Some((each.component.clone(), measures(each)?)))
        .collect();
    let known = metrics::by_ids(session, ids.into_iter().collect())?;
    let (mut wanted, mut places) = (Vec::new(), Vec::new());
    for (loaded, stretch) in asked {
        let metric = by_component.get(&stretch.component).and_then(|id| known.get(id));
        let own = customer(&loaded.snapshot, &stretch.subscription);
        let customer = own.or(subscriber.cloned());
        match metric.zip(customer) {
            Some((known, customer_id)) => {
                wanted.push(Wanted {
                    customer_id,
                    known: known.clone(),
                    from: Moment::from(stretch.start),
                    until: Moment::from(stretch.end),
                });
                places.push((loaded, stretch));
            }
            None => {
                loaded.usage.learn(stretch, None);
            }
        }
    }
    let read = reading::read(session, &wanted)?;
    for (((loaded, stretch), wanted), reading) in places.into_iter().zip(wanted).zip(read) {
        let value = reading.value(&wanted.known);
        let measured = Measured { value, version: reading.version, wanted };
        loaded.usage.learn(stretch, Some(measured));
    }
    Ok(())
}

/// Whose a subscription is; nobody's yet where it is just made.
fn customer(snapshot: &Snapshot, subscription: &str) -> Option<CustomerId> {
    let mut all = snapshot.subscriptions.iter();
    let found = all.find(|known| known.id.to_string() == subscription);
    found.map(|known| CustomerId::from(&*known.customer))
}
