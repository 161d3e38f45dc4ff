//! The events that webhooks are told of, from the one list of facts.

use engine::events_log::FactType;
use serde_json::{Map, Value, json};

/// The records that events carry, by the kind that they name.
const RECORDS: &[(&str, &str)] = &[
    ("api_token", "ApiToken"),
    ("bundle", "Bundle"),
    ("company", "Company"),
    ("company_user", "CompanyUser"),
    ("credit", "Credit"),
    ("customer", "Customer"),
    ("entitlement", "EntitlementDefinition"),
    ("invoice", "Invoice"),
    ("item", "Item"),
    ("metric", "Metric"),
    ("one_time", "OneTimeCharge"),
    ("pricing", "ProductPricing"),
    ("product", "Product"),
    ("sales_user", "SalesUser"),
    ("subscription", "Subscription"),
    ("webhook", "Webhook"),
];

/// One entry for each event, with the record that it carries where the document has it.
pub(super) fn events(named: &Value) -> Value {
    let mut all = Map::new();
    for fact in FactType::ALL {
        all.insert(fact.event_type().to_owned(), json!({ "post": event(*fact, named) }));
    }
    Value::Object(all)
}

fn event(fact: FactType, named: &Value) -> Value {
    let (name, kind) = (fact.event_type(), fact.data_type());
    let record = RECORDS.iter().find(|(known, _)| *known == kind).map(|(_, record)| *record);
    let data = match record.filter(|record| named.get(record).is_some()) {
        Some(record) => json!({ "$ref": format!("#/components/schemas/{record}") }),
        None => json!({
            "type": "object", "description": "Its id, and what the fact says of it.",
            "properties": { "id": { "type": "string" } },
        }),
    };
    let schema = json!({
        "type": "object",
        "required": ["event_type", "created_at", "data_type", "data"],
        "properties": {
            "event_type": { "type": "string", "const": name, "example": name },
            "created_at": { "type": "string", "format": "date-time" },
            "data_type": { "type": "string", "const": kind, "example": kind },
            "data": data,
        },
    });
    json!({
        "tags": ["Events"],
        "summary": fact.meaning(),
        "requestBody": { "content": { "application/json": { "schema": schema } } },
        "responses": { "2XX": { "description": "It was got; anything else is tried again." } },
    })
}
