//! `charge acme setup x2 + 50.00 EUR x3, next, 10% off launch`

use money::Ratio;

use super::subscribe::off;
use crate::action::{Action, Charging, Once, OncePrice};
use crate::parse::Words;

pub(super) fn read(words: &Words) -> Result<Action, String> {
    let [customer, rest @ ..] = words.head.as_slice() else {
        return Err("unclear".to_owned());
    };
    let mut wanted = Charging {
        customer: (*customer).to_owned(),
        items: bought(words, rest)?,
        ..Charging::default()
    };
    for option in &words.options {
        match option.as_slice() {
            ["next"] => wanted.next = true,
            ["on", date] => wanted.on = Some(words.date(date)?),
            ["charged", "automatically"] => wanted.charged = true,
            ["due", days, "days"] => {
                wanted.due_days = Some(days.parse().map_err(|_| "no count".to_owned())?);
            }
            [value, "off", rest @ ..] => wanted.offs.push(off(words, value, rest)?),
            other => return Err(format!("{other:?} is no option of a charge")),
        }
    }
    Ok(Action::Charge(Box::new(wanted)))
}

/// `setup x2 + 50.00 EUR`
pub(super) fn bought(words: &Words, items: &[&str]) -> Result<Vec<Once>, String> {
    items.split(|word| *word == "+").map(|item| once(words, item)).collect()
}

/// `setup x2`, or `50.00 EUR x2` at a price of its own.
fn once(words: &Words, item: &[&str]) -> Result<Once, String> {
    let (rest, units) = match item {
        [rest @ .., last] if last.starts_with('x') && !rest.is_empty() => {
            let units = last.trim_start_matches('x');
            (rest, Ratio::parse_decimal(units).map_err(|error| format!("{last} {error}"))?)
        }
        rest => (rest, Ratio::ONE),
    };
    let price = match rest {
        [pricing] => OncePrice::Pricing((*pricing).to_owned()),
        [value, currency] => OncePrice::Custom(words.amount(value, Some(currency))?),
        _ => return Err("a charge is of a pricing or of an amount".to_owned()),
    };
    Ok(Once { price, units })
}
