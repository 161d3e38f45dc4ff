//! The meter of a snapshot: what was read of usage, and what was asked of it in vain.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};

use billing::metering::{Meter, Metered, UsageNotLoaded, Weight};
use calendar::{Period, Timestamp, Zone};
use money::Ratio;
use records::CustomerId;

use crate::usage::reading::Wanted;

/// A stretch of time of a component on a subscription.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Stretch {
    pub(super) subscription: String,
    pub(super) component: String,
    pub(super) start: Timestamp,
    pub(super) end: Timestamp,
    /// Where objects are counted.
    pub(super) weight: Option<Weight>,
}

/// What was metered in a stretch, and by what.
#[derive(Clone, Debug)]
pub(crate) struct Measured {
    pub(crate) customer_id: CustomerId,
    /// Absent for objects: whoever changes them holds who pays.
    pub(crate) wanted: Option<Wanted>,
    pub(crate) value: Ratio,
    pub(crate) version: i64,
}

/// The usage of one payer's subscriptions, as far as it was asked for.
#[derive(Debug, Default)]
pub(crate) struct Usage(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// Nothing where a component measures nothing that is known.
    known: HashMap<Stretch, Option<Measured>>,
    /// Each with the zone whose days weigh objects.
    asked: BTreeMap<Stretch, Option<Zone>>,
}

impl Usage {
    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether anything was asked that nobody has read yet.
    pub(crate) fn is_wanting(&self) -> bool {
        !self.state().asked.is_empty()
    }

    /// Takes what was asked in vain.
    pub(super) fn take_asked(&self) -> BTreeMap<Stretch, Option<Zone>> {
        std::mem::take(&mut self.state().asked)
    }

    /// Nothing is measured where a component measures nothing that is known.
    pub(super) fn learn(&self, stretch: Stretch, measured: Option<Measured>) {
        self.state().known.insert(stretch, measured);
    }

    /// What was read of a component for a customer and a period.
    pub(crate) fn measured(
        &self,
        customer: &CustomerId,
        component: &str,
        period: Period,
    ) -> Option<Measured> {
        let state = self.state();
        let same = |stretch: &Stretch| {
            stretch.component == component
                && (stretch.start, stretch.end) == (period.start, period.end)
        };
        let all = state.known.iter().filter(|(stretch, _)| same(stretch));
        let mut found = all.filter_map(|(_, measured)| measured.as_ref());
        found.find(|measured| measured.customer_id == *customer).cloned()
    }
}

impl Meter for Usage {
    /// What is not known yet is taken down; the decision goes on to find out what else it asks.
    fn used(&self, wanted: &Metered) -> Result<Ratio, UsageNotLoaded> {
        let stretch = Stretch {
            subscription: wanted.subscription.to_string(),
            component: wanted.component.to_owned(),
            start: wanted.period.start,
            end: wanted.period.end,
            weight: wanted.objects.map(|(weight, _)| weight),
        };
        let mut state = self.state();
        match state.known.get(&stretch) {
            Some(Some(measured)) => Ok(measured.value.clone()),
            Some(None) => Err(UsageNotLoaded::of(wanted)),
            None => {
                let zone = wanted.objects.map(|(_, zone)| zone.clone());
                state.asked.insert(stretch, zone);
                Ok(Ratio::ZERO)
            }
        }
    }
}
