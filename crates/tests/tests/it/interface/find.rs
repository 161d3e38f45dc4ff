//! The body of a search: its page, its order and its filters.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::kind::{Filter, Kind, Null, Plain};
use super::schema::Choice;
use super::table::{Field, Find, Shape};
use super::walk::{Place, Walk};

/// The order of every search; the empty text stands for the first.
const SORTS: &[&str] = &["createdAtDesc", "createdAtAsc", "updatedAtAsc", "updatedAtDesc", ""];

const COMPARISONS: &[&str] = &["eq", "gt", "gte", "lt", "lte"];

impl Walk<'_> {
    pub fn find(&mut self, place: &Place, find: &Find, schema: &Value) {
        let sorts = SORTS.iter().map(|sort| (*sort).to_owned()).chain(find.sorts.iter().cloned());
        let mut order = plain(Kind::Plain(Plain::Text));
        order.values = Some(sorts.collect());
        let fields = BTreeMap::from([
            ("pagination".to_owned(), plain(Kind::Record("PageRequest".to_owned()))),
            ("include_meta".to_owned(), plain(Kind::Plain(Plain::Boolean))),
            ("query".to_owned(), plain(Kind::Plain(Plain::Object))),
            ("sort_key".to_owned(), order),
        ]);
        let body = Shape { fields, required: Some(find.required.clone()), open: false };
        self.shape(place, &body, schema);
        let query = Choice::of(self.document, &schema["properties"]["query"]);
        if let Some(query) = query.only() {
            self.shape(&place.field("query"), &find.filters, query);
        }
    }

    pub fn filter(&mut self, place: &Place, filter: Filter, choice: &Choice) {
        match filter {
            Filter::Number => self.comparison(place, Plain::Number, choice),
            Filter::Date => self.comparison(place, Plain::DateTime, choice),
            Filter::Set => self.set(place, choice),
            Filter::Metadata => {
                let scalars = choice
                    .only()
                    .map(|only| Choice::of(self.document, &only["additionalProperties"]).kinds());
                let wanted = ["boolean", "number", "string"].map(str::to_owned).to_vec();
                let got = format!("{scalars:?}");
                let fits = scalars.as_ref() == Some(&wanted);
                self.expect(fits, &place.to_string(), "a map of scalars", got);
            }
        }
    }

    fn comparison(&mut self, place: &Place, operand: Plain, choice: &Choice) {
        let Some(only) = choice.typed("object").filter(|_| choice.schemas.len() == 1) else {
            return self.fault(&place.to_string(), "comparisons", choice.kinds().join(" or "));
        };
        let names = COMPARISONS.iter().map(|name| (*name).to_owned());
        let fields = names.map(|name| (name, plain(Kind::Plain(operand)))).collect();
        self.shape(place, &Shape { fields, required: Some(Vec::new()), open: false }, only);
    }

    /// A bare array, or `values` with a `condition`.
    fn set(&mut self, place: &Place, choice: &Choice) {
        let texts = Kind::List(Box::new(Kind::Plain(Plain::Text)));
        let both = (choice.typed("array"), choice.typed("object"), choice.schemas.len());
        let (Some(array), Some(object), 2) = both else {
            let wanted = "an array, or values with a condition";
            return self.fault(&place.to_string(), wanted, choice.kinds().join(" or "));
        };
        self.kind(place, &texts, &Choice { null: false, schemas: vec![array.clone()] });
        let mut condition = plain(Kind::Plain(Plain::Text));
        condition.values = Some(vec!["AND".to_owned(), "OR".to_owned()]);
        let values = plain(texts);
        let fields =
            BTreeMap::from([("condition".to_owned(), condition), ("values".to_owned(), values)]);
        let required = Some(vec!["values".to_owned()]);
        self.shape(place, &Shape { fields, required, open: false }, object);
    }
}

fn plain(kind: Kind) -> Field {
    Field { kind, null: Null::Unmarked, values: None, limits: Vec::new(), optional: false }
}

#[test]
fn a_set_takes_both_of_its_shapes() {
    let table = super::Table::read();
    let document = json!({});
    let faults = |schema: Value| {
        let mut walk = Walk::new(&table, &document);
        walk.filter(&Place::sent("a"), Filter::Set, &Choice::of(&document, &schema));
        walk.faults.len()
    };
    let array = json!({ "type": "array", "items": { "type": "string" } });
    let object = json!({
        "type": "object", "additionalProperties": false, "required": ["values"],
        "properties": {
            "condition": { "type": ["string", "null"], "enum": ["AND", "OR", null] },
            "values": array,
        },
    });
    assert_eq!(faults(json!({ "oneOf": [{ "type": "null" }, array, object] })), 0);
    assert_eq!(faults(json!({ "oneOf": [array] })), 1);
    assert_eq!(faults(json!({ "oneOf": [{ "type": "array" }, object] })), 1);
}
