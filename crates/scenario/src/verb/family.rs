//! `move acme-uk under acme`, or `move acme-uk under nobody`

use crate::action::Action;
use crate::parse::Words;

pub(super) fn read(words: &Words) -> Result<Action, String> {
    let [customer, "under", parent] = words.head.as_slice() else {
        return Err("unclear".to_owned());
    };
    let parent = (*parent != "nobody").then(|| (*parent).to_owned());
    Ok(Action::Move { customer: (*customer).to_owned(), parent })
}
