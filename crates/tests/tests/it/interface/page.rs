//! What a place holds: plain values, lists, records, pages.

use serde_json::Value;

use super::kind::{Kind, Plain};
use super::schema::Choice;
use super::walk::{Place, Walk};

impl Walk<'_> {
    /// Every schema is compared with what is wanted of its kind, null aside.
    pub fn kind(&mut self, place: &Place, kind: &Kind, choice: &Choice) {
        let kinds = choice.kinds();
        let text_or_number = ["string", "number"].map(|kind| choice.typed(kind).is_some());
        let fits = match kind {
            Kind::Unstated => true,
            Kind::Any => kinds == ["anything"],
            Kind::Plain(plain) => choice.only().is_some_and(|only| is(*plain, only)),
            Kind::Decimal | Kind::DecimalNumber if place.sent => {
                kinds.len() == 2 && text_or_number == [true, true]
            }
            Kind::Decimal => kinds.len() == 1 && text_or_number[0],
            Kind::DecimalNumber => kinds.len() == 1 && text_or_number[1],
            Kind::Quantity => choice.schemas.iter().all(is_quantity),
            Kind::Filter(filter) => return self.filter(place, *filter, choice),
            Kind::List(item) => return self.list(place, item, choice),
            Kind::Map(item) => return self.map(place, item, choice),
            Kind::Record(name) => return self.embedded(place, name, choice),
            Kind::Page(item) => return self.page(place, item, choice),
        };
        self.expect(fits, &place.to_string(), &kind.to_string(), kinds.join(" or "));
    }

    fn list(&mut self, place: &Place, item: &Kind, choice: &Choice) {
        let Some(items) = choice.only().and_then(|only| only.get("items")) else {
            let wanted = format!("array of {item}");
            return self.fault(&place.to_string(), wanted, choice.kinds().join(" or "));
        };
        let inner = Choice::of(self.document, items);
        let at = place.field("[]");
        if place.sent {
            self.expect(!inner.null, &at.to_string(), "null refused", "null allowed");
        }
        self.kind(&at, item, &inner);
    }

    fn map(&mut self, place: &Place, item: &Kind, choice: &Choice) {
        let Some(only) = choice.typed("object").filter(|_| choice.schemas.len() == 1) else {
            let wanted = format!("map of {item}");
            return self.fault(&place.to_string(), wanted, choice.kinds().join(" or "));
        };
        let inner = Choice::of(self.document, &only["additionalProperties"]);
        self.kind(&place.field("{}"), item, &inner);
    }

    fn embedded(&mut self, place: &Place, name: &str, choice: &Choice) {
        match choice.typed("object").filter(|_| choice.schemas.len() == 1) {
            Some(only) => self.record(place, name, only),
            None => self.fault(&place.to_string(), name, choice.kinds().join(" or ")),
        }
    }

    /// `pagination` and `results`, both always there.
    fn page(&mut self, place: &Place, item: &Kind, choice: &Choice) {
        let Some(only) = choice.typed("object").filter(|_| choice.schemas.len() == 1) else {
            return self.fault(&place.to_string(), "a page", choice.kinds().join(" or "));
        };
        let parts = [
            ("pagination", Kind::Record("PageAnswer".to_owned())),
            ("results", Kind::List(Box::new(item.clone()))),
        ];
        let required = only["required"].as_array().cloned().unwrap_or_default();
        for (name, kind) in parts {
            let inner = place.field(name);
            let needed = required.iter().any(|one| one == name);
            self.expect(needed, &inner.to_string(), "always answered", "not required");
            let choice = Choice::of(self.document, &only["properties"][name]);
            self.kind(&inner, &kind, &choice);
        }
    }
}

fn is(plain: Plain, schema: &Value) -> bool {
    let (kind, format) = (schema["type"].as_str(), schema["format"].as_str());
    match plain {
        Plain::Text => kind == Some("string") && format != Some("date-time"),
        Plain::Email => kind == Some("string") && format == Some("email"),
        Plain::DateTime => kind == Some("string") && format == Some("date-time"),
        Plain::Boolean => kind == Some("boolean"),
        Plain::Integer => kind == Some("integer"),
        Plain::Int64 => kind == Some("integer") && format == Some("int64"),
        Plain::Number => kind == Some("number"),
        Plain::Object => kind == Some("object"),
    }
}

fn is_quantity(schema: &Value) -> bool {
    ["string", "number", "integer"].iter().any(|kind| schema["type"] == *kind)
}
