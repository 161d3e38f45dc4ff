//! The tables as data. A table that cannot be read ends the test.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::kind::{Kind, Null};

pub struct Table {
    pub records: BTreeMap<String, Shape>,
    pub operations: Vec<Operation>,
    pub coming: Coming,
}

/// The fields of a record or of a body.
#[derive(Clone, Default)]
pub struct Shape {
    pub fields: BTreeMap<String, Field>,
    /// What a caller must send; `None` where the interface does not say.
    pub required: Option<Vec<String>>,
    /// More fields may be there.
    pub open: bool,
}

#[derive(Clone)]
pub struct Field {
    pub kind: Kind,
    pub null: Null,
    pub values: Option<Vec<String>>,
    /// By the words of the tables: `minimum`, `above`, `maximum`, `shortest`, …
    pub limits: Vec<(String, Value)>,
    /// An answer may leave it out.
    pub optional: bool,
}

pub struct Operation {
    pub method: String,
    /// Behind the company.
    pub path: String,
    pub since: u64,
    pub area: String,
    pub level: String,
    pub status: String,
    pub query: BTreeMap<String, Field>,
    pub body: Body,
    pub answer: Answer,
}

pub enum Body {
    None,
    Record(String),
    Inline(Shape),
    Either(Vec<Kind>),
    Find(Find),
}

pub struct Find {
    pub filters: Shape,
    pub sorts: Vec<String>,
    pub required: Vec<String>,
}

pub enum Answer {
    Kind(Kind),
    Inline(Shape),
}

/// What is not built yet.
pub struct Coming {
    /// Everything of this issue and those before it is built.
    pub arrived: u64,
    pub operations: Vec<String>,
    pub records: Vec<String>,
}

impl Operation {
    pub fn name(&self) -> String {
        format!("{} {}", self.method, self.path).trim_end().to_owned()
    }
}

impl Table {
    pub fn read() -> Table {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("interface");
        let files = |name: &str| files(folder.join(name));
        let raw: BTreeMap<String, Value> =
            files("records").map(|record| (text(&record["record"]), record)).collect();
        let records = raw.keys().map(|name| (name.clone(), shape(&raw[name], &raw))).collect();
        let mut operations = Vec::new();
        for group in files("operations") {
            let listed = group["operations"].as_array().unwrap();
            operations.extend(listed.iter().map(|one| operation(one, &group["area"], &raw)));
        }
        let coming = load(&folder.join("coming.json"));
        let coming = Coming {
            arrived: coming["arrived"].as_u64().unwrap(),
            operations: texts(&coming["operations"]),
            records: texts(&coming["records"]),
        };
        Table { records, operations, coming }
    }
}

fn files(folder: PathBuf) -> impl Iterator<Item = Value> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| load(&path))
}

fn load(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn shape(raw: &Value, records: &BTreeMap<String, Value>) -> Shape {
    let mut shape = match raw["like"].as_str() {
        Some(base) => shape(&records[base], records),
        None => Shape { required: Some(Vec::new()), ..Shape::default() },
    };
    for part in ["fields", "ours"] {
        shape.fields.extend(fields(&raw[part]));
    }
    if let Some(required) = raw.get("required") {
        shape.required = required.is_array().then(|| texts(required));
    }
    shape.open |= raw["open"].as_bool().unwrap_or(false);
    shape
}

fn fields(raw: &Value) -> BTreeMap<String, Field> {
    let map = raw.as_object().into_iter().flatten();
    map.map(|(name, raw)| (name.clone(), field(raw))).collect()
}

fn field(raw: &Value) -> Field {
    let written = raw.as_str().or(raw["type"].as_str()).unwrap();
    let (kind, null) = Kind::read(written);
    let mut field = Field { kind, null, values: None, limits: Vec::new(), optional: false };
    for (name, value) in raw.as_object().into_iter().flatten() {
        match name.as_str() {
            "type" => {}
            "enum" => field.values = Some(texts(value)),
            "optional" => field.optional = value.as_bool().unwrap(),
            _ => field.limits.push((name.clone(), value.clone())),
        }
    }
    field
}

fn operation(raw: &Value, area: &Value, records: &BTreeMap<String, Value>) -> Operation {
    let name = text(&raw["operation"]);
    let (method, path) = name.split_once(' ').unwrap_or((&name, ""));
    let answer = match &raw["answer"] {
        Value::String(kind) => Answer::Kind(Kind::read(kind).0),
        inline => Answer::Inline(shape(inline, records)),
    };
    Operation {
        method: method.to_owned(),
        path: path.to_owned(),
        since: raw["since"].as_u64().unwrap(),
        area: text(raw.get("area").unwrap_or(area)),
        level: text(&raw["level"]),
        status: raw["status"].as_u64().unwrap_or(200).to_string(),
        query: fields(&raw["query"]),
        body: body(raw, records),
        answer,
    }
}

fn body(raw: &Value, records: &BTreeMap<String, Value>) -> Body {
    if let Some(find) = raw.get("find") {
        let filters = Shape {
            fields: fields(&find["filters"]),
            required: Some(Vec::new()),
            open: find["open"].as_bool().unwrap_or(false),
        };
        let listed = |name| find.get(name).map(texts).unwrap_or_default();
        return Body::Find(Find { filters, sorts: listed("sorts"), required: listed("required") });
    }
    match &raw["body"] {
        Value::Null => Body::None,
        Value::String(record) => Body::Record(record.clone()),
        inline => match inline["either"].as_array() {
            Some(kinds) => {
                Body::Either(kinds.iter().map(|kind| Kind::read(&text(kind)).0).collect())
            }
            None => Body::Inline(shape(inline, records)),
        },
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}

fn texts(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(text).collect()
}

#[test]
fn every_type_in_the_tables_is_known() {
    let table = Table::read();
    let of_records = table.records.values().flat_map(|shape| shape.fields.values());
    let mut kinds: Vec<Kind> = of_records.map(|field| field.kind.clone()).collect();
    for operation in &table.operations {
        match &operation.body {
            Body::Record(name) => kinds.push(Kind::Record(name.clone())),
            Body::Inline(shape) => kinds.extend(shape.fields.values().map(|f| f.kind.clone())),
            Body::Either(either) => kinds.extend(either.iter().cloned()),
            Body::None | Body::Find(_) => {}
        }
        match &operation.answer {
            Answer::Kind(kind) => kinds.push(kind.clone()),
            Answer::Inline(shape) => kinds.extend(shape.fields.values().map(|f| f.kind.clone())),
        }
    }
    for name in kinds.iter().filter_map(Kind::record) {
        assert!(table.records.contains_key(name), "{name} is in no table");
    }
}
