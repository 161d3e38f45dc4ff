//! Objects in memory: what each was and until when, and which billed periods it comes too late for.

use std::collections::BTreeSet;
use std::sync::Arc;

use billing::command::Command;
use billing::metering::Existence;
use calendar::Timestamp;

use super::PureWorld;
use super::usage::{Usage, properties};
use crate::Happening;
use crate::using::{Placed, Placing};

/// An object and everything that it was.
#[derive(Clone, Debug)]
pub(super) struct Thing {
    pub(super) customer: String,
    pub(super) item: String,
    name: String,
    gone: bool,
    pub(super) history: Vec<Existence>,
}

impl Usage {
    /// What was ever there of an item for a customer.
    pub(super) fn there(&self, customer: &str, item: &str) -> Vec<Existence> {
        let of = |thing: &&Thing| thing.customer == customer && thing.item == item;
        self.objects.iter().filter(of).flat_map(|thing| thing.history.clone()).collect()
    }
}

impl PureWorld {
    /// Lets an object come, become another or go, and values what that brings.
    pub(super) fn placed(&mut self, wanted: &Placing) -> Result<Vec<Happening>, String> {
        let (at, customer) = (wanted.using.at.unwrap_or(self.now), wanted.using.customer.clone());
        let usage = Arc::make_mut(&mut self.usage);
        let item = usage.place(wanted, at)?;
        self.note_late(&customer, &item, (at, None))?;
        let pays = |known: &billing::snapshot::Snapshot| {
            known.subscriptions.iter().any(|subscription| *subscription.customer == *customer)
        };
        let payers: BTreeSet<usize> = (0..self.customers.len())
            .filter(|place| self.gather(*place).is_ok_and(|known| pays(&known)))
            .collect();
        let mut happened = Vec::new();
        for place in payers {
            happened.extend(self.run(place, &Command::CountObjects)?);
        }
        Ok(happened)
    }
}

impl Usage {
    /// Writes down what becomes of an object, and answers its item.
    fn place(&mut self, wanted: &Placing, at: Timestamp) -> Result<String, String> {
        let using = &wanted.using;
        let item = match wanted.how {
            Placed::Added => Some(self.item(&using.item)?),
            Placed::Altered | Placed::Removed => None,
        };
        let known = self.objects.iter_mut().find(|thing| {
            thing.customer == using.customer && thing.name == using.event && !thing.gone
        });
        if let Some(item) = item {
            if known.is_some() {
                return Err(format!("{} is there already", using.event));
            }
            let count = self.objects.len();
            let history = vec![Existence {
                object: count.to_string(),
                from: at,
                until: None,
                received: 0,
                properties: properties(using)?,
            }];
            let (customer, name) = (using.customer.clone(), using.event.clone());
            let thing = Thing { customer, item: item.clone(), name, gone: false, history };
            self.objects.push(thing);
            return Ok(item);
        }
        let thing = known.ok_or_else(|| format!("there is no {}", using.event))?;
        let received = thing.history.len();
        let last = thing.history.last_mut().ok_or("it has no history")?;
        last.until = Some(at);
        let object = last.object.clone();
        match wanted.how {
            Placed::Removed => thing.gone = true,
            Placed::Added | Placed::Altered => thing.history.push(Existence {
                object,
                from: at,
                until: None,
                received: u64::try_from(received).map_err(|error| error.to_string())?,
                properties: properties(using)?,
            }),
        }
        Ok(thing.item.clone())
    }
}
