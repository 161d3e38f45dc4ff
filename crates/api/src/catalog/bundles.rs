//! `/bundles`

use engine::catalog::bundles as engine_bundles;
use engine::find::FindRequest;
use records::{Area, Bundle};
use serde_json::json;

use super::{Kind, name, state};
use crate::openapi::{Schema, object, page_of, record, some_of};
use crate::operation::Operation;
use crate::page;

const KIND: Kind = Kind {
    tag: "Bundles",
    collection: "/bundles",
    one: "/bundles/{id}",
    find: "/bundles/find",
    area: Area::PRICING,
};

/// The fields of both bodies.
fn body(schema: &'static str, required: &'static [&'static str]) -> Schema {
    Schema::new(move |components| {
        let mut fields = some_of::<Bundle>(components, Bundle::WRITABLE);
        let ids = json!({ "type": "array", "items": { "type": "string" }, "maxItems": 100 });
        fields.insert("product_pricing_ids".to_owned(), ids);
        let currency = json!({ "type": "string", "pattern": "^[A-Za-z]{3}$" });
        fields.insert("currency".to_owned(), currency);
        fields.insert("name".to_owned(), name());
        fields.insert("state".to_owned(), state());
        object(components, schema, fields, required)
    })
}

pub fn create() -> Operation {
    let body = body("BundleCreate", &["name", "product_pricing_ids"]);
    Operation {
        summary: "Create a bundle",
        description: "Pricings of one currency that are sold together.",
        ..KIND.create("createBundle", body, record::<Bundle>(), |session, call| {
            page::record(&engine_bundles::create(session, &call.sent())?)
        })
    }
}

pub fn get() -> Operation {
    Operation {
        summary: "Get a bundle",
        description: "With everything below it: products, pricings, items and metrics.",
        ..KIND.get("getBundle", record::<Bundle>(), |session, call| {
            page::record(&engine_bundles::get(session, call.segment("id"))?)
        })
    }
}

pub fn update() -> Operation {
    let body = body("BundleUpdate", &[]);
    Operation {
        summary: "Update a bundle",
        ..KIND.update("updateBundle", body, record::<Bundle>(), |session, call| {
            page::record(&engine_bundles::update(session, call.segment("id"), &call.patch())?)
        })
    }
}

pub fn find() -> Operation {
    let answer = page_of("BundlesPage", record::<Bundle>());
    Operation {
        summary: "Find bundles",
        ..KIND.find("findBundles", ("Bundles", engine_bundles::FIND), answer, |session, call| {
            let request = FindRequest::parse(&engine_bundles::FIND, &call.body)?;
            page::found(&engine_bundles::find(session, &request)?)
        })
    }
}
