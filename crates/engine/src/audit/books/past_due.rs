//! A subscription is past due from the moment at which the first of its open invoices is.

use records::Moment;
use store::Tx;

use super::{Book, Kept};
use crate::audit::Found;

pub(in crate::audit) fn check(_: &mut Tx<'_>, book: &Book) -> Found {
    let told = |at: Option<Moment>| at.map_or("never".to_owned(), |at| at.to_string());
    let wrong = |kept: &Kept| {
        let columns = &kept.row.columns;
        let (noted, open) = (columns.past_due_at, book.seen.past_due.get(&columns.id).copied());
        (noted != open).then(|| {
            let id = &columns.id;
            format!("subscription {id} is past due at {}, noted is {}", told(open), told(noted))
        })
    };
    Ok(book.subscriptions.iter().filter_map(wrong).collect())
}
