//! Every kept document can be read.

use store::Tx;

use super::Book;
use crate::audit::Found;

pub(in crate::audit) fn check(_: &mut Tx<'_>, book: &Book) -> Found {
    Ok(book.unreadable.clone())
}
