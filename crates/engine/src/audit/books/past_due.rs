//! A subscription is past due from the moment at which the first of its open invoices is.

use records::Moment;
use store::Tx;

use super::{Book, StoredSubscription};
use crate::audit::Found;

pub(in crate::audit) fn check(_: &mut Tx<'_>, book: &Book) -> Found {
    let shown = |at: Option<Moment>| at.map_or("never".to_owned(), |at| at.to_string());
    let wrong = |stored: &StoredSubscription| {
        let columns = &stored.row.columns;
        let (noted, open) = (columns.past_due_at, book.seen.past_due.get(&columns.id).copied());
        (noted != open).then(|| {
            let id = &columns.id;
            format!("subscription {id} is past due at {}, noted is {}", shown(open), shown(noted))
        })
    };
    Ok(book.subscriptions.iter().filter_map(wrong).collect())
}
