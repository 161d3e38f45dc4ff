//! The document of a contract: its template, with what is known of the parties, the prices and the
//! dates filled in. Sending freezes it.

use std::collections::BTreeMap;
use std::fmt::Write;

use billing::contract::{Quote, QuoteLine};
use calendar::{Frequency, Term};
use records::contract::StartType;
use records::contract::create::VariableConfig;
use records::{Address, Amount, Company, Contract, Customer, Moment, Object};
use serde_json::Value;

use crate::templates::variables::escaped;

/// Names and texts, each as Markdown.
pub(crate) type Values = BTreeMap<String, String>;

/// Everything that a document of this contract can say.
pub(crate) fn values(
    company: &Company,
    customer: &Customer,
    (contract, quote): (&Contract, &Quote),
) -> Values {
    let mut values = of_company(company);
    values.extend(of_customer(customer));
    values.extend(of_contract(contract));
    put(&mut values, "pricing_table", Some(pricing_table(quote)));
    put(&mut values, "one_time_table", Some(one_time_table(quote)));
    put(&mut values, "discounts", Some(discounts(contract)));
    put(&mut values, "signatories", Some(signatories(contract)));
    values.extend(of_custom(Some(&contract.custom_variables), &contract.variable_configs));
    values
}

pub(crate) fn of_company(company: &Company) -> Values {
    let mut values = Values::new();
    text(&mut values, "company.name", Some(&company.name));
    text(&mut values, "company.legal_name", company.legal_name.as_ref());
    text(&mut values, "company.email", company.email.as_ref());
    text(&mut values, "company.phone", company.phone.as_ref());
    put(&mut values, "company.address", company.address.as_ref().and_then(address));
    values
}

pub(crate) fn of_customer(customer: &Customer) -> Values {
    let names = [&customer.org_name, &customer.name, &customer.email];
    let name = names.into_iter().flatten().find(|name| !name.is_empty());
    let mut values = Values::new();
    text(&mut values, "customer.name", Some(name.unwrap_or(&customer.identifier)));
    text(&mut values, "customer.org_name", customer.org_name.as_ref());
    text(&mut values, "customer.email", customer.email.as_ref());
    text(&mut values, "customer.phone", customer.phone.as_ref());
    put(&mut values, "customer.address", customer.address.as_ref().and_then(address));
    values
}

/// What the contract gives, and defaults for the rest.
pub(crate) fn of_custom(given: Option<&Object>, configs: &[VariableConfig]) -> Values {
    let mut values = Values::new();
    for config in configs {
        text(&mut values, &config.name, config.default.as_ref());
    }
    for (name, value) in given.into_iter().flatten() {
        let known = match value {
            Value::String(known) => known.clone(),
            other => other.to_string(),
        };
        text(&mut values, name, Some(&known));
    }
    values
}

fn of_contract(contract: &Contract) -> Values {
    let mut values = Values::new();
    text(&mut values, "contract.id", Some(&contract.id.to_string()));
    text(&mut values, "contract.title", Some(&contract.title));
    text(&mut values, "contract.description", contract.description.as_ref());
    text(&mut values, "contract.po_number", contract.po_number.as_ref());
    put(&mut values, "contract.start_date", contract.start_date.map(day));
    put(&mut values, "contract.expiration_date", contract.expiration_date.map(day));
    let start = match (contract.start_date, contract.start_type) {
        (Some(at), _) => format!("on {}", day(at)),
        (None, StartType::ManualAction) => "on the day that the provider confirms".to_owned(),
        (None, _) => "when the last party has signed".to_owned(),
    };
    put(&mut values, "contract.start", Some(start));
    let term = contract.term.map(length).unwrap_or_else(|| "one billing period".to_owned());
    put(&mut values, "contract.term", Some(term));
    let trial = contract.trial_term.filter(|_| contract.trial);
    let trial = trial.map(|term| format!("It begins with a free trial of {}.", length(term)));
    put(&mut values, "contract.trial", Some(trial.unwrap_or_default()));
    put(&mut values, "totals.acv", contract.acv.map(|amount| amount.to_string()));
    put(&mut values, "totals.tcv", contract.tcv.map(|amount| amount.to_string()));
    put(&mut values, "totals.currency", Some(contract.currency.clone()));
    values
}

fn put(values: &mut Values, name: &str, value: Option<String>) {
    if let Some(value) = value {
        values.insert(name.to_owned(), value);
    }
}

fn text(values: &mut Values, name: &str, value: Option<&String>) {
    put(values, name, value.filter(|value| !value.is_empty()).map(|value| escaped(value)));
}

/// A date without its time.
fn day(at: Moment) -> String {
    at.to_string().chars().take(10).collect()
}

fn address(address: &Address) -> Option<String> {
    let parts = [
        &address.address_line_1,
        &address.address_line_2,
        &address.zip,
        &address.city,
        &address.state,
        &address.country,
    ];
    let parts: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
    (!parts.is_empty()).then(|| escaped(&parts.join(", ")))
}

/// A term in words.
fn length(term: Term) -> String {
    let (count, unit) = match term.frequency() {
        Frequency::Hour => (term.count(), "hour"),
        Frequency::Day => (term.count(), "day"),
        Frequency::Week => (term.count(), "week"),
        Frequency::BiMonth => (term.count(), "half month"),
        Frequency::Month => (term.count(), "month"),
        Frequency::Quarter => (term.count(), "quarter"),
        Frequency::BiAnnual => (term.count(), "half year"),
        Frequency::Year => (term.count(), "year"),
        Frequency::OneTime => return "no term".to_owned(),
    };
    match count {
        1 => format!("one {unit}"),
        count => format!("{count} {unit}s"),
    }
}

fn pricing_table(quote: &Quote) -> String {
    if quote.recurring.is_empty() {
        return String::new();
    }
    let mut table = String::from("| Item | Quantity | Price |\n|---|---:|---:|\n");
    for QuoteLine { name, units, amount, term, .. } in &quote.recurring {
        let units = units.as_ref().map_or_else(|| "by usage".to_owned(), |units| units.to_string());
        let price = |amount: Amount| format!("{amount} per {}", per(*term));
        let price = amount.map_or_else(|| "by usage".to_owned(), price);
        // Writing to a text cannot fail.
        let _ = writeln!(table, "| {} | {units} | {price} |", escaped(name));
    }
    table
}

fn per(term: Term) -> String {
    let words = length(term);
    words.strip_prefix("one ").map(str::to_owned).unwrap_or(words)
}

fn one_time_table(quote: &Quote) -> String {
    if quote.once.is_empty() {
        return String::new();
    }
    let mut table = String::from("| Bought once | Quantity | Price |\n|---|---:|---:|\n");
    for line in &quote.once {
        let _ = writeln!(table, "| {} | {} | {} |", escaped(&line.name), line.units, line.amount);
    }
    table
}

fn discounts(contract: &Contract) -> String {
    let live = contract.discounts.iter().filter(|discount| discount.deleted_at.is_none());
    let mut list = String::new();
    for discount in live {
        let off = match (&discount.percent, discount.amount) {
            (Some(percent), _) => percent_of(percent.as_str()),
            (None, Some(amount)) => amount.to_string(),
            (None, None) => continue,
        };
        let until = discount.expiration_date.map(|at| format!(", until {}", day(at)));
        let _ =
            writeln!(list, "- {}: {off} off{}", escaped(&discount.name), until.unwrap_or_default());
    }
    list
}

/// A share as a percentage, exactly.
fn percent_of(share: &str) -> String {
    let hundredfold = money::Ratio::parse_decimal(share).map(|part| part * money::Ratio::from(100));
    hundredfold.map_or_else(|_| share.to_owned(), |percent| format!("{percent} %"))
}

fn signatories(contract: &Contract) -> String {
    let mut list = String::new();
    for signatory in &contract.signatories {
        let title = signatory.title.as_ref().map(|title| format!(", {}", escaped(title)));
        let _ = writeln!(list, "- {}{}", escaped(&signatory.name), title.unwrap_or_default());
    }
    list
}
