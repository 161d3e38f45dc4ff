//! `/products`

use engine::catalog::products as engine_products;
use engine::find::FindRequest;
use records::catalog::entitlement_definition::EntitlementValue;
use records::{Area, Product};
use serde_json::json;

use super::{Kind, name, state};
use crate::openapi::{Schema, object, page_of, record, some_of};
use crate::operation::Operation;
use crate::page;

const KIND: Kind = Kind {
    tag: "Products",
    collection: "/products",
    one: "/products/{id}",
    find: "/products/find",
    area: Area::PRICING,
};

/// The fields of both bodies; a create needs the name.
fn body(schema: &'static str, required: &'static [&'static str]) -> Schema {
    Schema::new(move |components| {
        let mut fields = some_of::<Product>(components, Product::WRITABLE);
        let value = components.record::<EntitlementValue>();
        fields.insert(
            "entitlements".to_owned(),
            json!({ "type": "array", "items": value, "maxItems": 100 }),
        );
        fields.insert("name".to_owned(), name());
        fields.insert("state".to_owned(), state());
        object(components, schema, fields, required)
    })
}

pub fn create() -> Operation {
    let body = body("ProductCreate", &["name"]);
    Operation {
        summary: "Create a product",
        description: "Something that is sold. (`imported_from`, `import_ref`) is unique, so that \
            an import that runs twice makes nothing new.",
        ..KIND.create("createProduct", body, record::<Product>(), |session, call| {
            page::record(&engine_products::create(session, &call.sent())?)
        })
    }
}

pub fn get() -> Operation {
    Operation {
        summary: "Get a product",
        description: "By id or by external name; 409 lists the ids where several share the name.",
        ..KIND.get("getProduct", record::<Product>(), |session, call| {
            page::record(&engine_products::get(session, call.segment("id"))?)
        })
    }
}

pub fn update() -> Operation {
    let body = body("ProductUpdate", &[]);
    Operation {
        summary: "Update a product",
        ..KIND.update("updateProduct", body, record::<Product>(), |session, call| {
            page::record(&engine_products::update(session, call.segment("id"), &call.patch())?)
        })
    }
}

pub fn find() -> Operation {
    let answer = page_of("ProductsPage", record::<Product>());
    Operation {
        summary: "Find products",
        ..KIND.find("findProducts", ("Products", engine_products::FIND), answer, |session, call| {
            let request = FindRequest::parse(&engine_products::FIND, &call.body)?;
            page::found(&engine_products::find(session, &request)?)
        })
    }
}
