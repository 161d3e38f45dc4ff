//! What a build finds when it is measured: filled by itself, through its API, with the mix of
//! pricings that the billing run has.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::caller::Caller;
use super::side::Side;
use crate::arguments::Sizes;
use crate::outcome::{Outcome, broken};
use crate::place::{Copy, Place, Seeded};
use crate::raw::Raw;
use crate::seed::deal::{Deal, MODELS, start};

pub struct Stage {
    pub seeded: Seeded,
    /// One of each model.
    pub pricings: Vec<String>,
    /// The ids of what is due, deal by deal.
    pub subscriptions: Vec<String>,
    /// Customers who have nothing yet, in the place of the deals behind.
    pub buyers: Vec<String>,
    /// Gone with this.
    _database: Copy,
}

impl Stage {
    pub fn new(place: &Place, side: &Side, sizes: &Sizes) -> Outcome<Stage> {
        eprintln!("  {} {} sells {}", place.engine(), side.name, sizes.due);
        let database = place.fresh(&format!("stage_{}", side.name.to_lowercase()))?;
        let seeded = side.company(&database.url)?;
        let server = side.serve(&seeded.url)?;
        let caller = Caller { address: server.address, seeded: &seeded };
        caller.post("/clock", &json!({ "now": start().to_string() }))?;
        let pricings = catalog(&caller)?;
        let customers = customers(&caller, sizes.due + sizes.creates)?;
        let (sold, buyers) = customers.split_at(sizes.due);
        let deals = (0..).map(|at| Deal { at }).zip(sold);
        let sales = deals.map(|(deal, customer)| sale(&caller, deal, (customer, &pricings)));
        caller.load(sales.collect(), 200)?;
        let subscriptions = named(&caller, "subscriptions", sizes.due, Deal::identifier)?;
        drop(server);
        if !database.url.starts_with("sqlite:") {
            // Neither side's plans shall depend on when the server looked at its tables last.
            Raw::write(&database.url)?.script("VACUUM ANALYZE")?;
        }
        let buyers = buyers.to_vec();
        Ok(Stage { seeded, pricings, subscriptions, buyers, _database: database })
    }
}

/// The request that sells what a deal says to a customer.
pub fn sale(caller: &Caller<'_>, deal: Deal, to: (&str, &[String])) -> Vec<u8> {
    let (customer, pricings) = to;
    let body = deal.subscription(customer, &pricings[deal.model().place()]);
    caller.keyed("/subscriptions", &format!("sell-{}", deal.at), &Value::Object(body))
}

fn catalog(caller: &Caller<'_>) -> Outcome<Vec<String>> {
    let made = MODELS.iter().map(|model| {
        let product = caller.post("/products", &json!({ "name": format!("Plan {model:?}") }))?;
        let pricing = Value::Object(model.pricing(&text(&product, "id")?));
        text(&caller.post("/pricing", &pricing)?, "id")
    });
    made.collect()
}

/// The ids of so many new customers, deal by deal.
fn customers(caller: &Caller<'_>, count: usize) -> Outcome<Vec<String>> {
    let customer = |at| Value::Object(Deal { at }.customer());
    let new = |at| caller.keyed("/customers", &format!("customer-{at}"), &customer(at));
    caller.load((0..count).map(new).collect(), 201)?;
    named(caller, "customers", count, |deal| {
        customer(deal.at)["identifier"].as_str().unwrap_or_default().to_owned()
    })
}

/// The ids of those that the deals have given names, in their order.
fn named(
    caller: &Caller<'_>,
    noun: &str,
    count: usize,
    name: impl Fn(Deal) -> String,
) -> Outcome<Vec<String>> {
    let mut ids = BTreeMap::new();
    caller.walk(noun, |record| {
        ids.insert(text(record, "identifier")?, text(record, "id")?);
        Ok(())
    })?;
    let id = |at| {
        let name = name(Deal { at });
        ids.remove(&name).ok_or_else(|| broken(format!("{name} is not among the {noun}")))
    };
    (0..count).map(id).collect()
}

fn text(record: &Value, name: &str) -> Outcome<String> {
    let text = record[name].as_str();
    Ok(text.ok_or_else(|| broken(format!("a record without {name}")))?.to_owned())
}
