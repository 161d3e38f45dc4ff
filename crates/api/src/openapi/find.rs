//! The body of every search, from the table in which its filters are declared.

use engine::find::{Find, LARGEST_LIMIT, Match};
use records::pagination::{PageAnswer, PageRequest};
use serde_json::{Map, Value, json};

use super::{Components, Schema};

/// `pagination`, `include_meta`, `sort_key` and the noun's `query`.
pub fn find_body(name: &'static str, find: Find) -> Schema {
    body(name, find, &[])
}

/// The same where whoever searches has to ask for a page.
pub fn paged_body(name: &'static str, find: Find) -> Schema {
    body(name, find, &["pagination"])
}

fn body(name: &'static str, find: Find, required: &'static [&'static str]) -> Schema {
    Schema::new(move |components| {
        components.record::<PageRequest>();
        let mut filters = Map::new();
        for filter in find.filters {
            filters.insert(filter.name.to_owned(), filter_schema(filter.matches));
        }
        let query = components.named(
            &format!("{name}Query"),
            json!({ "type": "object", "additionalProperties": false, "properties": filters }),
        );
        let maybe = |schema: Value| json!({ "oneOf": [{ "type": "null" }, schema] });
        let page = json!({ "$ref": "#/components/schemas/PageRequest" });
        let mut orders: Vec<Value> = find.sorts.iter().map(|(key, _)| json!(key)).collect();
        orders.extend([json!(""), Value::Null]);
        let page = if required.is_empty() { maybe(page) } else { page };
        let required = (!required.is_empty()).then(|| json!(required));
        let mut schema = json!({
                "type": "object",
                "additionalProperties": false,
                "properties": {
                    "pagination": page,
                    "include_meta": {
                        "type": ["boolean", "null"],
                        "description": "Adds `total_count` to the pagination of the answer.",
                    },
                    "query": maybe(query),
                    "sort_key": { "type": ["string", "null"], "enum": orders },
                },
                "example": { "pagination": { "limit": LARGEST_LIMIT / 10 } },
        });
        if let Some(required) = required {
            schema["required"] = required;
        }
        components.named(&format!("{name}Find"), schema)
    })
}

/// A page of what a schema describes.
pub fn page_of(name: &'static str, item: Schema) -> Schema {
    Schema::new(move |components: &mut Components| {
        let page = components.record::<PageAnswer>();
        let item = item.make(components);
        components.named(
            name,
            json!({
                "type": "object",
                "properties": {
                    "pagination": page,
                    "results": { "type": "array", "items": item },
                },
            }),
        )
    })
}

/// So many values may be asked for at once.
const MOST_VALUES: usize = 1000;

fn filter_schema(matches: Match) -> Value {
    let operators = |operand: Value| {
        let names = ["eq", "gt", "gte", "lt", "lte"];
        let map: Map<String, Value> =
            names.iter().map(|name| ((*name).to_owned(), operand.clone())).collect();
        json!({
            "type": ["object", "null"], "additionalProperties": false, "properties": map,
            "description": "All given comparisons must hold.",
        })
    };
    match matches {
        Match::Id
        | Match::Text(_)
        | Match::LinesOf(..)
        | Match::Folded(_)
        | Match::Payer
        | Match::Label(_) => {
            json!({ "type": ["string", "null"], "description": "Exactly this text." })
        }
        Match::Word(_) | Match::Status(..) | Match::LabelWord(_) => {
            json!({ "type": ["string", "null"], "description": "In any letter case." })
        }
        Match::Dunned => json!({
            "type": ["string", "null"],
            "description": "In any letter case; `OVERDUE` are those that are past due.",
        }),
        Match::Search => json!({
            "type": ["string", "null"],
            "description": "Part of a name, e-mail address, identifier or id, in any letter \
                case; with fewer than three characters the beginning of a word.",
        }),
        Match::Note => json!({
            "type": ["string", "null"],
            "description": "Part of the text, in any letter case; with fewer than three \
                characters the beginning of a word.",
        }),
        Match::OwnerSearch(_) => json!({
            "type": ["string", "null"],
            "description": "Part of a name, e-mail address, identifier or id of the customer, in \
                any letter case, or the beginning of the id of the credit or entry.",
        }),
        Match::CustomerSearch => json!({
            "type": ["string", "null"],
            "description": "Part of a name, e-mail address, identifier or id of the customer, \
                the beginning of the number or, from two characters on, its end, or the \
                beginning of the id, in any letter case.",
        }),
        Match::Flag(_) | Match::Unless(_) | Match::Seen(_) | Match::LabelFlag(_) => {
            json!({ "type": ["boolean", "null"] })
        }
        Match::NotBefore(_) => json!({
            "type": ["boolean", "null"],
            "description": "Whether nothing is past due.",
        }),
        Match::NonZero(_) => json!({
            "type": ["boolean", "null"],
            "description": "Leaves out what comes to zero.",
        }),
        Match::Number(_) => operators(json!({ "type": ["number", "null"] })),
        Match::Date(_) => operators(json!({ "type": ["string", "null"], "format": "date-time" })),
        Match::Metadata => json!({
            "type": ["object", "null"],
            "additionalProperties": { "type": ["string", "number", "boolean", "null"] },
            "maxProperties": MOST_VALUES,
            "description": "All entries are equal.",
        }),
        Match::TextSet(_)
        | Match::WordSet(_)
        | Match::StatusSet(..)
        | Match::DunnedSet
        | Match::LabelSet(_)
        | Match::Catalog(_) => {
            let values = json!({
                "type": "array", "items": { "type": "string" }, "maxItems": MOST_VALUES,
            });
            let condition = json!({ "type": ["string", "null"], "enum": ["AND", "OR", null] });
            json!({
                "description": "Any of these (or all, by `condition`); none matches nothing.",
                "oneOf": [
                    { "type": "null" },
                    values,
                    {
                        "type": "object",
                        "additionalProperties": false,
                        "required": ["values"],
                        "properties": { "condition": condition, "values": values },
                    },
                ],
            })
        }
    }
}
