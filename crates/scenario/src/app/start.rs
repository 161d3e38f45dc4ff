//! Setting up: a company of its own for each scenario, with its prices and customers.

use calendar::{Measure, Timestamp};
use engine::companies::NewCompany;
use money::{Ratio, Rounding};
use serde_json::{Value, json};

use super::bodies::{self, Sold};
use super::{AppWorld, Time, entitle};
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
        let measured = match piece.metered {
            true => Some(measured(world, piece)?),
            false => None,
        };
        components.push(bodies::component(piece, pricing_setup.currency, measured)?);
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
        pieces: ids
            .into_iter()
            .zip(pricing_setup.pieces.iter().map(|piece| piece.metered))
            .collect(),
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

/// An item and a metric that count for one component only.
fn measured(world: &mut AppWorld, piece: &Piece) -> Result<(String, String), String> {
    let item = json!({ "name": piece.name, "type": "CUSTOM_USAGE" });
    let item = id(&world.write("POST", "/billable_items", &item)?.done()?)?;
    let metric = json!({
        "name": piece.name,
        "item_id": item,
        "metering_rule": { "aggregator": "COUNT" },
    });
    let metric = id(&world.write("POST", "/billable_metrics", &metric)?.done()?)?;
    Ok((item, metric))
}

fn id(record: &Value) -> Result<String, String> {
    let id = record["id"].as_str().map(str::to_owned);
    id.ok_or_else(|| format!("a record has no id: {record}"))
}
