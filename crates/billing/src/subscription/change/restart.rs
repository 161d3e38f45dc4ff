//! A new anchor, or a trial: everything that runs is billed to its last day, everything that was
//! paid ahead comes back, and full periods start at once, or when the trial is over.

use std::sync::Arc;

use calendar::Timestamp;
use money::Ratio;

use crate::id::CancelHandle;
use crate::invoice::{Counted, Derivation, Line, pending_lines, proration_credit};
use crate::period::{BillingState, charge};
use crate::pricing::ChargeType;
use crate::refusal::Refusal;
use crate::subscription::change::components::{ComponentChange, rest};
use crate::subscription::lifecycle::{Cancel, Refund, Timing};
use crate::subscription::state::Subscription;
use crate::subscription::{billing_date, waive};

impl ComponentChange<'_> {
    /// The lines of a change that ends all periods.
    pub(crate) fn restart(&mut self, after: &mut Subscription) -> Result<Vec<Line>, Refusal> {
        let subscription = self.subscription;
        let over = over(subscription, self.snapshot.minted.upcoming(0), self.at);
        let (closed, lines) = billing_date::lines(self.snapshot, &over, self.at)?;
        let mut lines = closed_lines(lines)?;
        let mut waived = Vec::new();
        if pending_lines::waives(subscription) {
            waived.append(&mut lines);
        }
        let ahead = |line: &Line| line.period.end > self.at;
        let mut all = proration_credit::billed(self.snapshot, subscription, ahead)?;
        all.extend(proration_credit::of_running(self.snapshot, subscription, ahead)?);
        for billed in all {
            let measure = proration_credit::measure(self.snapshot, subscription, billed.line);
            let (period, unused) = billed.unused(subscription, self.at, measure)?;
            lines.extend(billed.line(period, unused)?);
        }
        let mut waits = Vec::new();
        for line in self.snapshot.pending_lines.of(&subscription.id) {
            match line.is_ahead() && ahead(line) {
                true => waits.extend(charge::cut(subscription, line, self.at)?),
                false => waits.push(line.clone()),
            }
        }
        self.pending = waits;
        self.removed.clear();
        match after.lifecycle.trial {
            Some(_) => rest(subscription, &mut after.state, self.at),
            None => self.add_all(after)?,
        }
        self.pass_on(&mut after.state, &closed);
        waive::skip(&mut after.state, &waived);
        after.state.pricings.iter_mut().for_each(|known| known.counted = Ratio::ZERO);
        after.state.counted = Ratio::ZERO;
        after.state.asked_from = after.terms.minimum.map(|_| self.at);
        lines.append(&mut self.charges);
        Ok(lines)
    }

    /// What was over and left unbilled stays on record.
    fn pass_on(&self, after: &mut BillingState, closed: &BillingState) {
        for subscribed in &mut after.pricings {
            for state in &mut subscribed.components {
                let at_the_end = state.component.charge_type() == ChargeType::PostOnly;
                let known = closed.find(&subscribed.pricing, &state.component);
                if let Some(known) = known.filter(|_| at_the_end) {
                    state.progress.skipped.clone_from(&known.progress.skipped);
                }
            }
        }
    }
}

/// Lines that may stand anywhere: minimums name amounts, not places.
fn closed_lines(mut lines: Vec<Line>) -> Result<Vec<Line>, Refusal> {
    let amounts: Vec<Ratio> = lines.iter().map(|line| line.amount.major()).collect();
    for line in &mut lines {
        let Derivation::Minimum { counted, .. } = &mut line.derivation else { continue };
        for known in counted {
            if let Counted::Line(place) = known {
                let amount = amounts.get(*place).ok_or(Refusal::Mismatched)?;
                *known = Counted::Earlier(amount.clone());
            }
        }
    }
    Ok(lines)
}

/// The same subscription as if it ended now, with nothing to give back but shares.
fn over(subscription: &Subscription, id: CancelHandle, at: Timestamp) -> Subscription {
    let mut over = subscription.clone();
    over.end = Some(at);
    over.lifecycle.cancel = Some(Arc::new(Cancel {
        id,
        asked: at,
        timing: Timing::Immediate,
        at,
        refund: Refund::Prorated,
        remaining_balance: false,
        pending_invoices: false,
        before: None,
    }));
    over
}
