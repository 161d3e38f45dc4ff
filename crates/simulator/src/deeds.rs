//! What people might do next, at random, in the words of a scenario. Most of it is possible; what is
//! refused has to leave the books as they were.

use crate::catalog::{Catalog, amount};
use crate::dice::Dice;

/// What a deed may name.
#[derive(Clone, Debug, Default)]
pub struct Known {
    pub upcoming: String,
    pub subscriptions: Vec<String>,
    pub invoices: Vec<String>,
}

/// One deed, or none where there is nothing yet to do it to. `later` writes a date so many days from
/// now.
pub fn deed(
    dice: &mut Dice,
    catalog: &Catalog,
    known: &Known,
    later: &dyn Fn(i64) -> String,
) -> Option<String> {
    let subscription = pick(dice, &known.subscriptions);
    let invoice = pick(dice, &known.invoices);
    let words = match dice.between(0, 99) {
        0..=17 => subscribe(dice, catalog, known, later),
        18..=29 => "advance".to_owned(),
        30..=36 => grant(dice, catalog, later),
        37..=46 => pay(dice, catalog, &invoice?),
        47..=52 => format!("void {}", invoice?),
        53..=55 => format!("reissue {}", invoice?),
        56..=57 => format!("finalize {}", invoice?),
        58..=60 => set(dice, catalog, &subscription?),
        61..=66 => format!("extend {} to {}", subscription?, later(days(dice, 60))),
        67..=75 => pause(dice, &subscription?, later),
        76..=81 => format!("resume {}", subscription?),
        82..=87 => format!("bill next {}", subscription?),
        _ => format!("show {}", subscription?),
    };
    Some(words)
}

fn pick(dice: &mut Dice, of: &[String]) -> Option<String> {
    let last = u64::try_from(of.len()).ok()?.checked_sub(1)?;
    of.get(usize::try_from(dice.between(0, last)).ok()?).cloned()
}

fn days(dice: &mut Dice, most: u64) -> i64 {
    i64::try_from(dice.between(1, most)).unwrap_or(1)
}

fn subscribe(
    dice: &mut Dice,
    catalog: &Catalog,
    known: &Known,
    later: &dyn Fn(i64) -> String,
) -> String {
    let customer = pick(dice, &catalog.customers).unwrap_or_default();
    let mut orders: Vec<String> = Vec::new();
    for pricing in &catalog.pricings {
        if orders.is_empty() || dice.chance(30) {
            orders.push(order(dice, pricing));
        }
    }
    if orders.len() > 1 && dice.chance(50) {
        orders.remove(0);
    }
    let mut words = format!("subscribe {customer} to {} as {}", orders.join(" + "), known.upcoming);
    let mut option = |option: String| {
        words.push_str(", ");
        words.push_str(&option);
    };
    let shift = match dice.between(0, 9) {
        0 => -days(dice, 70),
        1 => days(dice, 40),
        _ => 0,
    };
    if shift != 0 {
        option(format!("from {}", later(shift)));
    }
    if dice.chance(25) {
        option(format!("anchor {}", later(shift + days(dice, 60) - 30)));
    }
    if shift < 0 && dice.chance(50) {
        option("past invoices".to_owned());
    }
    let trial = dice.chance(25).then(|| days(dice, 45));
    if let Some(trial) = trial {
        option(format!("trial until {}", later(shift + trial)));
    }
    if dice.chance(20) {
        option(format!("until {}", later(shift + trial.unwrap_or(0) + days(dice, 200))));
    }
    if dice.chance(15) {
        option("not renewing".to_owned());
    }
    if dice.chance(15) {
        let term = dice.pick(&["month", "2 months", "quarter", "year"]);
        option(format!("term {term}"));
    }
    if dice.chance(10) {
        option("charged automatically".to_owned());
    }
    if dice.chance(15) {
        option(format!("grace {} days", dice.between(1, 6)));
    }
    if dice.chance(12) {
        option(format!("minimum {}", amount(dice, catalog.currency, 250)));
    }
    if dice.chance(25) {
        option(off(dice, catalog, later));
    }
    if dice.chance(10) {
        option(off(dice, catalog, later));
    }
    words
}

pub fn order(dice: &mut Dice, pricing: &str) -> String {
    match dice.chance(50) {
        true => pricing.to_owned(),
        false => format!("{pricing} x{}", dice.between(1, 9)),
    }
}

fn off(dice: &mut Dice, catalog: &Catalog, later: &dyn Fn(i64) -> String) -> String {
    let mut words = match dice.between(0, 2) {
        0 => format!("{}% off", dice.between(0, 100)),
        1 => format!("{} off", amount(dice, catalog.currency, 40)),
        _ => format!("{} off per unit", amount(dice, catalog.currency, 5)),
    };
    if dice.chance(25) {
        let pricing = pick(dice, &catalog.pricings).unwrap_or_default();
        words.push_str(&format!(" of {pricing}"));
    }
    if dice.chance(20) {
        words.push_str(&format!(" at most {}", amount(dice, catalog.currency, 15)));
    }
    if dice.chance(40) {
        words.push_str(&format!(" until {}", later(days(dice, 120))));
    }
    words
}

fn grant(dice: &mut Dice, catalog: &Catalog, later: &dyn Fn(i64) -> String) -> String {
    let customer = pick(dice, &catalog.customers).unwrap_or_default();
    let amount = amount(dice, catalog.currency, 150);
    let until = match dice.chance(50) {
        true => format!(", until {}", later(days(dice, 150))),
        false => String::new(),
    };
    format!("grant {customer} {amount} {}{until}", catalog.currency)
}

fn pay(dice: &mut Dice, catalog: &Catalog, invoice: &str) -> String {
    match dice.chance(60) {
        true => format!("pay {invoice}"),
        false => format!("pay {invoice} {}", amount(dice, catalog.currency, 150)),
    }
}

fn set(dice: &mut Dice, catalog: &Catalog, subscription: &str) -> String {
    match dice.between(0, 2) {
        0 => format!("set {subscription}, due {} days", dice.between(0, 60)),
        1 => format!("set {subscription}, minimum {}", amount(dice, catalog.currency, 250)),
        _ => format!("set {subscription}, no minimum"),
    }
}

fn pause(dice: &mut Dice, subscription: &str, later: &dyn Fn(i64) -> String) -> String {
    let how = dice.pick(&["keep drafts", "void"]);
    match dice.chance(60) {
        true => format!("pause {subscription}, {how}, until {}", later(days(dice, 90))),
        false => format!("pause {subscription}, {how}"),
    }
}
