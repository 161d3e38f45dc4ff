//! `grant acme 50.00 EUR, until 2026-02-01, pays open`, `consume acme 20 units of api`.

use money::Ratio;

use crate::action::{Action, Consuming, Granting, Held};
use crate::parse::Words;

pub(super) fn grant(words: &Words) -> Result<Action, String> {
    let (customer, value) = head(words)?;
    let mut wanted =
        Granting { customer, value, until: None, of: None, products: Vec::new(), pays: None };
    for option in &words.options {
        match option.as_slice() {
            ["until", date] => wanted.until = Some(words.date(date)?),
            ["for", "product", products @ ..] => wanted.products = owned(products),
            ["for", name] => wanted.of = Some((*name).to_owned()),
            ["pays", "open"] => wanted.pays = Some(Vec::new()),
            ["pays", invoices @ ..] => wanted.pays = Some(owned(invoices)),
            other => return Err(format!("{other:?} is no option of a grant")),
        }
    }
    Ok(Action::Grant(Box::new(wanted)))
}

pub(super) fn consume(words: &Words) -> Result<Action, String> {
    let (customer, value) = head(words)?;
    let mut wanted = Consuming { customer, value, of: None, from: None, note: None };
    for option in &words.options {
        match option.as_slice() {
            ["for", name] => wanted.of = Some((*name).to_owned()),
            ["of", name] => wanted.from = Some((*name).to_owned()),
            ["note", note @ ..] => wanted.note = Some(note.join(" ")),
            other => return Err(format!("{other:?} is no option of a consume")),
        }
    }
    Ok(Action::Consume(Box::new(wanted)))
}

/// `acme 50.00 EUR` or `acme 500 units of api`
fn head(words: &Words) -> Result<(String, Held), String> {
    match words.head.as_slice() {
        [customer, value, currency] => {
            let amount = words.amount(value, Some(currency))?;
            Ok(((*customer).to_owned(), Held::Money(amount)))
        }
        [customer, count, "units", "of", item] => {
            let units = Ratio::parse_decimal(count).map_err(|error| format!("{count} {error}"))?;
            Ok(((*customer).to_owned(), Held::Units(units, (*item).to_owned())))
        }
        _ => Err("unclear".to_owned()),
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}
