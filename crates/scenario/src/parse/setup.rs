//! The lines before the first date: company, taxes, prices, customers.

use billing::customer::entitlement::{Aggregator, Definition};
use calendar::Measure;
use money::Ratio;

use super::words::{Words, percent, term};
use crate::setup::{
    CustomerSetup, EntitlementSetup, Metering, Piece, PricingSetup, Setup, TaxSetup,
};
use crate::verb::right;

pub fn read(setup: &mut Setup, line: &str) -> Result<(), String> {
    let (noun, rest) = line.split_once(' ').unwrap_or((line, ""));
    let zone = setup.zone.clone();
    let words = Words::new(rest, &zone, setup.currency);
    match noun {
        "company" => company(setup, &words),
        "tax" => tax(&words.head).map(|tax| setup.taxes.push(tax)),
        "entitlement" => {
            entitlement(&words).map(|entitlement| setup.entitlements.push(entitlement))
        }
        "pricing" => pricing(setup, &words),
        "component" => component(setup, &words),
        "customer" => customer(setup, &words).map(|customer| setup.customers.push(customer)),
        "hourly" => {
            setup.hourly = true;
            Ok(())
        }
        other => Err(format!("nothing is called {other:?}")),
    }
}

/// `company EUR Europe/Berlin, due 14 days, by second`
fn company(setup: &mut Setup, words: &Words) -> Result<(), String> {
    let [currency, zone] = words.head.as_slice() else {
        return Err("company <currency> <zone>".to_owned());
    };
    setup.currency = Some(currency.parse().map_err(|error| format!("{error}"))?);
    setup.zone = zone.parse().map_err(|error| format!("{error}"))?;
    for option in &words.options {
        match option.as_slice() {
            ["due", days, "days"] => setup.due_days = Some(count(days)?),
            ["by", "second"] => setup.measure = Measure::Seconds,
            other => return Err(format!("{other:?} is no option of a company")),
        }
    }
    Ok(())
}

/// `tax VAT 19%` or `tax VAT 19% in DE`
fn tax(words: &[&str]) -> Result<TaxSetup, String> {
    let (name, rate, country) = match words {
        [name, rate] => (name, rate, None),
        [name, rate, "in", country] => (name, rate, Some((*country).to_owned())),
        _ => return Err("tax <name> <percent> [in <country>]".to_owned()),
    };
    Ok(TaxSetup { name: (*name).to_owned(), rate: percent(rate)?, country })
}

/// `entitlement seats NUMBER ADD, per licence` and `entitlement tier ENUM COALESCE, gold, silver`
fn entitlement(words: &Words) -> Result<EntitlementSetup, String> {
    let [key, kind, aggregator] = words.head.as_slice() else {
        return Err("entitlement <key> <type> <aggregator>".to_owned());
    };
    let joined = match *aggregator {
        "OR" => Aggregator::Or,
        "AND" => Aggregator::And,
        "ADD" => Aggregator::Add,
        "MINIMUM" => Aggregator::Minimum,
        "MAXIMUM" => Aggregator::Maximum,
        "COALESCE" => Aggregator::Coalesce,
        other => return Err(format!("{other:?} is no aggregator")),
    };
    let mut setup = EntitlementSetup {
        key: (*key).to_owned(),
        kind: (*kind).to_owned(),
        aggregator: (*aggregator).to_owned(),
        possible_values: Vec::new(),
        definition: Definition { aggregator: joined, per_licence: false },
    };
    for option in &words.options {
        match option.as_slice() {
            ["per", "licence"] => setup.definition.per_licence = true,
            [value] => setup.possible_values.push((*value).to_owned()),
            other => return Err(format!("{other:?} is no option of an entitlement")),
        }
    }
    Ok(setup)
}

/// `customer acme, country DE, tax VAT 7%`, or `customer acme-uk under acme`
fn customer(setup: &Setup, words: &Words) -> Result<CustomerSetup, String> {
    let (name, parent) = match words.head.as_slice() {
        [name] => (name, None),
        [name, "under", parent] => (name, Some((*parent).to_owned())),
        _ => return Err("customer <name> [under <parent>]".to_owned()),
    };
    let known = |parent: &String| setup.customers.iter().any(|known| known.name == *parent);
    if !parent.as_ref().is_none_or(known) {
        return Err("the parent stands before its children".to_owned());
    }
    let (name, taxes) = ((*name).to_owned(), None);
    let mut customer =
        CustomerSetup { name, parent, country: None, taxes, managed_elsewhere: false };
    for option in &words.options {
        match option.as_slice() {
            ["country", country] => customer.country = Some((*country).to_owned()),
            ["tax", rest @ ..] => customer.taxes.get_or_insert_default().push(tax(rest)?),
            ["no", "tax"] => customer.taxes = Some(Vec::new()),
            ["managed", "elsewhere"] => customer.managed_elsewhere = true,
            other => return Err(format!("{other:?} is no option of a customer")),
        }
    }
    Ok(customer)
}

/// `pricing basic 30.00 EUR per month in advance, pricing minimum 100.00`
fn pricing(setup: &mut Setup, words: &Words) -> Result<(), String> {
    let (name, price, currency, rest) = match words.head.as_slice() {
        [name, price, currency, "per", rest @ ..] => (name, price, currency, rest),
        [name, price, currency, once @ ..] if once == ["once"] => (name, price, currency, once),
        _ => return Err("pricing <name> <price> <currency> per <term> | once".to_owned()),
    };
    let currency = currency.parse().map_err(|error| format!("{error}"))?;
    let name = (*name).to_owned();
    let mut pricing = PricingSetup {
        product: name.clone(),
        name,
        currency,
        minimum: None,
        archived: false,
        grants: Vec::new(),
        pieces: Vec::new(),
    };
    let mut options = Vec::new();
    for option in &words.options {
        match option.as_slice() {
            ["pricing", "minimum", amount] => {
                pricing.minimum = Some(Ratio::parse_decimal(amount).map_err(|e| e.to_string())?);
            }
            ["of", "product", product] => pricing.product = (*product).to_owned(),
            ["archived"] => pricing.archived = true,
            ["grants", rest @ ..] => pricing.grants.push(right(rest)?),
            other => options.push(other.join(" ")),
        }
    }
    pricing.pieces.push(piece(&pricing.name, price, rest, options)?);
    setup.pricings.push(pricing);
    Ok(())
}

/// `component api of basic 0.10 per month metered`
fn component(setup: &mut Setup, words: &Words) -> Result<(), String> {
    let [name, "of", pricing, price, "per", rest @ ..] = words.head.as_slice() else {
        return Err("component <name> of <pricing> <price> per <term>".to_owned());
    };
    let options = words.options.iter().map(|option| option.join(" ")).collect();
    let piece = piece(name, price, rest, options)?;
    let pricing = setup.pricings.iter_mut().find(|pricing_setup| pricing_setup.name == **pricing);
    pricing.ok_or("there is no such pricing")?.pieces.push(piece);
    Ok(())
}

fn piece(name: &str, price: &str, rest: &[&str], options: Vec<String>) -> Result<Piece, String> {
    let mut words = rest.to_vec();
    let mut flag = |flag: &[&str]| {
        let found = words.ends_with(flag);
        if found {
            words.truncate(words.len() - flag.len());
        }
        found
    };
    let objects = flag(&["per", "object"]);
    let metered = flag(&["metered"]) || objects;
    let (in_advance, in_arrears) = (flag(&["in", "advance"]), flag(&["in", "arrears"]));
    let (name, price) = (name.to_owned(), price.to_owned());
    let term = term(&words)?;
    let mut metering = metered.then(Metering::default);
    if let Some(metering) = metering.as_mut().filter(|_| objects) {
        *metering = Metering { aggregator: "COUNT", property: None, objects, ..metering.clone() };
    }
    let mut rest = Vec::new();
    for option in options {
        if !metering.as_mut().is_some_and(|metering| measures(metering, &option)) {
            rest.push(option);
        }
    }
    Ok(Piece { name, price, term, in_arrears, in_advance, metering, options: rest })
}

/// Whether an option says how usage becomes units: `counts`, `sum of calls`, `by region`, …
fn measures(metering: &mut Metering, option: &str) -> bool {
    let words: Vec<&str> = option.split(' ').collect();
    let (aggregator, property) = match words.as_slice() {
        ["item", name] => {
            metering.item = Some((*name).to_owned());
            return true;
        }
        ["by", keys @ ..] => {
            metering.group_keys = keys.iter().map(|key| (*key).to_owned()).collect();
            return true;
        }
        ["counts"] => ("COUNT", None),
        ["sum", "of", name] => ("SUM", Some(name)),
        ["largest", name] => ("MAX", Some(name)),
        ["average", name] => ("AVG", Some(name)),
        ["distinct", name] => ("UNIQUE", Some(name)),
        ["last", name] => ("LAST_IN_PERIOD", Some(name)),
        ["last", name, "ever"] => ("LAST_IN_HISTORY", Some(name)),
        ["sum", "of", name, "ever"] => ("HISTORICAL_SUM", Some(name)),
        _ => return false,
    };
    (metering.aggregator, metering.property) = (aggregator, property.map(|n| (*n).to_owned()));
    true
}

pub fn count(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("{text:?} is no count"))
}
