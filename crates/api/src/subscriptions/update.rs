//! `PATCH /subscriptions/{id or identifier}`

use axum::http::Method;
use records::catalog::entitlement_definition::EntitlementValue;
use records::{Area, Subscription};
use serde_json::json;

use super::TAG;
use crate::openapi::{Schema, object, record, some_of};
use crate::operation::{Action, Operation, write};

pub fn operation() -> Operation {
    Operation {
        method: Method::PATCH,
        path: "/subscriptions/{id}",
        id: "updateSubscription",
        tag: TAG,
        summary: "Update a subscription",
        description: "The path takes an id or an identifier. What is not sent is kept, `null` \
            clears; `metadata` is replaced whole. Invoices that were made stay as they are.",
        grant: write(Area::SUBSCRIPTIONS),
        query: &[],
        body: Some(body()),
        status: 200,
        answer: record::<Subscription>(),
        action: Action::Write(|session, call| {
            engine::subscriptions::update(session, call.segment("id"), &call.patch())
        }),
    }
}

fn body() -> Schema {
    Schema::new(|components| {
        let mut fields = some_of::<Subscription>(components, Subscription::WRITABLE);
        let value = components.record::<EntitlementValue>();
        let values = json!({ "type": "array", "items": value, "maxItems": 100 });
        fields.insert("override_entitlements".to_owned(), values);
        object(components, "SubscriptionUpdate", fields, &[])
    })
}
