//! A place in a tree, or a rollup, changes: everybody below is paid for by whoever should.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use records::{CustomerId, Moment};
use store::rollup::{Member, Movable, Rollup};

use crate::bill::{self, Leaving, Moves};
use crate::one_times;
use crate::{Failure, Session};

/// What changes at the top of a tree.
#[derive(Clone, Copy)]
pub(super) struct Turned<'a> {
    pub(super) top: &'a CustomerId,
    /// What its rollup is from now on, where that changes.
    pub(super) rollup: Option<&'a Rollup>,
    /// When that is; what was due before is billed as things were.
    pub(super) at: Moment,
}

/// Who pays for whom.
struct Plan {
    /// Everybody in the tree with whoever collects what it has.
    collectors: HashMap<CustomerId, Option<CustomerId>>,
    moves: Moves,
    /// Whoever pays or will, and whoever has something that moves.
    concerned: BTreeSet<CustomerId>,
}

/// Lets others pay for what is in a tree, where they should. Everybody concerned is held, in the
/// order of ids; what waits is invoiced to who paid until now. Answers of whom something else may
/// be due from now on.
pub(super) fn rebill(
    session: &mut Session<'_, '_>,
    turned: Turned<'_>,
) -> Result<BTreeSet<CustomerId>, Failure> {
    let company = session.company_id().to_owned();
    let known = Plan::of(session, turned)?;
    bill::hold_all(session, &known.concerned)?;
    let plan = Plan::of(session, turned)?;
    if !plan.concerned.is_subset(&known.concerned) {
        let detail = "somebody in the tree was subscribed meanwhile";
        return Err(Failure::Store(store::Error::Again(detail.to_owned())));
    }
    bill::settle_waiting(session, &plan.moves)?;
    if let Some(rollup) = turned.rollup {
        store::rollup::set(session.tx, &company, turned.top, rollup)?;
    }
    bill::let_pay(session, &plan.moves)?;
    let routed = one_times::reroute(session, &plan.collectors)?;
    let mut changed = plan.moves.payers();
    changed.extend(routed);
    changed.extend(turned.rollup.map(|_| turned.top.clone()));
    changed.iter().try_for_each(|id| bill::due_anew(session, id))?;
    Ok(changed)
}

impl Plan {
    fn of(session: &mut Session<'_, '_>, turned: Turned<'_>) -> Result<Plan, Failure> {
        let company = session.company_id().to_owned();
        let above = store::rollup::above(session.tx, &company, turned.top)?;
        let mut higher = above.into_iter().skip(1).rev();
        let above = higher.find(|member| member.rollup_zone.is_some()).map(|member| member.id);
        let mut members = store::rollup::below(session.tx, &company, turned.top)?;
        if let (Some(rollup), Some(top)) = (turned.rollup, members.first_mut()) {
            top.rollup_zone.clone_from(&rollup.zone);
        }
        let collectors = collectors(&members, above);
        let parents: HashMap<&CustomerId, &CustomerId> =
            members.iter().filter_map(|known| Some((&known.id, known.parent.as_ref()?))).collect();
        let ids: Vec<CustomerId> = members.iter().map(|member| member.id.clone()).collect();
        let all = store::rollup::movable(session.tx, &company, ids.clone())?;
        let mut by_payer: BTreeMap<CustomerId, Leaving> = BTreeMap::new();
        let mut concerned = BTreeSet::from([turned.top.clone()]);
        for known in all {
            let to = payer(&known, &collectors, &parents);
            concerned.insert(known.customer_id.clone());
            if to == known.billed_customer_id {
                continue;
            }
            concerned.extend([known.billed_customer_id.clone(), to.clone()]);
            let leaving = by_payer.entry(known.billed_customer_id).or_default();
            leaving.customers.insert(known.customer_id);
            if !known.waits {
                leaving.subscriptions.push((known.id, to));
            }
        }
        for row in store::one_time::waiting_of(session.tx, &company, ids)? {
            let to = collectors.get(&row.customer_id).cloned().flatten();
            concerned.extend([row.customer_id.clone(), row.billed_customer_id.clone()]);
            concerned.extend(to.clone());
            if to.as_ref() != Some(&row.billed_customer_id) {
                let leaving = by_payer.entry(row.billed_customer_id).or_default();
                leaving.customers.insert(row.customer_id);
            }
        }
        Ok(Plan { collectors, moves: Moves { by_payer, at: turned.at }, concerned })
    }
}

/// Who collects what each of these has: the highest whose rollup is active.
fn collectors(
    members: &[Member],
    above: Option<CustomerId>,
) -> HashMap<CustomerId, Option<CustomerId>> {
    let mut all: HashMap<CustomerId, Option<CustomerId>> = HashMap::with_capacity(members.len());
    for member in members {
        let higher = member.parent.as_ref().and_then(|parent| all.get(parent).cloned().flatten());
        let own = member.rollup_zone.is_some().then(|| member.id.clone());
        all.insert(member.id.clone(), above.clone().or(higher).or(own));
    }
    all
}

fn payer(
    known: &Movable,
    collectors: &HashMap<CustomerId, Option<CustomerId>>,
    parents: &HashMap<&CustomerId, &CustomerId>,
) -> CustomerId {
    let collector = collectors.get(&known.customer_id).cloned().flatten();
    let parent = || parents.get(&known.customer_id).filter(|_| known.parent_billed);
    collector
        .or_else(|| parent().map(|parent| CustomerId::clone(parent)))
        .unwrap_or_else(|| known.customer_id.clone())
}
