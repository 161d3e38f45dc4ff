//! `entitle acme seats 40, sso true` and `entitle S1 nothing`: values of its own, in place of those
//! that it had.

use crate::action::{Action, Right};
use crate::parse::Words;

pub(super) fn read(words: &Words) -> Result<Action, String> {
    let [whom, rest @ ..] = words.head.as_slice() else { return Err("unclear".to_owned()) };
    let mut rights = match rest {
        ["nothing"] => Vec::new(),
        rest => vec![right(rest)?],
    };
    for option in &words.options {
        rights.push(right(option)?);
    }
    Ok(Action::Entitle { whom: (*whom).to_owned(), rights })
}

/// `seats 40`
pub(crate) fn right(words: &[&str]) -> Result<Right, String> {
    let [key, value] = words else { return Err("an entitlement is a key and a value".to_owned()) };
    let value = serde_json::from_str(value).unwrap_or_else(|_| (*value).into());
    Ok(Right { key: (*key).to_owned(), value })
}
