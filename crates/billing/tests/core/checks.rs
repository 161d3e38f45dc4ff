//! Runs the check tables of `checks/*.md`: a pricing as JSON, then what units of it cost, or what
//! is wrong with it. A new pricing model adds one such file.

use std::path::Path;

use billing::definition::Faults;
use billing::definition::Value;
use billing::pricing::{Demand, ItemPricing, Kind, MODELS, Overrides, TierPrice};
use calendar::Share;
use money::{Currency, Ratio};

#[test]
fn every_check_table_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("checks");
    let mut rows = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        rows += run(&path.file_name().unwrap().to_string_lossy(), &text);
    }
    assert!(rows > 50, "only {rows} rows were checked");
}

#[test]
fn every_model_has_a_check_table() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("checks");
    for model in MODELS {
        let name = format!("{}.md", model.name.to_lowercase());
        assert!(folder.join(&name).exists(), "checks/{name} is missing");
    }
}

/// Checks all tables of a file, each against the JSON block before it.
fn run(file: &str, text: &str) -> usize {
    let mut definition = String::new();
    let mut header: Vec<String> = Vec::new();
    let (mut in_json, mut rows) = (false, 0);
    for (number, line) in text.lines().enumerate() {
        let place = format!("{file}:{}", number + 1);
        if line.starts_with("```") {
            in_json = line == "```json";
            if in_json {
                definition.clear();
                header.clear();
            }
        } else if in_json {
            definition.push_str(line);
        } else if let Some(cells) = cells(line) {
            if header.is_empty() {
                header = cells;
            } else if !cells.iter().all(|cell| cell.starts_with("--")) {
                let row = header.iter().cloned().zip(cells).collect::<Vec<_>>();
                check(&place, &definition, &row);
                rows += 1;
            }
        } else {
            header.clear();
        }
    }
    rows
}

fn cells(line: &str) -> Option<Vec<String>> {
    let inner = line.strip_prefix('|')?.strip_suffix('|')?;
    Some(inner.split('|').map(|cell| cell.trim().to_owned()).collect())
}

fn check(place: &str, definition: &str, row: &[(String, String)]) {
    let cell = |name: &str| {
        let found = row.iter().find(|(header, _)| header == name);
        found.map(|(_, cell)| cell.as_str()).filter(|cell| !cell.is_empty())
    };
    let pricing = define(definition).unwrap_or_else(|error| panic!("{place}: {error}"));
    if let Some(pointer) = cell("fault") {
        let faults = pricing.expect_err(place);
        let all: Vec<String> =
            faults.iter().map(|fault| format!("{} {}", fault.pointer, fault.code)).collect();
        let wanted = format!("{pointer} {}", cell("code").expect(place));
        assert!(all.contains(&wanted), "{place}: wanted {wanted}, got {all:?}");
        return;
    }
    let pricing = pricing.unwrap_or_else(|faults| panic!("{place}: {faults:?}"));
    let demand = demand(&cell);
    let charge = match (pricing.charge(&demand), cell("refused")) {
        (Err(error), Some(wanted)) => return assert_eq!(error.to_string(), wanted, "{place}"),
        (Ok(charge), None) => charge,
        (got, wanted) => panic!("{place}: wanted refusal {wanted:?}, got {got:?}"),
    };
    if let Some(exact) = cell("exact") {
        assert_eq!(charge.exact.to_string(), exact, "{place}");
    }
    if let Some(amount) = cell("amount") {
        assert_eq!(charge.rounded().expect(place).to_string(), amount, "{place}");
    }
    if let Some(wanted) = cell("rows") {
        let rows: Vec<String> = charge.rows.iter().map(|row| row.amount.to_string()).collect();
        assert_eq!(rows.join(" + "), wanted, "{place}");
    }
    let sum: Ratio = charge.rows.iter().map(|row| &row.amount).sum();
    assert_eq!(sum * charge.share.ratio(), charge.exact, "{place}: the rows add up");
}

fn demand<'a>(cell: &impl Fn(&str) -> Option<&'a str>) -> Demand {
    let number = |text: &str| text.parse::<Ratio>().unwrap();
    let kind = match cell("kind") {
        Some("licence") => Kind::Licence,
        _ => Kind::Usage,
    };
    let mut demand = Demand::new(number(cell("units").unwrap()), kind);
    if let Some((over, under)) = cell("share").and_then(|share| share.split_once('/')) {
        let (numerator, denominator) = (over.parse().unwrap(), under.parse().unwrap());
        demand = demand.for_share(Share::new(numerator, denominator).unwrap());
    }
    demand.period = cell("period").map_or(0, |period| period.parse().unwrap());
    demand.overrides = Overrides {
        price_per_unit: cell("price").map(|price| price.parse().unwrap()),
        // `1: 0.5 + 3` gives the second tier a price of 0.5 a unit and 3 flat.
        tiers: cell("tier").into_iter().map(tier).collect(),
    };
    demand
}

fn tier(text: &str) -> TierPrice {
    let (index, prices) = text.split_once(": ").unwrap();
    let (unit, flat) = prices.split_once(" + ").unwrap_or((prices, ""));
    TierPrice {
        index: index.parse().unwrap(),
        price_per_unit: Some(unit.parse().unwrap()),
        flat_price: flat.parse().ok(),
    }
}

fn define(definition: &str) -> Result<Result<ItemPricing, Faults>, serde_json::Error> {
    let value: Value = serde_json::from_str(definition)?;
    let currency: Currency = match value.get("currency") {
        Value::Text(code) => code.parse().unwrap(),
        _ => "EUR".parse().unwrap(),
    };
    Ok(ItemPricing::define(&value, currency))
}
