//! What changes took off: its last period is billed with the date that would have ended it, or with
//! the end of everything.

use std::sync::Arc;

use calendar::Period;

use crate::period::billing::Turn;
use crate::period::close::{last_part, settle};
use crate::period::spot::Spot;
use crate::period::{Left, Open, Place, Priced, minimum, monthly_factor};
use crate::pricing::{ChargeType, Plan};
use crate::refusal::Refusal;
use crate::subscription::state::{PlanState, Subscription};

/// Bills and forgets what was taken off and is due.
pub(crate) fn close(turn: &mut Turn) -> Result<(), Refusal> {
    let over = turn.own.known_end().is_some_and(|end| end <= turn.at);
    let (due, later): (Vec<Left>, Vec<Left>) =
        turn.left.iter().cloned().partition(|left| over || left.due <= turn.at);
    turn.progress.left = later;
    for left in &due {
        let Some(plan) = turn.own.former(left).cloned() else { continue };
        one(turn, &plan, left.clone())?;
    }
    for left in &due {
        let Some(plan) = turn.own.former(left).cloned() else { continue };
        if let Some(open) = left.place.open.filter(|_| asks(turn.own, &plan, left)) {
            minimum::former(turn, &plan, left.since, open)?;
        }
    }
    Ok(())
}

/// The last period of one component.
fn one(turn: &mut Turn, plan: &Arc<Plan>, mut left: Left) -> Result<(), Refusal> {
    let state = PlanState { plan: plan.clone(), since: left.since, configs: Vec::new() };
    let config = Arc::new(left.config.clone());
    let Some(component) = plan.components.get(left.component) else { return Ok(()) };
    let spot = Spot { plan: usize::MAX, component: left.component, place: usize::MAX };
    let priced = Priced { own: turn.own, state: &state, component, config: &config, spot };
    let Some(open) = left.place.open.take() else { return Ok(()) };
    let Some(open) = last_part(turn.own, &priced, open, turn.at) else { return Ok(()) };
    let first = turn.lines.len();
    let line = settle(turn.snapshot, &priced, &mut left.place, open)?;
    if line.is_none() && component.charge_type() == ChargeType::PostOnly {
        pass_on(turn, &left, open.served());
    }
    turn.lines.extend(line);
    if turn.snapshot.customer.managed_externally {
        return Ok(());
    }
    match successor(turn.own, &left, open) {
        Some(place) => {
            let advance = left.place.advance_within(&open, turn.own.anchor.zone())?;
            let spent = minimum::billed_since(turn, first)
                + advance.map_or(money::Ratio::ZERO, |amount| amount.major());
            if let Some(place) = turn.progress.places.get_mut(place)
                && component.pricing.has_minimum()
            {
                place.spent += &spent;
            }
        }
        None => minimum::component(turn, &priced, &mut left.place, (open, first))?,
    }
    minimum::count(turn, turn.own.place_of(&left), first);
    Ok(())
}

/// What was left unbilled is on record with the same component, where that goes on.
fn pass_on(turn: &mut Turn, left: &Left, served: Period) {
    let place = twin(turn.own, left).and_then(|place| turn.progress.places.get_mut(place));
    if let Some(place) = place.filter(|own| own.from.is_none_or(|from| from <= served.start)) {
        place.skip(served);
    }
}

/// The place of the same component as it is now.
fn twin(own: &Subscription, left: &Left) -> Option<usize> {
    let plan = own.place_of(left)?;
    let skip: usize = own.plans.iter().take(plan).map(|own| own.configs.len()).sum();
    skip.checked_add(left.component)
}

/// The place of the same component with another configuration, where its minimum covers this too.
fn successor(own: &Subscription, left: &Left, open: Open) -> Option<usize> {
    let place = twin(own, left)?;
    let covers = |own: &Place| own.open.is_some_and(|own| own.asked().start <= open.asked().start);
    own.progress.places.get(place).filter(|own| covers(own)).map(|_| place)
}

/// Whether the minimum of a plan that was taken off is asked for with this component: once, with
/// the first of its shortest.
fn asks(own: &Subscription, plan: &Plan, left: &Left) -> bool {
    if plan.minimum.is_none() || own.place_of(left).is_some() {
        return false;
    }
    let same = |other: &&Left| other.plan == left.plan && other.since == left.since;
    let term = |left: &Left| plan.components.get(left.component).map(|own| own.term);
    let others = own.progress.left.iter().filter(same);
    let shortest = others.min_by_key(|left| term(left).map(|term| -monthly_factor(term)));
    shortest.is_some_and(|shortest| shortest.component == left.component)
}
