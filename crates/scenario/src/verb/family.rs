//! `move acme-uk under acme`, `move acme-uk under nobody`, and `rollup acme, every week, from …`

use calendar::{Frequency, Term};

use crate::action::{Action, Rolling};
use crate::parse::{Words, term};

pub(super) fn read(words: &Words) -> Result<Action, String> {
    let [customer, "under", parent] = words.head.as_slice() else {
        return Err("unclear".to_owned());
    };
    let parent = (*parent != "nobody").then(|| (*parent).to_owned());
    Ok(Action::Move { customer: (*customer).to_owned(), parent })
}

pub(super) fn rollup(words: &Words) -> Result<Action, String> {
    let [customer] = words.head.as_slice() else { return Err("unclear".to_owned()) };
    let customer = (*customer).to_owned();
    if words.options.as_slice() == [vec!["off"]] {
        return Ok(Action::Rollup { customer, rollup: None });
    }
    let term_of = Term::every(Frequency::Month);
    let mut rolling =
        Rolling { term: term_of, start: None, end: None, due_days: None, charged: false };
    for option in &words.options {
        match option.as_slice() {
            ["every", rest @ ..] => rolling.term = term(rest)?,
            ["from", date] => rolling.start = Some(words.date(date)?),
            ["until", date] => rolling.end = Some(words.date(date)?),
            ["due", days, "days"] => {
                rolling.due_days = Some(days.parse().map_err(|_| "no number of days")?);
            }
            ["charged", "automatically"] => rolling.charged = true,
            other => return Err(format!("{other:?} is no option")),
        }
    }
    Ok(Action::Rollup { customer, rollup: Some(rolling) })
}
