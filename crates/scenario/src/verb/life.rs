//! What happens to a running subscription, in words: a trial, a pause, an invoice before its time.

use crate::action::Action;
use crate::parse::Words;

/// `extend S1 to 2026-03-01`
pub(super) fn extend(words: &Words) -> Result<Action, String> {
    let [subscription, "to", date] = words.head.as_slice() else {
        return Err("unclear".to_owned());
    };
    Ok(Action::Extend { subscription: (*subscription).to_owned(), to: words.date(date)? })
}

/// `pause S1, void, until 2026-06-01`
pub(super) fn pause(words: &Words) -> Result<Action, String> {
    let [subscription] = words.head.as_slice() else { return Err("unclear".to_owned()) };
    let (mut void, mut until) = (false, None);
    for option in &words.options {
        match option.as_slice() {
            ["keep", "drafts"] => void = false,
            ["void"] => void = true,
            ["until", date] => until = Some(words.date(date)?),
            other => return Err(format!("{other:?} is no option")),
        }
    }
    Ok(Action::Pause { subscription: (*subscription).to_owned(), void, until })
}

/// `bill next S1`
pub(super) fn bill(words: &Words) -> Result<Action, String> {
    let ["next", subscription] = words.head.as_slice() else { return Err("unclear".to_owned()) };
    Ok(Action::BillNext((*subscription).to_owned()))
}
