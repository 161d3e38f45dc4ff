//! Lines of one component: in advance, at the end, or what exceeds an advance.

use std::sync::Arc;

use calendar::{CalendarError, Frequency, Measure, Period, Share, Timestamp};
use money::{Amount, Ratio};

use crate::id::SubscriptionHandle;
use crate::invoice::{Derivation, Line, Role, Used};
use crate::metering::{Metered, Weight};
use crate::period::progress::{ComponentProgress, RunningPeriod};
use crate::period::state::{ComponentState, RemovedComponent, SubscribedPricing};
use crate::pricing::{
    ChargeType, Component, Configuration, Demand, Kind, ProductPricing, ProrationType,
};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::Subscription;

/// The model whose price depends on the period; no other asks which one it is.
pub(crate) const SCHEDULED: &str = "SCHEDULED";

/// A component of a subscription, ready to be priced.
pub(crate) struct Priced<'a> {
    pub subscription: &'a Subscription,
    pub pricing: &'a Arc<ProductPricing>,
    /// When the pricing was added.
    pub since: Timestamp,
    pub component: &'a Arc<Component>,
    pub configuration: &'a Arc<Configuration>,
}

/// The units of one line and what they are for.
struct Wanted {
    role: Role,
    units: Ratio,
    less: Option<Amount>,
    used: Option<Used>,
}

impl<'a> Priced<'a> {
    pub fn new(
        subscription: &'a Subscription,
        subscribed: &'a SubscribedPricing,
        state: &'a ComponentState,
    ) -> Priced<'a> {
        let ComponentState { component, configuration, .. } = state;
        let SubscribedPricing { pricing, since, .. } = subscribed;
        Priced { subscription, pricing, since: *since, component, configuration }
    }

    /// The last period of a component that was removed.
    pub fn removed(subscription: &'a Subscription, removed: &'a RemovedComponent) -> Priced<'a> {
        let ComponentState { component, configuration, .. } = &removed.state;
        let RemovedComponent { pricing, since, .. } = removed;
        Priced { subscription, pricing, since: *since, component, configuration }
    }

    /// Whether a line is for no whole day, or second where these count: it is no line then, but for
    /// units that were used.
    pub fn is_empty(line: &Line) -> bool {
        let used = match &line.derivation {
            Derivation::Charge { used, .. } => used.as_ref().is_some_and(|known| !known.is_zero()),
            Derivation::Minimum { .. } | Derivation::ProrationCredit(_) => true,
        };
        line.share.numerator() == 0 && !used
    }

    /// What is known when a period begins.
    pub fn advance(&self, running: RunningPeriod) -> Result<Line, Refusal> {
        self.ahead(running, Role::Advance)
    }

    /// What is known of a period that runs when the component is added.
    pub fn remainder(&self, running: RunningPeriod) -> Result<Line, Refusal> {
        self.ahead(running, Role::ProrationCharge)
    }

    fn ahead(&self, running: RunningPeriod, role: Role) -> Result<Line, Refusal> {
        let units = match self.component.kind {
            Kind::Licence => self.configuration.licences.ratio().clone(),
            Kind::Usage => Ratio::ZERO,
        };
        self.line(running, Wanted { role, units, less: None, used: None })
    }

    /// All of a period that is over.
    pub fn arrears(&self, running: RunningPeriod, used: Used) -> Result<Line, Refusal> {
        let (units, used) = match self.component.kind {
            Kind::Licence => (self.configuration.licences.ratio().clone(), None),
            Kind::Usage => (used.charged(), Some(used)),
        };
        self.line(running, Wanted { role: Role::Arrears, units, less: None, used })
    }

    /// What a period came to beyond its advance, where that is anything.
    pub fn excess(
        &self,
        running: RunningPeriod,
        used: Used,
        advance: Option<Amount>,
    ) -> Result<Option<Line>, Refusal> {
        let less = Some(advance.unwrap_or(Amount::zero(self.pricing.currency)));
        let (role, units) = (Role::Arrears, used.charged());
        let line = self.line(running, Wanted { role, units, less, used: Some(used) })?;
        Ok(Some(line).filter(|line| line.amount.is_positive()))
    }

    /// The units of a period, of which prepaid units of earlier ones are used up first. What is
    /// left over lapses with the period in which the subscription was renewed.
    pub fn carry(
        &self,
        progress: &mut ComponentProgress,
        metered: Ratio,
        running: RunningPeriod,
    ) -> Result<Used, Refusal> {
        let measure = match self.component.counts_objects {
            true => running.measure,
            false => Measure::LocalDays,
        };
        let prepays = self.component.charge_type() == ChargeType::PrePost;
        if !self.component.pricing.carryover || self.component.kind != Kind::Usage || !prepays {
            return Ok(Used { measure, ..Used::new(metered, Ratio::ZERO) });
        }
        let prepaid = self.configuration.minimum_units.ratio() * self.share(running)?.ratio();
        let carried = progress.carryover.settle(&prepaid, &metered);
        progress.carryover = match renewed_within(self.subscription, running.span.period) {
            true => Default::default(),
            false => carried.left,
        };
        Ok(Used { measure, ..Used::new(metered, carried.taken) })
    }

    /// The part of its grid period that is served; a pricing without proration is charged whole.
    pub fn share(&self, running: RunningPeriod) -> Result<Share, Refusal> {
        match self.component.pricing.proration_type {
            ProrationType::None if running.served() != running.span.grid => Ok(Share::FULL),
            _ => Ok(running.share(self.subscription.terms.anchor.zone())?),
        }
    }

    /// How many full periods came before since the pricing was added; none in a stub.
    pub fn scheduled(&self, running: RunningPeriod) -> Result<usize, Refusal> {
        if running.span.is_stub() {
            return Ok(0);
        }
        let grid = self.subscription.grid(self.component.term)?;
        let first = grid.index_at(grid.next_boundary_from(self.since)?)?;
        periods_since(first, grid.index_at(running.span.period.start)?)
    }

    fn line(&self, running: RunningPeriod, wanted: Wanted) -> Result<Line, Refusal> {
        let share = self.share(running)?;
        let scheduled = match self.component.pricing.pricing_type {
            SCHEDULED => self.scheduled(running)?,
            _ => 0,
        };
        let demand = demand(self.component, self.configuration, &wanted.units, share);
        let demand = Demand { period: scheduled, ..demand };
        let charge = self.component.pricing.charge(&demand)?;
        let (exact, amount) = charge.beyond(wanted.less)?;
        let zero = Amount::zero(amount.currency);
        Ok(Line {
            id: None,
            since: None,
            collected: None,
            role: wanted.role,
            customer: self.subscription.customer.clone(),
            subscription: Some(self.subscription.id.clone()),
            one_time: None,
            pricing: Some(self.pricing.clone()),
            component: Some(self.component.clone()),
            period: running.served(),
            units: demand.units,
            share,
            derivation: Derivation::Charge {
                configuration: self.configuration.clone(),
                scheduled,
                charge,
                less: wanted.less,
                used: wanted.used,
            },
            exact,
            amount,
            discount: zero,
            tax: zero,
            sort_order: self.configuration.sort_order.clone(),
        })
    }
}

/// A line for time to come of a component that runs, cut at an instant.
pub(crate) fn cut(
    subscription: &Subscription,
    line: &Line,
    at: Timestamp,
) -> Result<Option<Line>, Refusal> {
    let mut components = subscription.state.components();
    let of = |(subscribed, state): &(&SubscribedPricing, &ComponentState)| {
        line.is_of(&subscribed.pricing, &state.component)
    };
    let Some((subscribed, state)) = components.find(of) else { return Ok(Some(line.clone())) };
    let priced = Priced::new(subscription, subscribed, state);
    let running = state.progress.running;
    let running = running.map(|running| RunningPeriod { part: Some(line.period), ..running });
    let Some(part) = running.and_then(|running| running.until(at)) else { return Ok(None) };
    let cut = priced.remainder(part)?.instead_of(line);
    Ok(Some(cut).filter(|line| !Priced::is_empty(line)))
}

/// What is charged for units of a component in a part of a period.
pub(crate) fn demand(
    component: &Component,
    configuration: &Configuration,
    units: &Ratio,
    share: Share,
) -> Demand {
    let demand = match component.kind {
        Kind::Licence => Demand::new(units.clone(), Kind::Licence).for_share(share),
        Kind::Usage => Demand::metered(units, configuration.minimum_units.ratio(), share),
    };
    Demand { overrides: configuration.overrides.clone(), ..demand }
}

/// The metered value of a period; licences have none. Objects are weighed over the whole period of
/// which this is a share.
pub(crate) fn metered(
    snapshot: &Snapshot,
    (subscription, component): (&SubscriptionHandle, &Component),
    period: Period,
    (share, measure): (Share, Measure),
) -> Result<Ratio, Refusal> {
    let known = snapshot.subscription(subscription);
    let zone = known.map_or(&snapshot.company.zone, |known| known.terms.anchor.zone());
    let weight = match component.pricing.proration_type {
        ProrationType::ProrateAll => Weight::from(measure),
        ProrationType::None => Weight::Whole,
    };
    let objects = component.counts_objects.then_some((weight, zone));
    let wanted = Metered { subscription, component: &component.id, period, objects };
    match component.kind {
        Kind::Licence => Ok(Ratio::ZERO),
        Kind::Usage if component.counts_objects => {
            Ok(snapshot.meter.used(&wanted)? * share.ratio())
        }
        Kind::Usage => Ok(snapshot.meter.used(&wanted)?),
    }
}

/// The metered value now of a period, or of a part of one, that a line bills.
pub(crate) fn metered_of_line(
    snapshot: &Snapshot,
    of: (&SubscriptionHandle, &Component),
    (line, period): (&Line, Period),
) -> Result<Ratio, Refusal> {
    let measure = match &line.derivation {
        Derivation::Charge { used: Some(used), .. } => used.measure,
        Derivation::Charge { .. } | Derivation::Minimum { .. } | Derivation::ProrationCredit(_) => {
            match of.1.term.frequency() {
                Frequency::Hour => Measure::Seconds,
                _ => snapshot.company.measure,
            }
        }
    };
    metered(snapshot, of, period, (line.share, measure))
}

/// What objects that are there at an instant come to; none of what counts events.
pub(crate) fn alive(
    snapshot: &Snapshot,
    subscription: &Subscription,
    component: &Component,
    at: Timestamp,
) -> Result<Ratio, Refusal> {
    let next = Timestamp::from_microsecond(at.as_microsecond().saturating_add(1));
    let next = next.map_err(|_| CalendarError::OutOfRange)?;
    let period = Period { start: at, end: next };
    let objects = Some((Weight::Whole, subscription.terms.anchor.zone()));
    let (subscription, component) = (&subscription.id, &*component.id);
    Ok(snapshot.meter.used(&Metered { subscription, component, period, objects })?)
}

/// How many periods lie between two of a grid; none where the second comes first.
pub(crate) fn periods_since(first: i64, index: i64) -> Result<usize, Refusal> {
    let periods = index.checked_sub(first).ok_or(CalendarError::OutOfRange)?;
    Ok(usize::try_from(periods.max(0)).map_err(|_| CalendarError::OutOfRange)?)
}

/// Whether a new term began inside a period or at its end.
pub(crate) fn renewed_within(subscription: &Subscription, period: Period) -> bool {
    subscription.renewals.last.is_some_and(|last| period.start < last && last <= period.end)
}
