//! What people might do next, at random, in the words of a scenario. Most of it is possible; what
//! is refused has to leave the books as they were.

use crate::catalog::{Catalog, amount};
use crate::dice::Dice;

/// What a deed may name.
#[derive(Clone, Debug, Default)]
pub struct Known {
    pub upcoming: String,
    pub subscriptions: Vec<String>,
    pub invoices: Vec<String>,
}

/// One deed, or none where there is nothing yet to do it to. `later` writes a date so many days
/// from now.
pub fn deed(
    dice: &mut Dice,
    catalog: &Catalog,
    known: &Known,
    later: &dyn Fn(i64) -> String,
) -> Option<String> {
    let subscription = pick(dice, &known.subscriptions);
    let invoice = pick(dice, &known.invoices);
    let words = match dice.between(0, 99) {
        0..=14 => subscribe(dice, catalog, known, later),
        15..=24 => "advance".to_owned(),
        25..=29 => grant(dice, catalog, later),
        30..=37 => pay(dice, catalog, &invoice?),
        38..=42 => format!("void {}", invoice?),
        43..=44 => format!("reissue {}", invoice?),
        45..=46 => format!("finalize {}", invoice?),
        47..=49 => set(dice, catalog, &subscription?),
        50..=53 => format!("extend {} to {}", subscription?, later(days(dice, 60))),
        54..=60 => pause(dice, &subscription?, later),
        61..=65 => format!("resume {}", subscription?),
        66..=71 => format!("bill next {}", subscription?),
        72..=85 => change(dice, catalog, &subscription?, later),
        86..=93 => cancel(dice, catalog, &subscription?, later),
        94..=96 => format!("undo change {}", subscription?),
        _ => format!("undo cancel {}", subscription?),
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
    let wanted = orders(dice, catalog);
    let mut words = format!("subscribe {customer} to {wanted} as {}", known.upcoming);
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
    if dice.chance(10) {
        let (wanted, date) = (orders(dice, catalog), later(shift.max(0) + days(dice, 120)));
        option(format!("then {wanted} on {date}"));
    }
    if dice.chance(25) {
        option(off(dice, catalog, later));
    }
    if dice.chance(10) {
        option(off(dice, catalog, later));
    }
    words
}

fn orders(dice: &mut Dice, catalog: &Catalog) -> String {
    let mut orders: Vec<String> = Vec::new();
    for pricing in &catalog.pricings {
        if orders.is_empty() || dice.chance(30) {
            orders.push(order(dice, pricing));
        }
    }
    if orders.len() > 1 && dice.chance(50) {
        orders.remove(0);
    }
    orders.join(" + ")
}

fn order(dice: &mut Dice, pricing: &str) -> String {
    match dice.chance(50) {
        true => pricing.to_owned(),
        false => format!("{pricing} x{}", dice.between(1, 9)),
    }
}

/// When something takes effect.
fn when(dice: &mut Dice, later: &dyn Fn(i64) -> String) -> String {
    match dice.between(0, 6) {
        0..=3 => "now".to_owned(),
        4 => "at period end".to_owned(),
        5 => "at renewal".to_owned(),
        _ => format!("on {}", later(days(dice, 80))),
    }
}

fn change(
    dice: &mut Dice,
    catalog: &Catalog,
    subscription: &str,
    later: &dyn Fn(i64) -> String,
) -> String {
    let (wanted, when) = (orders(dice, catalog), when(dice, later));
    let mut words = format!("change {subscription} to {wanted} {when}");
    let prorations = ["", ", prorate now", ", prorate now", ", prorate next", ", no proration"];
    words.push_str(dice.pick(&prorations));
    if dice.chance(8) {
        words.push_str(", reset anchor");
    }
    if dice.chance(10) {
        words.push_str(&match dice.between(0, 3) {
            0 => ", no trial".to_owned(),
            _ => format!(", trial {} days", dice.between(2, 45)),
        });
    }
    if dice.chance(8) {
        words.push_str(dice.pick(&[", term quarter", ", term year from then", ", not renewing"]));
    }
    if dice.chance(8) {
        words.push_str(&format!(", minimum {}", amount(dice, catalog.currency, 250)));
    }
    if dice.chance(12) {
        words.push_str(&format!(", {}", off(dice, catalog, later)));
    }
    words
}

fn cancel(
    dice: &mut Dice,
    catalog: &Catalog,
    subscription: &str,
    later: &dyn Fn(i64) -> String,
) -> String {
    let mut words = format!("cancel {subscription} {}", when(dice, later));
    match dice.between(0, 9) {
        0..=3 => words.push_str(", refund prorated"),
        4..=5 => words.push_str(", refund full"),
        6 => words.push_str(&format!(", refund {}", amount(dice, catalog.currency, 30))),
        7 => words.push_str(", charge the rest"),
        _ => {}
    }
    if dice.chance(15) {
        words.push_str(", void pending");
    }
    words
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
