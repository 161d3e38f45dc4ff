//! Changes and ends of a running subscription, in words.
//!
//! `change S1 to pro x5 + basic now, prorate now` and `cancel S1 at period end, refund full`.

use super::charge::bought;
use super::entitle::right;
use super::subscribe::{off, order};
use crate::action::{Action, Cancelling, Changing, Refunding, Signing, Trying, When};
use crate::parse::{Words, term};

pub(super) fn change(words: &Words) -> Result<Action, String> {
    let [subscription, rest @ ..] = words.head.as_slice() else { return Err("unclear".to_owned()) };
    let (rest, when) = when(words, rest)?;
    let orders = match rest {
        [] => None,
        ["to", orders @ ..] => {
            let orders = orders.split(|word| *word == "+").map(order);
            Some(orders.collect::<Result<_, _>>()?)
        }
        _ => return Err("unclear".to_owned()),
    };
    let subscription = (*subscription).to_owned();
    let mut wanted = Changing { subscription, orders, when, ..Changing::default() };
    for option in &words.options {
        read_option(words, &mut wanted, option)?;
    }
    Ok(Action::Change(Box::new(wanted)))
}

fn read_option(words: &Words, wanted: &mut Changing, option: &[&str]) -> Result<(), String> {
    match option {
        ["by", "contract"] => wanted.contract = Some(Signing::Signed),
        ["by", "contract", "started"] => wanted.contract = Some(Signing::Started),
        ["prorate", "now"] => wanted.proration = Some("IMMEDIATE"),
        ["prorate", "next"] => wanted.proration = Some("NEXT"),
        ["no", "proration"] => wanted.proration = Some("NONE"),
        ["reset", "anchor"] => wanted.reset_anchor = true,
        ["term", rest @ .., "from", "then"] => {
            wanted.term = Some(term(rest)?);
            wanted.relative_term = true;
        }
        ["term", rest @ ..] => wanted.term = Some(term(rest)?),
        ["renewing"] => wanted.renews = Some(true),
        ["not", "renewing"] => wanted.renews = Some(false),
        ["charged", "automatically"] => wanted.charged = Some(true),
        ["not", "charged"] => wanted.charged = Some(false),
        ["minimum", value] => wanted.minimum = Some(Some(words.amount(value, None)?)),
        ["no", "minimum"] => wanted.minimum = Some(None),
        ["still", "in", "trial"] => wanted.trial = Some(Trying::Stays),
        ["trial", rest @ ..] => wanted.trial = Some(Trying::For(term(rest)?)),
        ["with", items @ ..] => wanted.once = bought(words, items)?,
        ["entitled", rest @ ..] => wanted.entitled.push(right(rest)?),
        ["no", "trial"] => wanted.trial = Some(Trying::Over),
        [value, "off", rest @ ..] => wanted.offs.push(off(words, value, rest)?),
        other => return Err(format!("{other:?} is no option of a change")),
    }
    Ok(())
}

pub(super) fn cancel(words: &Words) -> Result<Action, String> {
    let [subscription, rest @ ..] = words.head.as_slice() else { return Err("unclear".to_owned()) };
    let (rest, when) = when(words, rest)?;
    if !rest.is_empty() {
        return Err("unclear".to_owned());
    }
    let subscription = (*subscription).to_owned();
    let mut wanted = Cancelling { subscription, when, ..Cancelling::default() };
    for option in &words.options {
        match option.as_slice() {
            ["refund", "prorated"] => wanted.refund = Refunding::Prorated,
            ["refund", "full"] => wanted.refund = Refunding::Full,
            ["refund", value] => wanted.refund = Refunding::Custom(words.amount(value, None)?),
            ["charge", "the", "rest"] => wanted.remaining = true,
            ["void", "pending"] => wanted.pending = true,
            other => return Err(format!("{other:?} is no option of a cancel")),
        }
    }
    Ok(Action::Cancel(Box::new(wanted)))
}

/// `undo change S1` or `undo cancel S1`
pub(super) fn undo(words: &Words) -> Result<Action, String> {
    match words.head.as_slice() {
        ["change", subscription] => Ok(Action::UndoChange((*subscription).to_owned())),
        ["cancel", subscription] => Ok(Action::UndoCancel((*subscription).to_owned())),
        _ => Err("unclear".to_owned()),
    }
}

/// What stands before the words for a time, and that time.
fn when<'a, 'b>(
    words: &Words,
    rest: &'a [&'b str],
) -> Result<(&'a [&'b str], Option<When>), String> {
    Ok(match rest {
        [rest @ .., "now"] => (rest, Some(When::Now)),
        [rest @ .., "at", "period", "end"] => (rest, Some(When::PeriodEnd)),
        [rest @ .., "at", "renewal"] => (rest, Some(When::Renewal)),
        [rest @ .., "on", date] => (rest, Some(When::On(words.date(date)?))),
        rest => (rest, None),
    })
}
