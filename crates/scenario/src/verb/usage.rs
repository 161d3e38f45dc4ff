//! `use acme api 5 as e1`, `use acme api 5 gigabytes as e2, at 2026-01-05, region eu`,
//! `amend e1 of acme to 7`, `void e1 of acme`; `add cam1 of acme to cameras`

use crate::action::Action;
use crate::parse::Words;
use crate::using::{Placed, Placing, UNITS, Using};

pub(super) fn read(words: &Words) -> Result<Action, String> {
    let [customer, item, used @ .., "as", event] = words.head.as_slice() else {
        return Err("unclear".to_owned());
    };
    let named = Using {
        customer: (*customer).to_owned(),
        item: (*item).to_owned(),
        event: (*event).to_owned(),
        ..Using::default()
    };
    Ok(Action::Use(Box::new(said(named, used, words)?)))
}

pub(super) fn amend(words: &Words) -> Result<Action, String> {
    let [event, "of", customer, "to", used @ ..] = words.head.as_slice() else {
        return Err("unclear".to_owned());
    };
    let (customer, event) = ((*customer).to_owned(), (*event).to_owned());
    let named = Using { customer, event, ..Using::default() };
    Ok(Action::Amend(Box::new(said(named, used, words)?)))
}

pub(super) fn void(words: &Words) -> Result<Action, String> {
    match words.head.as_slice() {
        [event, "of", customer] => {
            let (customer, event) = ((*customer).to_owned(), (*event).to_owned());
            Ok(Action::VoidEvent { customer, event })
        }
        _ => Ok(Action::Void(words.one()?)),
    }
}

/// What is said of an event.
fn said(mut named: Using, used: &[&str], words: &Words) -> Result<Using, String> {
    let mut property = |key: &str, value: &str| {
        named.properties.push((key.to_owned(), value.to_owned()));
    };
    match used {
        [] => {}
        [units] => property(UNITS, units),
        [units, key] => property(key, units),
        _ => return Err("unclear".to_owned()),
    }
    for option in &words.options {
        match option.as_slice() {
            ["at", date] => named.at = Some(words.date(date)?),
            [key, value] => named.properties.push(((*key).to_owned(), (*value).to_owned())),
            other => return Err(format!("{other:?} is no option")),
        }
    }
    Ok(named)
}

/// `add cam1 of acme to devices, at 2026-01-05, site hamburg`
pub(super) fn add(words: &Words) -> Result<Action, String> {
    let [object, "of", customer, "to", item] = words.head.as_slice() else {
        return Err("unclear".to_owned());
    };
    placed(Placed::Added, (object, customer, item), words)
}

/// `alter cam1 of acme, seats 20`
pub(super) fn alter(words: &Words) -> Result<Action, String> {
    let [object, "of", customer] = words.head.as_slice() else {
        return Err("unclear".to_owned());
    };
    placed(Placed::Altered, (object, customer, ""), words)
}

/// `remove cam1 of acme, at 2026-01-05`
pub(super) fn remove(words: &Words) -> Result<Action, String> {
    let [object, "of", customer] = words.head.as_slice() else {
        return Err("unclear".to_owned());
    };
    placed(Placed::Removed, (object, customer, ""), words)
}

fn placed(
    how: Placed,
    (object, customer, item): (&str, &str, &str),
    words: &Words,
) -> Result<Action, String> {
    let named = Using {
        customer: customer.to_owned(),
        item: item.to_owned(),
        event: object.to_owned(),
        ..Using::default()
    };
    let using = said(named, &[], words)?;
    Ok(Action::Place(Box::new(Placing { how, using })))
}
