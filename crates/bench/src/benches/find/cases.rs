//! What is searched for: each filter, rare and common, every order, and pairs of filters.

use records::CompanyId;
use serde_json::{Value as Json, json};
use store::Value;

use crate::outcome::Outcome;
use crate::raw::{Raw, grams, label, words};
use crate::seed::Sample;

pub struct Case {
    pub name: &'static str,
    pub sort: &'static str,
    /// The same in SQL, over `customer t`, with parameters from `$2` on.
    pub condition: String,
    pub variants: Vec<Variant>,
}

pub struct Variant {
    pub query: Json,
    pub values: Vec<Value>,
}

const RARE: &str = "t.id IN (SELECT l.id FROM label l WHERE l.company_id = $1
    AND l.kind = 'customer' AND l.label = $2)";
const COMMON: &str = "EXISTS (SELECT 1 FROM label l WHERE l.company_id = $1
    AND l.kind = 'customer' AND l.label = $2 AND l.id = t.id)";
const CONTAINS: &str = "EXISTS (SELECT 1 FROM search s WHERE s.company_id = $1
    AND s.kind = 'customer' AND s.id = t.id AND POSITION(s.text, $2) > 0)";
const SQLITE_GRAMS: &str = "t.id IN (SELECT s.id FROM search s WHERE s.row_number IN
    (SELECT rowid FROM search_grams WHERE search_grams MATCH $2) AND instr(s.text, $3) > 0)";
const POSTGRES_GRAMS: &str = "t.id IN (SELECT s.id FROM search s WHERE s.grams @> $2
    AND strpos(s.text, $3) > 0)";

/// Makes the cases for one database.
pub struct Maker {
    rows: usize,
    sqlite: bool,
    company: CompanyId,
    parents: Vec<String>,
}

impl Maker {
    pub fn new(raw: &mut Raw, company: &CompanyId, rows: usize) -> Outcome<Maker> {
        let sql = "SELECT parent_customer_id FROM customer
            WHERE company_id = $1 AND parent_customer_id IS NOT NULL LIMIT 16";
        let parents = raw.rows(sql, &[company.into()])?.into_iter().flatten();
        let parents = parents.filter_map(|cell| match cell {
            Value::Text(id) => Some(id),
            _ => None,
        });
        Ok(Maker {
            rows,
            sqlite: raw.is_sqlite(),
            company: company.to_owned(),
            parents: parents.collect(),
        })
    }

    /// Every case of the table.
    pub fn all(&self) -> Vec<Case> {
        let mut all = self.orders();
        all.extend(self.texts());
        all.extend(self.columns());
        all.extend(self.numbers());
        all.extend(self.searches());
        all.extend(self.pairs());
        all
    }

    pub fn orders(&self) -> Vec<Case> {
        let order = |name, sort| Case { sort, ..one(name, "1 = 1", json!({}), vec![]) };
        vec![
            order("no filter, createdAtDesc", "createdAtDesc"),
            order("no filter, createdAtAsc", "createdAtAsc"),
            order("no filter, updatedAtDesc", "updatedAtDesc"),
            order("no filter, updatedAtAsc", "updatedAtAsc"),
        ]
    }

    /// Sixteen customers spread over all, each with an owner and a parent's share of them.
    fn many(&self, variant: impl Fn(Sample) -> (Json, Vec<Value>)) -> Vec<Variant> {
        let places = (1..17).map(|part| self.rows * part / 17 / 5 * 5);
        let samples = places.map(|at| Sample { at, rows: self.rows });
        samples.map(variant).map(|(query, values)| Variant { query, values }).collect()
    }

    fn labelled(
        &self,
        name: &'static str,
        property: &'static str,
        of: fn(&Sample) -> String,
    ) -> Case {
        let variants = self.many(|sample| {
            let text = of(&sample);
            (json!({ property: text }), vec![label(property, &text).into()])
        });
        Case { name, sort: "", condition: RARE.to_owned(), variants }
    }

    fn texts(&self) -> Vec<Case> {
        let tag = |text: &str| (json!({ "tags": [text] }), vec![Value::from(label("tag", text))]);
        let metadata = |key: &str, text: &str| {
            let value = label(&format!("metadata/{key}"), &json!(text).to_string());
            (json!({ "metadata": { key: text } }), vec![Value::from(value)])
        };
        let (common, plan) = (tag("smb"), metadata("plan", "pro"));
        let rare = |name, variants| Case { name, sort: "", condition: RARE.to_owned(), variants };
        vec![
            self.labelled("email", "email", Sample::email),
            self.labelled("name", "name", Sample::name),
            self.labelled("org_name", "org_name", Sample::org_name),
            self.labelled("phone", "phone", Sample::phone),
            rare("tags, rare", self.many(|sample| tag(&sample.cohort()))),
            one("tags, common", COMMON, common.0, common.1),
            rare("metadata, rare", self.many(|sample| metadata("crm_id", &sample.crm_id()))),
            one("metadata, common", COMMON, plan.0, plan.1),
        ]
    }

    fn columns(&self) -> Vec<Case> {
        let column = |name, condition: &str, variants| Case {
            name,
            sort: "",
            condition: condition.to_owned(),
            variants,
        };
        let owner = |sample: Sample| sample.owner().unwrap_or_default();
        let parents = self.parents.iter().map(|id| Variant {
            query: json!({ "parent_customer_id": id }),
            values: vec![id.into()],
        });
        let flag = |name, condition, query| one(name, condition, query, vec![]);
        vec![
            column(
                "identifier",
                "t.identifier = $2",
                self.many(|sample| {
                    let text = sample.identifier();
                    (json!({ "identifier": text }), vec![text.into()])
                }),
            ),
            column(
                "owner_id",
                "t.owner_id = $2",
                self.many(|sample| {
                    (json!({ "owner_id": owner(sample) }), vec![owner(sample).into()])
                }),
            ),
            column(
                "owner_ids, two",
                "t.owner_id IN ($2, $3)",
                self.many(|sample| {
                    let other = owner(Sample { at: sample.at + 1, ..sample });
                    let both = [owner(sample), other];
                    (json!({ "owner_ids": both }), both.map(Value::from).to_vec())
                }),
            ),
            column("parent_customer_id", "t.parent_customer_id = $2", parents.collect()),
            flag(
                "has_parent, 5 %",
                "t.parent_customer_id IS NOT NULL",
                json!({ "has_parent": true }),
            ),
            flag("status, 5 %", "t.status = 'ARCHIVED'", json!({ "status": "ARCHIVED" })),
            flag("status, 95 %", "t.status = 'ACTIVE'", json!({ "status": "ACTIVE" })),
            flag(
                "statuses, both",
                "t.status IN ('ACTIVE', 'ARCHIVED')",
                json!({ "statuses": ["ACTIVE", "ARCHIVED"] }),
            ),
            flag(
                "managed_externally, 3 %",
                "t.managed_externally = 1",
                json!({ "managed_externally": true }),
            ),
            flag(
                "exclude_from_metrics, 1 %",
                "t.exclude_from_metrics = 1",
                json!({ "exclude_from_metrics": true }),
            ),
        ]
    }

    fn numbers(&self) -> Vec<Case> {
        let most = i64::try_from((self.rows / crate::seed::GROUP).max(1)).unwrap_or(1) * 100;
        let compare = |name: &'static str, column: &str, sign: &str, value: i64| {
            let operator = if sign == ">=" { "gte" } else { "eq" };
            let text = format!("c.{column} <> 0 AND c.{column} {sign} $2");
            let condition = match name.contains("%") {
                true => format!("t.{column} {sign} $2"),
                false => format!(
                    "t.id IN (SELECT c.id FROM customer c WHERE c.company_id = $1 AND {text})"
                ),
            };
            one(name, &condition, json!({ column: { operator: value } }), vec![value.into()])
        };
        vec![
            compare("mrr ≥, 15 rows", "mrr", ">=", most),
            compare("mrr =, 15 rows", "mrr", "=", most / 2),
            compare("mrr ≥, 30 %", "mrr", ">=", most / 2),
            compare("mrr ≥, none", "mrr", ">=", most * 100),
            compare("arr ≥, 15 rows", "arr", ">=", most * 12),
        ]
    }

    /// A substring by its grams.
    fn grams(&self, query: Json, text: &str) -> (Json, Vec<Value>) {
        let grams = grams(&self.company, "customer", text);
        let grams = if self.sqlite { words(&grams).into() } else { Value::Ints(grams) };
        (query, vec![grams, text.into()])
    }

    fn searches(&self) -> Vec<Case> {
        let index = if self.sqlite { SQLITE_GRAMS } else { POSTGRES_GRAMS };
        let search = |text: &str| self.grams(json!({ "search": text }), &text.to_lowercase());
        let rare = |name, variants| Case { name, sort: "", condition: index.to_owned(), variants };
        let position = if self.sqlite { "instr" } else { "strpos" };
        let contains = CONTAINS.replace("POSITION", position);
        let common = |name, text: &str, needle: &str| {
            one(name, &contains, json!({ "search": text }), vec![needle.into()])
        };
        let (none, grams) = search("no such name");
        vec![
            rare("search, one e-mail", self.many(|sample| search(&sample.email()))),
            rare("search, 25 names", self.many(|sample| search(&sample.org_name()))),
            rare("search, one identifier", self.many(|sample| search(&sample.identifier()))),
            common("search, common", "gmbh", "gmbh"),
            common("search, all", "example", "example"),
            common("search, two letters", "da", "\u{1}\u{1}da"),
            Case { condition: index.to_owned(), ..one("search, no match", "", none, grams) },
        ]
    }

    fn pairs(&self) -> Vec<Case> {
        let pair = |name, condition: String, variants| Case { name, sort: "", condition, variants };
        let tag = |text: &str| Value::from(label("tag", text));
        let index = if self.sqlite { SQLITE_GRAMS } else { POSTGRES_GRAMS };
        vec![
            pair(
                "tags rare + status",
                format!("{RARE} AND t.status = 'ACTIVE'"),
                self.many(|s| {
                    let query = json!({ "tags": [s.cohort()], "status": "ACTIVE" });
                    (query, vec![tag(&s.cohort())])
                }),
            ),
            pair(
                "owner_id + tags common",
                format!("{COMMON} AND t.owner_id = $3"),
                self.many(|s| {
                    let owner = s.owner().unwrap_or_default();
                    let query = json!({ "owner_id": owner, "tags": ["smb"] });
                    (query, vec![tag("smb"), owner.into()])
                }),
            ),
            pair(
                "search + status",
                format!("{index} AND t.status = 'ACTIVE'"),
                self.many(|s| {
                    let text = s.org_name();
                    let query = json!({ "search": text, "status": "ACTIVE" });
                    self.grams(query, &text.to_lowercase())
                }),
            ),
            one(
                "has_parent + tags common",
                &format!("{COMMON} AND t.parent_customer_id IS NOT NULL"),
                json!({ "has_parent": true, "tags": ["smb"] }),
                vec![tag("smb")],
            ),
            one(
                "status + mrr ≥",
                "t.status = 'ARCHIVED' AND t.mrr >= $2",
                json!({ "status": "ARCHIVED", "mrr": { "gte": 1000 } }),
                vec![1000.into()],
            ),
        ]
    }
}

fn one(name: &'static str, condition: &str, query: Json, values: Vec<Value>) -> Case {
    let variants = vec![Variant { query, values }];
    Case { name, sort: "", condition: condition.to_owned(), variants }
}
