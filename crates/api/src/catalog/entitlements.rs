//! `/entitlements`

use engine::catalog::entitlements as engine_entitlements;
use engine::find::FindRequest;
use records::{Area, EntitlementDefinition};

use super::{Kind, name};
use crate::openapi::{Schema, object, page_of, projection, record, some_of};
use crate::operation::Operation;
use crate::page;

const KIND: Kind = Kind {
    tag: "Entitlements",
    collection: "/entitlements",
    one: "/entitlements/{id}",
    find: "/entitlements/find",
    area: Area::ENTITLEMENT,
};

pub fn create() -> Operation {
    let body = Schema::new(|components| {
        let mut fields =
            some_of::<EntitlementDefinition>(components, EntitlementDefinition::WRITABLE);
        fields.extend(some_of::<EntitlementDefinition>(components, &["key", "type"]));
        object(components, "EntitlementCreate", fields, &["key", "name", "type"])
    });
    let answer = record::<EntitlementDefinition>();
    Operation {
        status: 201,
        summary: "Define an entitlement",
        description: "Products and pricings give it values by `key`.",
        ..KIND.create("createEntitlement", body, answer, |session, call| {
            page::record(&engine_entitlements::create(session, &call.sent())?)
        })
    }
}

pub fn get() -> Operation {
    Operation {
        summary: "Get a definition of an entitlement",
        description: "By its id.",
        ..KIND.get("getEntitlement", record::<EntitlementDefinition>(), |session, call| {
            page::record(&engine_entitlements::get(session, call.segment("id"))?)
        })
    }
}

pub fn update() -> Operation {
    let body = projection::<EntitlementDefinition>(
        "EntitlementUpdate",
        EntitlementDefinition::WRITABLE,
        &[("name", name)],
    );
    let answer = record::<EntitlementDefinition>();
    Operation {
        summary: "Update a definition of an entitlement",
        ..KIND.update("updateEntitlement", body, answer, |session, call| {
            let id = call.segment("id");
            page::record(&engine_entitlements::update(session, id, &call.patch())?)
        })
    }
}

pub fn find() -> Operation {
    let answer = page_of("EntitlementsPage", record::<EntitlementDefinition>());
    let find = ("Entitlements", engine_entitlements::FIND);
    Operation {
        summary: "Find definitions of entitlements",
        ..KIND.find("findEntitlements", find, answer, |session, call| {
            let request = FindRequest::parse(&engine_entitlements::FIND, &call.body)?;
            page::found(&engine_entitlements::find(session, &request)?)
        })
    }
}
