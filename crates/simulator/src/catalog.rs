//! A random company: where it is, what it sells, whom it taxes, and its customers.

use crate::dice::Dice;

/// What a world is made of; names are their places.
#[derive(Clone, Debug)]
pub struct Catalog {
    pub lines: Vec<String>,
    pub currency: &'static str,
    pub pricings: Vec<String>,
    pub customers: Vec<String>,
}

const ZONES: &[&str] = &[
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kolkata",
    "Pacific/Kiritimati",
    "Australia/Lord_Howe",
];

const TERMS: &[&str] =
    &["month", "month", "month", "2 weeks", "half month", "quarter", "year", "10 days"];

pub fn catalog(dice: &mut Dice) -> Catalog {
    let currency = dice.pick(&["EUR", "EUR", "USD", "JPY", "KWD"]);
    let mut company = format!("company {currency} {}", dice.pick(ZONES));
    if dice.chance(30) {
        company.push_str(&format!(", due {} days", dice.between(0, 45)));
    }
    if dice.chance(15) {
        company.push_str(", by second");
    }
    let mut lines = vec![company];
    for place in 0..dice.between(0, 2) {
        let country = if dice.chance(30) { " in DE" } else { "" };
        lines.push(format!("tax T{place} {}%{country}", dice.between(0, 25)));
    }
    let mut pricings = Vec::new();
    for place in 1..=dice.between(2, 5) {
        let name = format!("p{place}");
        lines.push(pricing(dice, &name, currency));
        if dice.chance(20) {
            lines.push(component(dice, &name, currency));
        }
        pricings.push(name);
    }
    let mut customers = Vec::new();
    for place in 1..=dice.between(1, 3) {
        let name = format!("c{place}");
        let mut line = format!("customer {name}");
        if dice.chance(40) {
            line.push_str(", country DE");
        }
        if dice.chance(20) {
            line.push_str(dice.pick(&[", no tax", ", tax VAT 7%"]));
        }
        lines.push(line);
        customers.push(name);
    }
    Catalog { lines, currency, pricings, customers }
}

/// An amount in major units with the digits that the currency has.
pub fn amount(dice: &mut Dice, currency: &str, most: u64) -> String {
    let whole = dice.between(0, most);
    match currency {
        "JPY" => whole.to_string(),
        "KWD" => format!("{whole}.{:03}", dice.between(0, 999)),
        _ => format!("{whole}.{:02}", dice.between(0, 99)),
    }
}

fn pricing(dice: &mut Dice, name: &str, currency: &str) -> String {
    let price = amount(dice, currency, 120);
    let term = dice.pick(TERMS);
    let head = format!("pricing {name} {price} {currency} per {term}");
    let kind = dice.pick(&[" in advance", " in advance", " in arrears", " metered"]);
    let mut line = format!("{head}{kind}");
    if dice.chance(20) {
        line.push_str(&format!(", base {}", amount(dice, currency, 30)));
    }
    if dice.chance(15) {
        line.push_str(&format!(", minimum {}", amount(dice, currency, 200)));
    }
    if dice.chance(8) {
        line.push_str(&format!(", plan minimum {}", amount(dice, currency, 300)));
    }
    if dice.chance(12) {
        line.push_str(", no proration");
    }
    match dice.between(0, 9) {
        0 => line.push_str(", tiers 2@9 10@8 *@7.5"),
        1 => line.push_str(", schedule 10 20 30"),
        2 => line.push_str(", blocks of 3"),
        _ => {}
    }
    line
}

fn component(dice: &mut Dice, of: &str, currency: &str) -> String {
    let price = amount(dice, currency, 20);
    let term = dice.pick(TERMS);
    let kind = dice.pick(&[" in advance", " in arrears", " metered"]);
    format!("component {of}x of {of} {price} per {term}{kind}")
}
