//! Others pay: subscriptions move to the books of who pays now.

use std::collections::BTreeSet;
use std::sync::Arc;

use billing::id::{OneTimeHandle, SubscriptionHandle};
use billing::invoice::{Invoice, InvoiceState};

use super::PureWorld;
use super::rollup::Leaving;

impl PureWorld {
    /// Moves subscriptions to the books of who pays now, with their lines and drafts.
    pub(super) fn let_pay(&mut self, leaving: &Leaving) -> Result<(), String> {
        for (from, gone) in leaving {
            for (id, to) in &gone.subscriptions {
                self.moved = true;
                self.move_payer(id, (*from, *to))?;
            }
        }
        Ok(())
    }

    fn move_payer(
        &mut self,
        id: &SubscriptionHandle,
        (from, to): (usize, usize),
    ) -> Result<(), String> {
        let payer = self.customer(to)?.payer.id.clone();
        let old = self.customers.get_mut(from).ok_or("no such customer")?;
        let at = old.subscriptions.iter().position(|known| known.id == *id);
        let moved = old.subscriptions.remove(at.ok_or("nothing to move")?);
        let lines = old.pending_lines.shared(id);
        old.pending_lines.set(id, Arc::from([]));
        let kept = |known: &Invoice| {
            let draft = matches!(known.state, InvoiceState::Draft { .. });
            draft && known.subscription.as_ref() == Some(id)
        };
        let mut drafts = old.invoices.clone();
        drafts.retain(|known| kept(known));
        old.invoices.retain(|known| !kept(known));
        for draft in &mut drafts {
            Arc::make_mut(draft).payer = payer.clone();
        }
        let bought: BTreeSet<OneTimeHandle> =
            drafts.iter().flat_map(|known| known.one_times().cloned()).collect();
        let mut charges = old.one_times.clone();
        charges.retain(|known| bought.contains(&known.id));
        old.one_times.retain(|known| !bought.contains(&known.id));
        let new = self.customers.get_mut(to).ok_or("no such customer")?;
        new.one_times.extend(charges);
        new.subscriptions.push(moved);
        new.subscriptions.sort_by(|a, b| (a.terms.created, &a.id).cmp(&(b.terms.created, &b.id)));
        new.pending_lines.set(id, lines);
        new.invoices.extend(drafts);
        new.invoices.sort_by_key(|known| known.created);
        Ok(())
    }
}
