//! Setting up: a company of its own for each scenario, with its prices and customers.

use calendar::{Measure, Timestamp};
use engine::companies::NewCompany;
use money::{Ratio, Rounding};
use serde_json::{Value, json};

use super::bodies::{self, Sold};
use super::usage::SoldItem;
use super::{AppWorld, Time, entitle};
use crate::definition::metric;
use crate::setup::{CustomerSetup, Piece, PricingSetup, Setup};

pub(super) fn set_up(world: &mut AppWorld, setup: &Setup, at: Timestamp) -> Result<(), String> {
    let currency = setup.currency.ok_or("the company has no currency")?;
    if let Time::Real(clock) = &world.time {
        clock.set(at.into());
    }
    let new = NewCompany {
        name: "Scenario".to_owned(),
        currency: currency.code().to_owned(),
        timezone: setup.zone.name().to_owned(),
        dev: matches!(world.time, Time::Test),
        demo: false,
    };
    let made = world.site.engine()?.create_company(new);
    let (company, token) = made.map_err(|failure| format!("{failure:?}"))?;
    world.caller.company = company.id;
    world.caller.token = token.token;
    if matches!(world.time, Time::Test) {
        world.write("POST", "/clock", &json!({ "now": at.to_string() }))?.done()?;
    }
    let unit = match setup.measure {
        Measure::LocalDays => "DAY",
        Measure::Seconds => "SECOND",
    };
    let settings = json!({
        "proration_unit": unit,
        "invoice_due_date_from_creation": setup.due_days,
        "taxes": setup.taxes.iter().map(bodies::tax).collect::<Vec<_>>(),
    });
    world.write("PATCH", "", &settings)?.done()?;
    for entitlement_setup in &setup.entitlements {
        entitle::define(world, entitlement_setup)?;
    }
    for pricing_setup in &setup.pricings {
        let sold = pricing(world, pricing_setup)?;
        world.sold.push(sold);
    }
    for customer_setup in &setup.customers {
        let mut body = customer(customer_setup);
        if let Some(parent) = &customer_setup.parent {
            body["parent_customer_id"] = json!(world.customer(parent)?);
        }
        let made = world.write("POST", "/customers", &body)?.done()?;
        world.customers.push((customer_setup.name.clone(), id(&made)?));
    }
    Ok(())
}

fn customer(customer_setup: &CustomerSetup) -> Value {
    let mut body = json!({ "identifier": customer_setup.name });
    if let Some(country) = &customer_setup.country {
        body["address"] = json!({ "country": country });
    }
    if let Some(taxes) = &customer_setup.taxes {
        body["override_taxes"] = taxes.iter().map(bodies::tax).collect();
    }
    if customer_setup.managed_elsewhere {
        body["managed_externally"] = json!(true);
    }
    body
}

fn pricing(world: &mut AppWorld, pricing_setup: &PricingSetup) -> Result<Sold, String> {
    let product = product(world, pricing_setup)?;
    let mut components = Vec::new();
    for piece in &pricing_setup.pieces {
        let measured = measured(world, pricing_setup, piece)?;
        let measured = measured.map(|metered| (metered.item, metered.metric));
        let mut body = bodies::component(piece, pricing_setup.currency, measured)?;
        if let Some(credit) = body.get_mut("credit_price") {
            name_ids(world, credit)?;
        }
        components.push(body);
    }
    let mut body = json!({
        "product_id": product,
        "name": pricing_setup.name,
        "currency": pricing_setup.currency.code(),
        "components": components,
    });
    if let Some(minimum) = &pricing_setup.minimum {
        let minor =
            |value: &Ratio| value.to_minor(pricing_setup.currency, Rounding::HalfAwayFromZero);
        body["minimum_spend"] = bodies::money(minor(minimum).map_err(|error| error.to_string())?);
    }
    let made = world.write("POST", "/pricing", &body)?.done()?;
    let sold = id(&made)?;
    if pricing_setup.archived {
        let archived = json!({ "state": "ARCHIVED" });
        world.write("PATCH", &format!("/pricing/{sold}"), &archived)?.done()?;
    }
    let parts = made["product_metric_pricings"].as_array().ok_or("a pricing has no components")?;
    let ids = parts.iter().map(id).collect::<Result<Vec<_>, _>>()?;
    let prices = parts.iter().map(|part| id(&part["item_pricing"]));
    let prices = prices.collect::<Result<Vec<_>, _>>()?;
    let names = pricing_setup.pieces.iter().map(|piece| piece.name.clone());
    Ok(Sold {
        name: pricing_setup.name.clone(),
        id: sold,
        currency: pricing_setup.currency,
        product: (pricing_setup.product.clone(), product),
        prices: names.zip(prices).collect(),
        pieces: ids.into_iter().zip(pricing_setup.pieces.iter().map(Piece::is_metered)).collect(),
    })
}

/// The product that a pricing is of, which another may have made.
fn product(world: &mut AppWorld, pricing_setup: &PricingSetup) -> Result<String, String> {
    let mut known = world.sold.iter().map(|sold| &sold.product);
    if let Some((_, id)) = known.find(|(name, _)| *name == pricing_setup.product) {
        return Ok(id.clone());
    }
    let granted = entitle::values(&pricing_setup.grants);
    let body = json!({ "name": pricing_setup.product, "entitlements": granted });
    id(&world.write("POST", "/products", &body)?.done()?)
}

/// Puts ids in the place of the names of what a credit is for.
fn name_ids(world: &mut AppWorld, credit: &mut Value) -> Result<(), String> {
    if let Some(item) = credit["item_id"].as_str().map(str::to_owned) {
        credit["item_id"] = json!(world.item(&item)?);
    }
    let products = credit.get_mut("scoped_product_ids").and_then(Value::as_array_mut);
    for product in products.into_iter().flatten() {
        *product = json!(world.product(product.as_str().unwrap_or_default())?);
    }
    Ok(())
}

impl AppWorld {
    /// The item of this name, which is made when it is first asked for.
    pub(super) fn item(&mut self, name: &str) -> Result<String, String> {
        self.item_of(name, "CUSTOM_USAGE")
    }

    /// The same of a type.
    fn item_of(&mut self, name: &str, kind: &str) -> Result<String, String> {
        if let Some((_, id)) = self.names.items.iter().find(|(known, _)| known == name) {
            return Ok(id.clone());
        }
        let body = json!({ "name": name, "type": kind });
        let made = id(&self.write("POST", "/billable_items", &body)?.done()?)?;
        self.names.items.push((name.to_owned(), made.clone()));
        Ok(made)
    }

    /// The product of this name.
    pub(super) fn product(&self, name: &str) -> Result<String, String> {
        let mut known = self.sold.iter().map(|sold| &sold.product);
        let found = known.find(|(known, _)| known == name);
        found.map(|(_, id)| id.clone()).ok_or_else(|| format!("there is no product {name}"))
    }
}

/// The item of a component, and a metric that counts for it only, or for all that name the item.
fn measured(
    world: &mut AppWorld,
    pricing_setup: &PricingSetup,
    piece: &Piece,
) -> Result<Option<SoldItem>, String> {
    let Some(metering) = &piece.metering else { return Ok(None) };
    let own = || format!("{}/{}", pricing_setup.name, piece.name);
    let name = metering.item.clone().unwrap_or_else(own);
    let rule = metric(metering);
    let same = world.items.iter().find(|known| known.name == name && known.rule == rule);
    if let Some(same) = same {
        return Ok(Some(same.clone()));
    }
    let kind = if metering.objects { "CUSTOM_OBJ" } else { "CUSTOM_USAGE" };
    let item = world.item_of(metering.item.as_ref().unwrap_or(&piece.name), kind)?;
    let body = json!({ "name": piece.name, "item_id": item, "metering_rule": rule });
    let metric = id(&world.write("POST", "/billable_metrics", &body)?.done()?)?;
    let sold = SoldItem { name, item, metric, rule };
    world.items.push(sold.clone());
    Ok(Some(sold))
}

fn id(record: &Value) -> Result<String, String> {
    let id = record["id"].as_str().map(str::to_owned);
    id.ok_or_else(|| format!("a record has no id: {record}"))
}
