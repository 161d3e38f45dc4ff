//! How long late usage is waited for.

use calendar::Timestamp;

use crate::invoice::line::{Line, Role};
use crate::invoice::state::Invoice;
use crate::pricing::Kind;
use crate::refusal::Refusal;
use crate::subscription::Subscription;

/// When a draft that was kept becomes final, once nothing else keeps it.
pub(crate) fn draft_end(invoice: &Invoice, basis: &Subscription) -> Timestamp {
    let waits = basis.terms.grace > 0 && invoice.lines.iter().any(is_metered);
    let until = waits.then(|| grace_end(basis, invoice.billing_date).ok()).flatten();
    until.unwrap_or(invoice.billing_date)
}

/// Late usage is waited for until the next billing date at the latest.
pub(crate) fn grace_end(subscription: &Subscription, at: Timestamp) -> Result<Timestamp, Refusal> {
    let second = at.as_second().saturating_add(i64::from(subscription.terms.grace));
    let nanosecond = at.subsec_nanosecond();
    let end =
        Timestamp::new(second, nanosecond).map_err(|_| calendar::CalendarError::OutOfRange)?;
    let mut next = None;
    for (_, state) in subscription.state.components() {
        let boundary = subscription.grid(state.component.term)?.next_boundary_after(at)?;
        next = Some(next.map_or(boundary, |next: Timestamp| next.min(boundary)));
    }
    let known = subscription.known_end();
    let next = match known {
        Some(known) if known <= at => None,
        Some(known) => next.map(|next| next.min(known)),
        None => next,
    };
    Ok(next.map_or(end, |next| end.min(next)))
}

/// Whether a line may still change with late usage.
pub(crate) fn is_metered(line: &Line) -> bool {
    let metered = line.component.as_ref().is_some_and(|component| component.kind == Kind::Usage);
    metered && line.role == Role::Arrears
}
