//! Operations: path, method, status, security, parameters, body, answer and problems.

use std::collections::BTreeMap;

use serde_json::Value;

use super::schema::{Choice, resolve};
use super::table::{Answer, Body, Operation};
use super::walk::{Place, Walk};

/// What every operation may answer instead.
const PROBLEMS: &[&str] = &["400", "401", "403", "404", "409", "413", "415", "422", "429", "503"];

const COMPANY: &str = "/companies/{company_id}";

/// The operations of a document by method and path, the names of parameters left out.
pub type There = BTreeMap<String, (String, Value)>;

pub fn listed(document: &Value) -> There {
    let mut there = There::new();
    for (path, item) in document["paths"].as_object().into_iter().flatten() {
        for (method, operation) in item.as_object().into_iter().flatten() {
            let name = format!("{} {path}", method.to_uppercase());
            there.insert(nameless(&name), (name, operation.clone()));
        }
    }
    there
}

/// Where an operation of the tables is listed.
pub fn key(operation: &Operation) -> String {
    nameless(&full_name(operation))
}

/// `GET /a/{}` for `GET /a/{id}`.
fn nameless(name: &str) -> String {
    let segments = name.split('/').map(|one| if one.starts_with('{') { "{}" } else { one });
    segments.collect::<Vec<_>>().join("/")
}

fn full_name(operation: &Operation) -> String {
    format!("{} {COMPANY}{}", operation.method, operation.path)
}

impl<'a> Walk<'a> {
    pub fn operation(&mut self, wanted: &'a Operation, there: &There) {
        let name = wanted.name();
        let full = full_name(wanted);
        let Some((got, operation)) = there.get(&key(wanted)) else {
            if !self.table.coming.operations.contains(&name) {
                self.fault(&name, "an operation", "none");
            }
            return;
        };
        self.count.operations += 1;
        self.expect(*got == full, &name, &full, got);
        self.security(&name, operation);
        self.access(wanted, operation);
        self.parameters(wanted, &full, operation);
        self.body(wanted, operation);
        self.answer(wanted, operation);
        self.problems(&name, operation);
    }

    /// Every operation of the document is in a table.
    pub fn unlisted(&mut self, there: &There) {
        let known: Vec<String> = self.table.operations.iter().map(key).collect();
        for (_, (name, _)) in there.iter().filter(|(key, _)| !known.contains(key)) {
            self.fault(name, "an operation of the tables", "one that none lists");
        }
    }

    fn security(&mut self, name: &str, operation: &Value) {
        let value = operation.get("security").unwrap_or(&self.document["security"]);
        let schemes = &self.document["components"]["securitySchemes"];
        let bearer = |one: &Value| {
            let mut names = one.as_object().into_iter().flatten().map(|(name, _)| name);
            names.next().is_some_and(|name| {
                schemes[name]["type"] == "http" && schemes[name]["scheme"] == "bearer"
            })
        };
        let ways = value.as_array().map(Vec::as_slice).unwrap_or_default();
        let holds = !ways.is_empty() && ways.iter().all(bearer);
        self.expect(holds, name, "a bearer token", value);
    }

    /// Compared where the document says it, in a field of its own or in words.
    fn access(&mut self, wanted: &Operation, operation: &Value) {
        for (field, value) in [("x-area", &wanted.area), ("x-level", &wanted.level)] {
            if let Some(got) = operation.get(field) {
                self.expect(got == value, &wanted.name(), &format!("{field} {value}"), got);
            }
        }
        let words = operation["description"].as_str().unwrap_or_default();
        if let Some((before, after)) = words.split_once(" access to `") {
            let level = before.rsplit(' ').next().unwrap_or_default();
            let area = after.split('`').next().unwrap_or_default();
            let (got, want) = ((level, area), (wanted.level.as_str(), wanted.area.as_str()));
            let holds = got == want;
            self.expect(holds, &wanted.name(), &format!("{want:?}"), format!("{got:?}"));
        }
    }

    fn parameters(&mut self, wanted: &Operation, full: &str, operation: &Value) {
        let name = wanted.name();
        let listed = operation["parameters"].as_array().cloned().unwrap_or_default();
        let listed: Vec<Value> = listed.iter().map(|one| resolve(self.document, one)).collect();
        let get = |place: &str, name: &str| {
            listed.iter().find(|one| one["in"] == place && one["name"] == name)
        };
        for segment in full.split('/').filter_map(|one| one.strip_prefix('{')) {
            let segment = segment.trim_end_matches('}');
            let holds = get("path", segment)
                .is_some_and(|one| one["required"] == true && one["schema"]["type"] == "string");
            self.expect(holds, &name, &format!("path parameter {segment}"), "none such");
        }
        let key = get("header", "Idempotency-Key").is_some_and(|one| {
            let schema = &one["schema"];
            let length = (&schema["minLength"], &schema["maxLength"]);
            one["required"] != true
                && schema["type"] == "string"
                && *length.0 == 1
                && *length.1 == 255
        });
        self.expect(key, &name, "optional header Idempotency-Key of 1 to 255", "none such");
        for (query, field) in &wanted.query {
            match get("query", query) {
                Some(one) if one["required"] != true => {
                    let place = Place::sent(format!("{name}?{query}"));
                    self.field(&place, field, &one["schema"]);
                }
                _ => self.fault(&name, format!("optional query parameter {query}"), "none such"),
            }
        }
        let queries = listed.iter().filter(|one| one["in"] == "query");
        for query in queries.filter_map(|one| one["name"].as_str()) {
            let known = wanted.query.contains_key(query);
            self.expect(known, &format!("{name}?{query}"), "no such parameter", "one");
        }
    }

    fn body(&mut self, wanted: &'a Operation, operation: &Value) {
        let name = wanted.name();
        let body = resolve(self.document, &operation["requestBody"]);
        let schema = &body["content"]["application/json"]["schema"];
        if matches!(wanted.body, Body::None) {
            return self.expect(body.is_null(), &name, "no body", "one");
        }
        let place = Place::sent(format!("{name} body"));
        let choice = Choice::of(self.document, schema);
        if let Body::Either(kinds) = &wanted.body {
            let count = (kinds.len(), choice.schemas.len());
            self.expect(count.0 == count.1, &name, &format!("{} bodies", count.0), count.1);
            for (kind, schema) in kinds.iter().zip(&choice.schemas) {
                self.kind(&place, kind, &Choice { null: false, schemas: vec![schema.clone()] });
            }
            return;
        }
        let Some(schema) = choice.typed("object").filter(|_| choice.schemas.len() == 1) else {
            return self.fault(&name, "an object as JSON body", choice.kinds().join(" or "));
        };
        match &wanted.body {
            Body::Record(record) => self.record(&place, record, schema),
            Body::Inline(shape) => self.shape(&place, shape, schema),
            Body::Find(find) => self.find(&place, find, schema),
            Body::None | Body::Either(_) => {}
        }
    }

    fn answer(&mut self, wanted: &Operation, operation: &Value) {
        let name = wanted.name();
        let statuses = operation["responses"].as_object().into_iter().flatten();
        let good: Vec<&str> = statuses
            .map(|(status, _)| status.as_str())
            .filter(|one| one.starts_with('2'))
            .collect();
        let holds = good == [wanted.status.as_str()];
        self.expect(holds, &name, &format!("status {}", wanted.status), format!("{good:?}"));
        let status = good.first().copied().unwrap_or_default();
        let response = resolve(self.document, &operation["responses"][status]);
        let schema = &response["content"]["application/json"]["schema"];
        let place = Place::answered(format!("{name} answer"));
        let choice = Choice::of(self.document, schema);
        match &wanted.answer {
            Answer::Kind(kind) => self.kind(&place, kind, &choice),
            Answer::Inline(shape) => match choice.only() {
                Some(only) => self.shape(&place, shape, only),
                None => self.fault(&name, "an object as answer", choice.kinds().join(" or ")),
            },
        }
    }

    fn problems(&mut self, name: &str, operation: &Value) {
        for status in PROBLEMS {
            let response = resolve(self.document, &operation["responses"][*status]);
            let schema = &response["content"]["application/problem+json"]["schema"];
            let choice = Choice::of(self.document, schema);
            match choice.typed("object") {
                Some(only) => self.record(&Place::answered(name), "Problem", only),
                None => self.fault(name, format!("a problem for {status}"), "none"),
            }
        }
    }
}
