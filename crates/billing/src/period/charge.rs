//! Lines of one component: in advance, at the end, or what exceeds an advance.

use std::sync::Arc;

use calendar::{Period, Share, Timestamp};
use money::{Amount, Ratio};

use crate::invoice::{Derivation, Line, Role, Used};
use crate::metering::Metered;
use crate::period::progress::{ComponentProgress, RunningPeriod};
use crate::period::spot::{Spot, spots};
use crate::pricing::{ChargeType, Component, Configuration, Demand, Kind, ProrationType};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::{SubscribedPricing, Subscription};

/// The model whose price depends on the period; no other asks which one it is.
pub(crate) const SCHEDULED: &str = "SCHEDULED";

/// A component of a subscription, ready to be priced.
pub(crate) struct Priced<'a> {
    pub subscription: &'a Subscription,
    pub state: &'a SubscribedPricing,
    pub component: &'a Component,
    pub config: &'a Arc<Configuration>,
    pub spot: Spot,
}

/// The units of one line and what they are for.
struct Wanted {
    role: Role,
    units: Ratio,
    less: Option<Amount>,
    used: Option<Used>,
}

impl<'a> Priced<'a> {
    pub fn new(subscription: &'a Subscription, spot: Spot) -> Option<Priced<'a>> {
        let state = subscription.pricings.get(spot.plan)?;
        let component = state.pricing.components.get(spot.component)?;
        let config = state.configurations.get(spot.component)?;
        Some(Priced { subscription, state, component, config, spot })
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
    pub fn advance(&self, open: RunningPeriod) -> Result<Line, Refusal> {
        self.ahead(open, Role::Advance)
    }

    /// What is known of a period that runs when the component is put on.
    pub fn remainder(&self, open: RunningPeriod) -> Result<Line, Refusal> {
        self.ahead(open, Role::ProrationCharge)
    }

    fn ahead(&self, open: RunningPeriod, role: Role) -> Result<Line, Refusal> {
        let units = match self.component.kind {
            Kind::Licence => self.config.licences.ratio().clone(),
            Kind::Usage => Ratio::ZERO,
        };
        self.line(open, Wanted { role, units, less: None, used: None })
    }

    /// All of a period that is over.
    pub fn arrears(&self, open: RunningPeriod, used: Used) -> Result<Line, Refusal> {
        let (units, used) = match self.component.kind {
            Kind::Licence => (self.config.licences.ratio().clone(), None),
            Kind::Usage => (used.charged(), Some(used)),
        };
        self.line(open, Wanted { role: Role::Arrears, units, less: None, used })
    }

    /// What a period came to beyond its advance, where that is anything.
    pub fn excess(
        &self,
        open: RunningPeriod,
        used: Used,
        advance: Option<Amount>,
    ) -> Result<Option<Line>, Refusal> {
        let less = Some(advance.unwrap_or(Amount::zero(self.state.pricing.currency)));
        let (role, units) = (Role::Arrears, used.charged());
        let line = self.line(open, Wanted { role, units, less, used: Some(used) })?;
        Ok(Some(line).filter(|line| line.amount.is_positive()))
    }

    /// The units of a period, of which prepaid units of earlier ones are used up first. What is
    /// left over lapses with the period in which the subscription was renewed.
    pub fn carry(
        &self,
        place: &mut ComponentProgress,
        metered: Ratio,
        open: RunningPeriod,
    ) -> Result<Used, Refusal> {
        let prepays = self.component.charge_type() == ChargeType::PrePost;
        if !self.component.pricing.carryover || self.component.kind != Kind::Usage || !prepays {
            return Ok(Used { metered, carried: Ratio::ZERO });
        }
        let prepaid = self.config.minimum_units.ratio() * self.share(open)?.ratio();
        let carried = place.carryover.settle(&prepaid, &metered);
        place.carryover = match renewed_within(self.subscription, open.span.period) {
            true => Default::default(),
            false => carried.left,
        };
        Ok(Used { metered, carried: carried.taken })
    }

    /// The part of its grid period that is served; a pricing without proration is charged whole.
    pub fn share(&self, open: RunningPeriod) -> Result<Share, Refusal> {
        match self.component.pricing.proration_type {
            ProrationType::None if open.served() != open.span.grid => Ok(Share::FULL),
            _ => Ok(open.share(self.subscription.anchor.zone())?),
        }
    }

    /// How many full periods came before since the pricing was put on; none in a stub.
    pub fn scheduled(&self, open: RunningPeriod) -> Result<usize, Refusal> {
        if open.span.is_stub() {
            return Ok(0);
        }
        let grid = self.subscription.grid(self.component.term)?;
        let first = grid.index_at(grid.next_boundary_from(self.state.since)?)?;
        let index = grid.index_at(open.span.period.start)?;
        Ok(usize::try_from(index.saturating_sub(first)).unwrap_or(0))
    }

    fn line(&self, open: RunningPeriod, wanted: Wanted) -> Result<Line, Refusal> {
        let share = self.share(open)?;
        let scheduled = match self.component.pricing.pricing_type {
            SCHEDULED => self.scheduled(open)?,
            _ => 0,
        };
        let demand = demand(self.component, self.config, &wanted.units, share);
        let demand = Demand { period: scheduled, ..demand };
        let charge = self.component.pricing.charge(&demand)?;
        let (exact, amount) = charge.beyond(wanted.less)?;
        let zero = Amount::zero(amount.currency);
        Ok(Line {
            role: wanted.role,
            pricing: Some(self.state.pricing.clone()),
            component: Some(self.spot.component),
            period: open.served(),
            units: demand.units,
            share,
            derivation: Derivation::Charge {
                config: self.config.clone(),
                scheduled,
                charge,
                less: wanted.less,
                used: wanted.used,
            },
            exact,
            amount,
            discount: zero,
            tax: zero,
            sort_order: self.config.sort_order.clone(),
        })
    }
}

/// A line for time to come of a component that runs, cut at an instant.
pub(crate) fn cut(
    subscription: &Subscription,
    line: &Line,
    at: Timestamp,
) -> Result<Option<Line>, Refusal> {
    let plan = line.pricing.as_ref().map(|plan| &plan.id);
    let spots = spots(subscription).into_iter();
    let mut priced = spots.filter_map(|spot| Priced::new(subscription, spot));
    let of = |known: &Priced| {
        Some(&known.state.pricing.id) == plan && line.component == Some(known.spot.component)
    };
    let Some(priced) = priced.find(of) else { return Ok(Some(line.clone())) };
    let open =
        subscription.progress.components.get(priced.spot.place).and_then(|place| place.running);
    let open = open.map(|open| RunningPeriod { part: Some(line.period), ..open });
    let Some(part) = open.and_then(|open| open.until(at)) else { return Ok(None) };
    Ok(Some(priced.remainder(part)?).filter(|line| !Priced::is_empty(line)))
}

/// What is charged for units of a component in a part of a period.
pub(crate) fn demand(
    component: &Component,
    config: &Configuration,
    units: &Ratio,
    share: Share,
) -> Demand {
    let demand = match component.kind {
        Kind::Licence => Demand::new(units.clone(), Kind::Licence).for_share(share),
        Kind::Usage => Demand::metered(units, config.minimum_units.ratio(), share),
    };
    Demand { overrides: config.overrides.clone(), ..demand }
}

/// The metered value of a period; licences have none.
pub(crate) fn metered(
    snapshot: &Snapshot,
    subscription: &Subscription,
    component: &Component,
    period: Period,
) -> Ratio {
    match component.kind {
        Kind::Licence => Ratio::ZERO,
        Kind::Usage => {
            let component = &component.id;
            snapshot.meter.used(&Metered { subscription: &subscription.id, component, period })
        }
    }
}

/// Whether a new term began inside a period or at its end.
pub(crate) fn renewed_within(subscription: &Subscription, period: Period) -> bool {
    subscription.renewals.last.is_some_and(|last| period.start < last && last <= period.end)
}
