//! `/pricing`

use axum::http::Method;
use engine::catalog::pricings as engine_pricings;
use engine::find::FindRequest;
use records::Term;
use records::catalog::entitlement_definition::EntitlementValue;
use records::catalog::estimate::{Estimate, EstimateRequest};
use records::{Area, ItemPricing, ProductPricing};
use serde_json::{Map, Value, json};

use super::{Kind, name, state};
use crate::openapi::{Components, Schema, object, page_of, record, some_of};
use crate::operation::{Action, Operation, read};
use crate::page;

const KIND: Kind = Kind {
    tag: "Pricing",
    collection: "/pricing",
    one: "/pricing/{id}",
    find: "/pricing/find",
    area: Area::PRICING,
};

/// The price fields of a component.
fn prices(components: &mut Components) -> Map<String, Value> {
    let mut fields = some_of::<ItemPricing>(components, ItemPricing::WRITABLE);
    fields.insert("billing_frequency".to_owned(), components.record::<Term>());
    let kind = some_of::<ItemPricing>(components, &["type"]).remove("type").unwrap_or_default();
    fields.insert("pricing_type".to_owned(), kind);
    for id in ["item_id", "metric_id"] {
        fields.insert(id.to_owned(), json!({ "type": "string" }));
    }
    fields
}

fn body(schema: &'static str, required: &'static [&'static str]) -> Schema {
    Schema::new(move |components| {
        let component = prices(components);
        let component = object(components, "PricingComponent", component, &["pricing_type"]);
        let mut fields = prices(components);
        fields.extend(some_of::<ProductPricing>(components, ProductPricing::WRITABLE));
        let kind = some_of::<ProductPricing>(components, &["type"]).remove("type");
        fields.insert("type".to_owned(), kind.unwrap_or_default());
        let value = components.record::<EntitlementValue>();
        fields.insert(
            "entitlements".to_owned(),
            json!({ "type": "array", "items": value, "maxItems": 100 }),
        );
        let list = json!({ "type": "array", "items": component, "maxItems": 1000 });
        fields.insert("components".to_owned(), list);
        fields.insert("name".to_owned(), name());
        let currency = json!({ "type": "string", "pattern": "^[A-Za-z]{3}$" });
        fields.insert("currency".to_owned(), currency);
        if required.is_empty() {
            fields.insert("state".to_owned(), state());
        } else {
            fields.insert("product_id".to_owned(), json!({ "type": "string" }));
        }
        object(components, schema, fields, required)
    })
}

pub fn create() -> Operation {
    let body = body("PricingCreate", &["currency", "name", "product_id"]);
    Operation {
        summary: "Create a pricing",
        description: "One way to buy a product: a model with its prices, or several `components`. \
            Prices per unit are decimals in major units. `minimum_spend` beside the prices is \
            the pricing's; inside a component it is the component's.",
        ..KIND.create("createPricing", body, record::<ProductPricing>(), |session, call| {
            page::record(&engine_pricings::create(session, &call.sent())?)
        })
    }
}

pub fn get() -> Operation {
    Operation {
        summary: "Get a pricing",
        description: "By id or by external name; 409 lists the ids where several share the name.",
        ..KIND.get("getPricing", record::<ProductPricing>(), |session, call| {
            page::record(&engine_pricings::get(session, call.segment("id"))?)
        })
    }
}

pub fn update() -> Operation {
    let body = body("PricingUpdate", &[]);
    Operation {
        summary: "Update a pricing",
        description: "Names, tags, metadata, entitlements and state any time; prices, currency \
            and frequency until a subscription has it (409 after that).",
        ..KIND.update("updatePricing", body, record::<ProductPricing>(), |session, call| {
            page::record(&engine_pricings::update(session, call.segment("id"), &call.patch())?)
        })
    }
}

pub fn find() -> Operation {
    let answer = page_of("PricingPage", record::<ProductPricing>());
    Operation {
        summary: "Find pricings",
        ..KIND.find("findPricing", ("Pricing", engine_pricings::FIND), answer, |session, call| {
            let request = FindRequest::parse(&engine_pricings::FIND, &call.body)?;
            page::found(&engine_pricings::find(session, &request)?)
        })
    }
}

pub fn estimate() -> Operation {
    Operation {
        method: Method::POST,
        path: "/pricing/{id}/estimate",
        id: "estimatePricing",
        tag: KIND.tag,
        summary: "Estimate a charge",
        description: "What so many units would cost for a first full period, or a part of one, \
            row by row. Nothing is written.",
        grant: read(Area::PRICING),
        query: &[],
        body: Some(record::<EstimateRequest>()),
        status: 200,
        answer: record::<Estimate>(),
        action: Action::Search(|session, call| {
            let request = call.read::<EstimateRequest>()?;
            page::record(&engine_pricings::estimate(session, call.segment("id"), &request)?)
        }),
    }
}
