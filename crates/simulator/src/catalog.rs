//! A random company: where it is, what it sells, whom it taxes, and its customers.

use crate::dice::Dice;

/// What a world is made of; names are their places.
#[derive(Clone, Debug)]
pub struct Catalog {
    pub lines: Vec<String>,
    pub currency: &'static str,
    pub pricings: Vec<String>,
    /// Those that are sold at prices of their own.
    pub custom: Vec<String>,
    pub customers: Vec<String>,
    /// Whether the naive model follows everything.
    pub plain: bool,
    /// Whether lives are long: years and months beside each other, changed again and again.
    pub long: bool,
}

const ZONES: &[&str] = &[
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kolkata",
    "Pacific/Kiritimati",
    "Australia/Lord_Howe",
];

const TERMS: &[&str] = &[
    "month",
    "month",
    "month",
    "month",
    "2 weeks",
    "half month",
    "quarter",
    "quarter",
    "half year",
    "year",
    "10 days",
    "2 months",
];

pub fn catalog(dice: &mut Dice) -> Catalog {
    let plain = dice.chance(25);
    let long = !plain && dice.chance(25);
    let currency = dice.pick(&["EUR", "EUR", "USD", "JPY", "KWD"]);
    let mut company = format!("company {currency} {}", dice.pick(ZONES));
    if dice.chance(30) {
        company.push_str(&format!(", due {} days", dice.between(0, 45)));
    }
    if !plain && dice.chance(15) {
        company.push_str(", by second");
    }
    let mut lines = vec![company];
    for place in 0..dice.between(0, 2) {
        let country = if dice.chance(30) { " in DE" } else { "" };
        lines.push(format!("tax T{place} {}%{country}", dice.between(0, 25)));
    }
    lines.extend(ENTITLEMENTS.iter().map(|line| (*line).to_owned()));
    let (mut pricings, mut custom) = (Vec::new(), Vec::new());
    for place in 1..=dice.between(2, 5) {
        let name = format!("p{place}");
        let line = match (long, place) {
            (true, 1) => advance(dice, &name, (currency, "year")),
            (true, 2) => advance(dice, &name, (currency, "month")),
            _ => pricing(dice, &name, (currency, plain)),
        };
        if line.contains(", custom") && !line.contains(" metered") {
            custom.push(name.clone());
        }
        lines.push(format!("{line}{}", granted(place)));
        if dice.chance(20) {
            lines.push(component(dice, &name, (currency, plain)));
        }
        pricings.push(name);
    }
    let mut customers = Vec::new();
    for place in 1..=dice.between(1, 3) {
        let name = format!("c{place}");
        lines.push(customer(dice, &name, plain));
        customers.push(name);
    }
    Catalog { lines, currency, pricings, custom, customers, plain, long }
}

/// What can be granted in every world.
const ENTITLEMENTS: &[&str] = &[
    "entitlement seats NUMBER ADD, per licence",
    "entitlement least NUMBER MINIMUM",
    "entitlement most NUMBER MAXIMUM, per licence",
    "entitlement sso BOOL OR",
    "entitlement tier ENUM COALESCE, gold, silver",
];

/// What the pricing at a place grants; the second grants nothing.
fn granted(place: u64) -> &'static str {
    match place {
        1 => ", grants seats 5, grants sso false, grants least 7",
        2 => "",
        3 => ", grants seats 0.5, grants tier gold, grants most 2.5",
        4 => ", grants sso true, grants least 3, grants tier silver",
        _ => ", grants most 4",
    }
}

fn customer(dice: &mut Dice, name: &str, plain: bool) -> String {
    let mut line = format!("customer {name}");
    if dice.chance(40) {
        line.push_str(", country DE");
    }
    if dice.chance(20) {
        line.push_str(dice.pick(&[", no tax", ", tax VAT 7%"]));
    }
    if !plain && dice.chance(3) {
        line.push_str(", managed elsewhere");
    }
    line
}

/// An amount in major units with the digits that the currency has.
pub fn amount(dice: &mut Dice, currency: &str, most: u64) -> String {
    amount_between(dice, currency, (0, most))
}

/// The same, at least so much.
pub fn amount_between(dice: &mut Dice, currency: &str, (least, most): (u64, u64)) -> String {
    let whole = dice.between(least, most);
    match currency {
        "JPY" => whole.to_string(),
        "KWD" => format!("{whole}.{:03}", dice.between(0, 999)),
        _ => format!("{whole}.{:02}", dice.between(0, 99)),
    }
}

/// A plain price in advance.
fn advance(dice: &mut Dice, name: &str, (currency, term): (&str, &str)) -> String {
    let price = amount(dice, currency, 1_500);
    format!("pricing {name} {price} {currency} per {term} in advance")
}

fn pricing(dice: &mut Dice, name: &str, (currency, plain): (&str, bool)) -> String {
    // Some are fees: nothing for units, and a base.
    let is_fee = dice.chance(6);
    let price = if is_fee { "0".to_owned() } else { amount(dice, currency, 120) };
    let term = term(dice, plain);
    let mut line = format!("pricing {name} {price} {currency} per {term}{}", kind(dice, plain));
    if is_fee || dice.chance(20) {
        line.push_str(&format!(", base {}", amount(dice, currency, 30)));
    }
    if dice.chance(12) {
        line.push_str(&minimum(dice, currency));
    }
    if dice.chance(8) {
        line.push_str(&format!(", pricing minimum {}", amount(dice, currency, 300)));
    }
    if plain {
        return line;
    }
    if dice.chance(12) {
        line.push_str(", no proration");
    }
    if dice.chance(2) {
        line.push_str(", archived");
    }
    line.push_str(match dice.between(0, 14) {
        0 => ", tiers 2@9 10@8 *@7.5",
        1 => ", schedule 10 20 30",
        2 => ", blocks of 3",
        3 => ", volume 3@9 *@7.5+2",
        4 => ", custom",
        5 => ", including 2 units",
        _ => "",
    });
    line
}

/// A minimum of each kind that a component has.
fn minimum(dice: &mut Dice, currency: &str) -> String {
    let mut some = || amount(dice, currency, 200);
    let (one, other) = (some(), some());
    match dice.between(0, 7) {
        0 => format!(", total minimum {one}"),
        1 => format!(", minimums {one} {other}"),
        2 => format!(", minimums carried {one} {other}"),
        _ => format!(", minimum {one}"),
    }
}

fn component(dice: &mut Dice, of: &str, (currency, plain): (&str, bool)) -> String {
    let price = amount(dice, currency, 20);
    let term = term(dice, plain);
    format!("component {of}x of {of} {price} per {term}{}", kind(dice, plain))
}

fn term(dice: &mut Dice, plain: bool) -> &'static str {
    if !plain && dice.chance(2) { "100 hours" } else { dice.pick(TERMS) }
}

fn kind(dice: &mut Dice, plain: bool) -> &'static str {
    match dice.between(0, if plain { 2 } else { 3 }) {
        0 | 1 => " in advance",
        2 => " in arrears",
        _ => " metered",
    }
}
