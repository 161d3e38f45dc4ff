//! What was there in stretches of time, by one statement for all of them.

use billing::definition::Value;
use billing::metering::Existence;
use records::{CustomerId, Moment};
use store::usage::object::{self, Stretch};

use crate::bill::stored;
use crate::{Failure, Session};

/// A stretch that is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub(crate) customer_id: CustomerId,
    pub(crate) item_id: String,
    pub(crate) from: Moment,
    pub(crate) until: Moment,
}

/// The objects of each.
pub(crate) fn read(
    session: &mut Session<'_, '_>,
    all: &[Wanted],
) -> Result<Vec<Vec<Existence>>, Failure> {
    let company = session.company_id().to_owned();
    let numbered = all.iter().zip(0_i64..);
    let stretches: Vec<Stretch> = numbered
        .map(|(wanted, number)| Stretch {
            number,
            customer_id: wanted.customer_id.clone(),
            item_id: wanted.item_id.clone(),
            from: wanted.from,
            until: wanted.until,
        })
        .collect();
    let mut read: Vec<Vec<Existence>> = all.iter().map(|_| Vec::new()).collect();
    for asked in object::within(session.tx, &company, &stretches)? {
        let place = usize::try_from(asked.number).unwrap_or(usize::MAX);
        let history = asked.history;
        let broken = |error: serde_json::Error| store::Error::Broken(error.to_string());
        let properties: Value = serde_json::from_str(&history.properties).map_err(broken)?;
        let until = match history.ends_at == object::no_end() {
            true => None,
            false => Some(stored::instant(history.ends_at)?),
        };
        if let Some(known) = read.get_mut(place) {
            known.push(Existence {
                object: history.object_id,
                from: stored::instant(history.starts_at)?,
                until,
                received: u64::try_from(history.place).unwrap_or_default(),
                properties,
            });
        }
    }
    Ok(read)
}
