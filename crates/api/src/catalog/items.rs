//! `/billable_items`

use engine::catalog::items as engine_items;
use engine::find::FindRequest;
use records::{Area, Item};
use serde_json::json;

use super::{Kind, name, state};
use crate::openapi::{Schema, object, page_of, projection, record, some_of};
use crate::operation::Operation;
use crate::page;

const KIND: Kind = Kind {
    tag: "Billable items",
    collection: "/billable_items",
    one: "/billable_items/{id}",
    find: "/billable_items/find",
    area: Area::PRICING,
};

pub fn create() -> Operation {
    let body = Schema::new(|components| {
        let mut fields = some_of::<Item>(components, Item::WRITABLE);
        let kinds = json!(["CUSTOM_USAGE", "CUSTOM_OBJ"]);
        fields.insert("type".to_owned(), json!({ "type": "string", "enum": kinds }));
        object(components, "ItemCreate", fields, &["name", "type"])
    });
    Operation {
        summary: "Create a billable item",
        description: "Something that is counted: usage that is sent as events, or objects that \
            exist for a while.",
        ..KIND.create("createItem", body, record::<Item>(), |session, call| {
            page::record(&engine_items::create(session, &call.sent())?)
        })
    }
}

pub fn get() -> Operation {
    Operation {
        summary: "Get a billable item",
        description: "By id or by external name.",
        ..KIND.get("getItem", record::<Item>(), |session, call| {
            page::record(&engine_items::get(session, call.segment("id"))?)
        })
    }
}

pub fn update() -> Operation {
    let body =
        projection::<Item>("ItemUpdate", Item::WRITABLE, &[("name", name), ("state", state)]);
    Operation {
        summary: "Update a billable item",
        ..KIND.update("updateItem", body, record::<Item>(), |session, call| {
            page::record(&engine_items::update(session, call.segment("id"), &call.patch())?)
        })
    }
}

pub fn find() -> Operation {
    let answer = page_of("ItemsPage", record::<Item>());
    Operation {
        summary: "Find billable items",
        ..KIND.find("findItems", ("Items", engine_items::FIND), answer, |session, call| {
            let request = FindRequest::parse(&engine_items::FIND, &call.body)?;
            page::found(&engine_items::find(session, &request)?)
        })
    }
}
