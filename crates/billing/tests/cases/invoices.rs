//! Invoice cases: coupons, spreading and the order of an invoice.

use billing::credit::Rank;
use billing::definition::Value;
use billing::invoice::totals::{
    Bill, Credit, Discount, DiscountScope, Effect, Line, LineScope, total,
};
use calendar::Timestamp;
use money::{Amount, Currency, Ratio, split};

use crate::Answer;
use crate::read::{
    amount, amount_or_zero, currency, flag, list, minor, minors, number, percent, said,
};

pub fn coupons(inputs: &Value) -> Answer {
    let currency = currency(inputs)?;
    let subtotal = amount(inputs, "subtotal_minor", currency)?;
    let offs = take_off(list(inputs, "coupons")?, subtotal)?;
    let total = Amount::sum(currency, offs.iter().copied()).map_err(said)?;
    let after = subtotal.checked_sub(total).map_err(said)?;
    Ok(vec![
        ("discounts_minor", minors(&offs)),
        ("discount_total_minor", minor(total)),
        ("after_discount_minor", minor(after)),
    ])
}

/// What each coupon takes off, one after the other, on what the ones before it left.
fn take_off(coupons: &[Value], subtotal: Amount) -> Result<Vec<Amount>, String> {
    let currency = subtotal.currency;
    let mut left = subtotal;
    let mut offs = Vec::new();
    for coupon in coupons {
        let limit = |key: &str| match coupon.get(key) {
            Value::Null => Ok(None),
            _ => amount(coupon, key, currency).map(Some),
        };
        let base = left.checked_min(limit("base_minor")?.unwrap_or(left)).map_err(said)?;
        let off = match flag(coupon, "skip") {
            true => Amount::zero(currency),
            false => effect(coupon, currency)?.off(base, limit("cap_minor")?).map_err(said)?,
        };
        left = left.checked_sub(off).map_err(said)?;
        offs.push(off);
    }
    Ok(offs)
}

fn effect(coupon: &Value, currency: Currency) -> Result<Effect, String> {
    if !coupon.get("percent").is_null() {
        return percent(coupon.get("percent")).map(Effect::Percent);
    }
    let used = amount_or_zero(coupon, "already_used_minor", currency)?;
    Ok(Effect::Amount { amount: amount(coupon, "amount_minor", currency)?, used })
}

pub fn distribute(inputs: &Value) -> Answer {
    let lines = list(inputs, "lines_minor")?;
    let lines: Option<Vec<Ratio>> = lines.iter().map(Value::as_number).collect();
    let lines = lines.ok_or("a line is not a number")?;
    let weights: Vec<Ratio> = lines.iter().map(|line| line.clone().or_zero()).collect();
    // A discount takes no more than there is.
    let off = number(inputs, "discount_minor")?.min(weights.iter().sum());
    let shares = split(off.to_i64().ok_or("the discount is not an integer")?, &weights);
    let shares: Vec<Ratio> = shares.map_err(said)?.into_iter().map(Ratio::from).collect();
    let nets = lines.iter().zip(&shares).map(|(line, share)| Value::Number(line - share));
    let nets = Value::List(nets.collect());
    let shares = Value::List(shares.into_iter().map(Value::Number).collect());
    Ok(vec![("shares_minor", shares), ("net_lines_minor", nets)])
}

pub fn invoice_order(inputs: &Value) -> Answer {
    let currency = currency(inputs)?;
    let rates: Vec<Ratio> =
        list(inputs, "tax_percents")?.iter().map(percent).collect::<Result<_, _>>()?;
    let (mut lines, mut discounts) = (Vec::new(), Vec::new());
    let mut left = Amount::zero(currency);
    for (place, input) in list(inputs, "lines")?.iter().enumerate() {
        let id = place.to_string();
        let mut line = Line::new(amount(input, "amount_minor", currency)?, Timestamp::UNIX_EPOCH);
        line.scope = LineScope { item_pricing: Some(id.clone()), ..LineScope::default() };
        line.rates = (0..rates.len()).collect();
        let mut net = line.amount;
        if !input.get("line_percent_off").is_null() {
            let effect = Effect::Percent(percent(input.get("line_percent_off"))?);
            net = net.checked_sub(effect.off(net, None).map_err(said)?).map_err(said)?;
            discounts.push(dated(DiscountScope::ItemPricing(id), effect, 0)?);
        }
        left = left.checked_add(net).map_err(said)?;
        lines.push(line);
    }
    for (turn, off) in take_off(list(inputs, "invoice_coupons")?, left)?.into_iter().enumerate() {
        let effect = Effect::Amount { amount: off, used: Amount::zero(currency) };
        discounts.push(dated(DiscountScope::Anything, effect, turn)?);
    }
    let balance = amount_or_zero(inputs, "credits_minor", currency)?;
    let credits = vec![Credit::new(balance, Rank::by_number(0, None, None))];
    let totalled = total(&Bill { currency, lines, discounts, rates, credits }).map_err(said)?;
    let totals = totalled.totals;
    let taxes: Vec<Amount> = totalled.taxes.iter().map(|tax| tax.amount).collect();
    Ok(vec![
        ("subtotal_minor", minor(totals.sub_total)),
        ("discount_minor", minor(totals.discount)),
        ("taxable_minor", minor(totals.net)),
        ("net_lines_minor", minors(&totalled.nets)),
        ("tax_minor", minor(totals.tax)),
        ("taxes_minor", minors(&taxes)),
        ("credits_applied_minor", minor(totals.credits)),
        ("total_minor", minor(totals.total)),
        ("revenue_minor", minor(totals.revenue)),
    ])
}

fn dated(scope: DiscountScope, effect: Effect, turn: usize) -> Result<Discount, String> {
    let second = i64::try_from(turn).map_err(said)?;
    let created = Timestamp::from_second(second).map_err(said)?;
    Ok(Discount { scope, effect, cap: None, created, prorated: false, part: 0, order: None })
}
