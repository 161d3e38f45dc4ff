//! Proration cases: shares, changes, giving back, local days and billed cycles.

use billing::definition::Value;
use billing::period::{cap, reverse};
use calendar::{Measure, Share};
use money::{Amount, Ratio, Rounding};

use crate::Answer;
use crate::periods::spans;
use crate::pricing::licence;
use crate::read::{
    amount, currency, flag, grid_on_day, instant, integer, list, measure, minor, minors, number,
    optional_instant, period, said, zone,
};

pub fn fraction(inputs: &Value) -> Answer {
    let share = share(inputs)?.ratio();
    let printed = match inputs.get("digits") {
        Value::Null => share,
        _ => {
            let digits = u8::try_from(integer(inputs, "digits")?).map_err(said)?;
            share.round(digits, Rounding::HalfAwayFromZero)
        }
    };
    Ok(vec![("fraction", Value::Number(printed))])
}

pub fn partial_charge(inputs: &Value) -> Answer {
    let price = amount(inputs, "price_minor", currency(inputs)?)?;
    Ok(vec![("amount_minor", minor(licence(price, share(inputs)?)?))])
}

pub fn change(inputs: &Value) -> Answer {
    let (zone, currency) = (zone(inputs)?, currency(inputs)?);
    let period = period(inputs, ("period_start", "period_end"), &zone)?;
    let at = instant(inputs, "change_at", &zone)?;
    // The day of the change belongs to the new state; one-time charges are not prorated.
    let remaining = Share::remaining(at, period, measure(inputs)?, &zone).map_err(said)?;
    let mut amounts = Vec::new();
    for line in list(inputs, "lines")? {
        let share = if flag(line, "one_time") { Share::FULL } else { remaining };
        let full = amount(line, "full_amount_minor", currency)?;
        amounts.push(match flag(line, "credit") {
            true => reverse(full, share, Amount::zero(currency)).map_err(said)?.1,
            false => licence(full, share)?,
        });
    }
    let net = Amount::sum(currency, amounts.iter().copied()).map_err(said)?;
    Ok(vec![("lines_minor", minors(&amounts)), ("net_minor", minor(net))])
}

pub fn cap_credit(inputs: &Value) -> Answer {
    let wanted = number(inputs, "potential")?;
    let billed = number(inputs, "original_paid")?;
    let given = number(inputs, "already_credited")?;
    let credit = cap(&wanted, &billed, &given);
    Ok(vec![("credit", Value::Number(credit))])
}

pub fn local_days(inputs: &Value) -> Answer {
    let zone = zone(inputs)?;
    let (from, to) = (instant(inputs, "from", &zone)?, instant(inputs, "to", &zone)?);
    let days = calendar::local_days(from, to, &zone);
    Ok(vec![("days", Value::Number(days.into()))])
}

pub fn billed_cycles(inputs: &Value) -> Answer {
    let zone = zone(inputs)?;
    let grid = grid_on_day(inputs, &zone)?;
    let start = instant(inputs, "start", &zone)?;
    let target = instant(inputs, "target", &zone)?;
    let mut cycles = Ratio::ZERO;
    if target >= start {
        let next = grid.next_boundary_after(target).map_err(said)?;
        let until = optional_instant(inputs, "end", &zone)?.map_or(next, |end| end.min(next));
        for span in spans(&grid, start, until)? {
            let share = span.share(Measure::LocalDays, &zone).map_err(said)?;
            cycles += &share.ratio().round(9, Rounding::HalfAwayFromZero);
        }
    }
    Ok(vec![("cycles", Value::Number(cycles))])
}

fn share(inputs: &Value) -> Result<Share, String> {
    let zone = zone(inputs)?;
    let part = period(inputs, ("from", "to"), &zone)?;
    let whole = period(inputs, ("period_start", "period_end"), &zone)?;
    Share::of(part, whole, measure(inputs)?, &zone).map_err(said)
}
