//! `subscribe acme to basic x5 + pro as S1, anchor 2026-03-01, 20% off, …`

use money::Ratio;

use super::charge::bought;
use super::entitle::right;
use crate::action::{Action, Off, OffScope, Order, Signing, Subscribing, Then, TrialEnd};
use crate::parse::{Words, seconds, term};

pub(super) fn read(words: &Words) -> Result<Action, String> {
    let [customer, "to", rest @ .., "as", name] = words.head.as_slice() else {
        return Err("unclear".to_owned());
    };
    let orders = rest.split(|word| *word == "+").map(order).collect::<Result<_, _>>()?;
    let mut wanted = Subscribing {
        customer: (*customer).to_owned(),
        name: (*name).to_owned(),
        orders,
        ..Subscribing::default()
    };
    for option in &words.options {
        read_option(words, &mut wanted, option)?;
    }
    Ok(Action::Subscribe(Box::new(wanted)))
}

pub(super) fn order(words: &[&str]) -> Result<Order, String> {
    let number = |text: &str| Ratio::parse_decimal(text).map_err(|e| format!("{text} {e}"));
    let (rest, most) = match words {
        [rest @ .., "at", "most", most] => (rest, Some(number(most)?)),
        rest => (rest, None),
    };
    let (rest, price) = match rest {
        [rest @ .., "at", price] => (rest, Some(number(price)?)),
        rest => (rest, None),
    };
    let (pricing, units) = match rest {
        [pricing] => (pricing, None),
        [pricing, units] => {
            let units = units.strip_prefix('x').ok_or("a quantity is written x5")?;
            (pricing, Some(number(units)?))
        }
        _ => return Err("an order is a pricing and a quantity".to_owned()),
    };
    Ok(Order { pricing: (*pricing).to_owned(), units, price, most })
}

fn read_option(words: &Words, wanted: &mut Subscribing, option: &[&str]) -> Result<(), String> {
    match option {
        ["from", date] => wanted.from = Some(words.date(date)?),
        ["until", date] => wanted.until = Some(words.date(date)?),
        ["anchor", date] => wanted.anchor = Some(words.date(date)?),
        ["renewal", date] => wanted.renewal = Some(words.date(date)?),
        ["term", rest @ ..] => wanted.term = Some(term(rest)?),
        ["not", "renewing"] => wanted.not_renewing = true,
        ["charged", "automatically"] => wanted.charged = true,
        ["parent-billed"] => wanted.parent_billed = true,
        ["by", "contract"] => wanted.contract = Some(Signing::Signed),
        ["by", "contract", "started"] => wanted.contract = Some(Signing::Started),
        ["past", "invoices"] => wanted.past_invoices = true,
        ["due", days, "days"] => {
            wanted.due_days = Some(days.parse().map_err(|_| "no count".to_owned())?);
        }
        ["grace", count, unit] => wanted.grace = seconds(count, unit)?,
        ["trial", "until", date] => wanted.trial = Some(TrialEnd::On(words.date(date)?)),
        ["trial", rest @ ..] => wanted.trial = Some(TrialEnd::After(term(rest)?)),
        ["minimum", value] => wanted.minimum = Some((*value).to_owned()),
        ["with", items @ ..] => wanted.once = bought(words, items)?,
        ["entitled", rest @ ..] => wanted.entitled.push(right(rest)?),
        ["then", orders @ .., "on", date] => {
            let (orders, items) = match orders.iter().position(|word| *word == "with") {
                Some(place) => (&orders[..place], bought(words, &orders[place + 1..])?),
                None => (orders, Vec::new()),
            };
            let orders = orders.split(|word| *word == "+").map(order);
            let orders = orders.collect::<Result<_, _>>()?;
            wanted.changes.push(Then { orders, at: words.date(date)?, once: items });
        }
        [value, "off", rest @ ..] => wanted.offs.push(off(words, value, rest)?),
        other => return Err(format!("{other:?} is no option of a subscription")),
    }
    Ok(())
}

/// `20% off launch of basic at most 5.00 until 2026-06-01`
pub(super) fn off(words: &Words, value: &str, rest: &[&str]) -> Result<Off, String> {
    let mut off = Off {
        name: "discount".to_owned(),
        value: value.to_owned(),
        per_unit: false,
        of: None,
        at_most: None,
        until: None,
    };
    let mut rest = rest;
    loop {
        rest = match rest {
            [] => return Ok(off),
            ["per", "unit", rest @ ..] => {
                off.per_unit = true;
                rest
            }
            ["of", "product", product, rest @ ..] => {
                off.of = Some(OffScope::Product((*product).to_owned()));
                rest
            }
            ["of", "charge", charge, rest @ ..] => {
                off.of = Some(OffScope::Charge((*charge).to_owned()));
                rest
            }
            ["of", part, rest @ ..] => {
                off.of = Some(match part.split_once('/') {
                    Some((of, name)) => OffScope::Component(of.to_owned(), name.to_owned()),
                    None => OffScope::Pricing((*part).to_owned()),
                });
                rest
            }
            ["at", "most", most, rest @ ..] => {
                off.at_most = Some((*most).to_owned());
                rest
            }
            ["until", date, rest @ ..] => {
                off.until = Some(words.date(date)?);
                rest
            }
            [name, rest @ ..] => {
                off.name = (*name).to_owned();
                rest
            }
        };
    }
}
