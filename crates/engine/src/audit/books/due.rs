//! The cycle finds a customer at the instant at which something of it is due, not before or after.

use billing::decide::next_due;
use records::Moment;
use store::Tx;

use super::Book;
use crate::audit::Found;

pub(in crate::audit) fn check(_: &mut Tx<'_>, book: &Book) -> Found {
    if !book.unreadable.is_empty() {
        return Ok(Vec::new());
    }
    let turn_at = book.billed.rollup_turn_at;
    let due = next_due(&book.snapshot).map(Moment::from).into_iter().chain(turn_at).min();
    let noted = book.billed.due_at;
    let shown = |at: Option<Moment>| at.map_or("never".to_owned(), |at| at.to_string());
    let wrong = (due != noted).then(|| {
        let id = &book.billed.customer_id;
        format!("customer {id} is next due at {}, the cycle has {}", shown(due), shown(noted))
    });
    Ok(wrong.into_iter().collect())
}
