//! What is searched for among subscriptions: filters, rare and common, every order, and pairs.

use records::{CompanyId, Moment};
use serde_json::{Value as Json, json};
use store::Value;

use super::cases::{Case, Variant};
use crate::outcome::Outcome;
use crate::raw::{Raw, grams, label, words};
use crate::seed::{GROUP, Standing};

const RARE: &str = "t.id IN (SELECT l.id FROM label l WHERE l.company_id = $1
    AND l.kind = 'subscription' AND l.label = $2)";
const COMMON: &str = "EXISTS (SELECT 1 FROM label l WHERE l.company_id = $1
    AND l.kind = 'subscription' AND l.label = $2 AND l.id = t.id)";
const SQLITE_GRAMS: &str = "t.id IN (SELECT s.id FROM search s WHERE s.row_number IN
    (SELECT rowid FROM search_grams WHERE search_grams MATCH $2) AND instr(s.text, $3) > 0)";
const POSTGRES_GRAMS: &str = "t.id IN (SELECT s.id FROM search s WHERE s.grams @> $2
    AND strpos(s.text, $3) > 0)";

pub fn cases(raw: &mut Raw, company: &CompanyId, rows: usize) -> Outcome<Vec<Case>> {
    let first = |sql: &str, raw: &mut Raw| -> Outcome<Vec<String>> {
        let found = raw.rows(sql, &[company.into()])?.into_iter().flatten();
        let text = |cell| match cell {
            Value::Text(text) => Some(text),
            _ => None,
        };
        Ok(found.filter_map(text).collect())
    };
    let sql = "SELECT customer_id FROM subscription WHERE company_id = $1
        AND identifier IN ('sub-0000040', 'sub-0000400', 'sub-0001000', 'sub-0004000')";
    let customers = first(sql, raw)?;
    let pricings = first("SELECT id FROM pricing WHERE company_id = $1 LIMIT 8", raw)?;
    let maker = Maker { rows, sqlite: raw.is_sqlite(), company };
    let mut all = maker.orders();
    all.extend(maker.columns(&customers));
    all.extend(maker.flags());
    all.extend(maker.compared());
    all.extend(maker.labelled(&pricings));
    all.extend(maker.pairs());
    Ok(all)
}

struct Maker<'a> {
    rows: usize,
    sqlite: bool,
    company: &'a CompanyId,
}

impl Maker<'_> {
    fn orders(&self) -> Vec<Case> {
        let order = |name, sort| Case { sort, ..one(name, "1 = 1", json!({}), vec![]) };
        vec![
            order("no filter, createdAtDesc", "createdAtDesc"),
            order("no filter, createdAtAsc", "createdAtAsc"),
            order("no filter, updatedAtDesc", "updatedAtDesc"),
            order("no filter, updatedAtAsc", "updatedAtAsc"),
        ]
    }

    /// Sixteen subscriptions spread over all, each with a seller.
    fn many(&self, variant: impl Fn(Standing) -> (Json, Vec<Value>)) -> Vec<Variant> {
        let places = (1..17).map(|part| self.rows * part / 17 / 5 * 5);
        let all = places.map(|at| Standing { at, rows: self.rows });
        all.map(variant).map(|(query, values)| Variant { query, values }).collect()
    }

    fn columns(&self, customers: &[String]) -> Vec<Case> {
        let seller = |standing: Standing| standing.seller().unwrap_or_default();
        let owner = |standing: Standing| standing.customer().owner().unwrap_or_default();
        let text = |name: &'static str, of: &dyn Fn(Standing) -> String| Case {
            variants: self
                .many(|standing| (json!({ name: of(standing) }), vec![of(standing).into()])),
            ..one(name, &format!("t.{name} = $2"), json!({}), vec![])
        };
        let mine = customers
            .iter()
            .map(|id| Variant { query: json!({ "customer_id": id }), values: vec![id.into()] });
        vec![
            Case {
                variants: mine.collect(),
                ..one("customer_id", "t.customer_id = $2", json!({}), vec![])
            },
            text("group_id", &Standing::group),
            text("sales_user_id", &seller),
            text("owner_id", &owner),
            Case {
                variants: self.many(|standing| {
                    let both =
                        [seller(standing), seller(Standing { at: standing.at + 1, ..standing })];
                    (json!({ "sales_user_ids": both }), both.map(Value::from).to_vec())
                }),
                ..one("sales_user_ids, two", "t.sales_user_id IN ($2, $3)", json!({}), vec![])
            },
        ]
    }

    fn flags(&self) -> Vec<Case> {
        let flag = |name, condition, query| one(name, condition, query, vec![]);
        vec![
            flag("status, 5 %", "t.status = 'CANCELLED'", json!({ "status": "CANCELLED" })),
            flag("status, 90 %", "t.status = 'ACTIVE'", json!({ "status": "ACTIVE" })),
            flag(
                "statuses, 95 %",
                "t.status IN ('ACTIVE', 'PENDING')",
                json!({ "statuses": ["ACTIVE", "PENDING"] }),
            ),
            flag("trial, 1 %", "t.trial = 1", json!({ "trial": true })),
            flag("auto_charges, 33 %", "t.auto_charges = 1", json!({ "auto_charges": true })),
            flag("auto_renews off, 10 %", "t.auto_renews = 0", json!({ "auto_renews": false })),
            flag(
                "managed_externally, 3 %",
                "t.managed_externally = 1",
                json!({ "managed_externally": true }),
            ),
        ]
    }

    fn compared(&self) -> Vec<Case> {
        let most = i64::try_from((self.rows / GROUP).max(1)).unwrap_or(1) * 100;
        let (late, middle) = (self.late(), Standing { at: 0, rows: self.rows }.shuffled(365 / 2));
        let middle = Moment::from_micros(middle.micros() + 200 * 86_400_000_000);
        let rare = |table: &str, column: &str| {
            format!(
                "t.id IN (SELECT c.id FROM {table} c WHERE c.company_id = $1
                     AND c.{column} IS NOT NULL AND c.{column} <> 0 AND c.{column} >= $2)"
            )
        };
        let since = |name, column: &str, condition: &str, at: Moment| {
            one(name, condition, json!({ column: { "gte": at.to_string() } }), vec![at.into()])
        };
        vec![
            one(
                "mrr ≥, 25 rows",
                &rare("subscription", "mrr"),
                json!({ "mrr": { "gte": most } }),
                vec![most.into()],
            ),
            one(
                "mrr ≥, 50 %",
                "t.mrr >= $2",
                json!({ "mrr": { "gte": most / 2 } }),
                vec![(most / 2).into()],
            ),
            since(
                "next_invoice_date ≥, few",
                "next_invoice_date",
                &rare("subscription_progress", "next_invoice_date"),
                late,
            ),
            since(
                "next_invoice_date ≥, many",
                "next_invoice_date",
                // Along the order: a planner would begin with the half that passes.
                "(SELECT p.next_invoice_date FROM subscription_progress p
                  WHERE p.company_id = t.company_id AND p.id = t.id) >= $2",
                middle,
            ),
            since(
                "renewal_date ≥, few",
                "renewal_date",
                &rare("subscription_progress", "renewal_date"),
                late,
            ),
        ]
    }

    /// Behind all but a few of the instants that are spread.
    fn late(&self) -> Moment {
        let rows = i64::try_from(self.rows).unwrap_or(1).max(1);
        let day: i64 = 86_400_000_000;
        let first = Standing { at: 0, rows: self.rows }.shuffled(365).micros();
        Moment::from_micros(first + (rows - 25).max(0) * (365 * day / rows).max(1))
    }

    fn labelled(&self, pricings: &[String]) -> Vec<Case> {
        let tag = |text: &str| (json!({ "tags": [text] }), vec![Value::from(label("tag", text))]);
        let common = tag("smb");
        let sold = pricings.iter().map(|id| Variant {
            query: json!({ "product_pricing_id": id }),
            values: vec![label("pricing", id).into()],
        });
        let index = if self.sqlite { SQLITE_GRAMS } else { POSTGRES_GRAMS };
        vec![
            Case {
                variants: self.many(|standing| tag(&standing.cohort())),
                ..one("tags, rare", RARE, json!({}), vec![])
            },
            one("tags, common", COMMON, common.0, common.1),
            Case {
                variants: sold.collect(),
                ..one("product_pricing_id, 2 %", COMMON, json!({}), vec![])
            },
            Case {
                variants: self.many(|standing| {
                    let text = standing.identifier();
                    self.grams(json!({ "search": text }), &text)
                }),
                ..one("search, identifier", index, json!({}), vec![])
            },
            Case {
                variants: self.many(|standing| {
                    let text = standing.customer().email();
                    self.grams(json!({ "search": text }), &text.to_lowercase())
                }),
                ..one("search, e-mail", index, json!({}), vec![])
            },
        ]
    }

    fn grams(&self, query: Json, text: &str) -> (Json, Vec<Value>) {
        let grams = grams(self.company, "subscription", text);
        let grams = if self.sqlite { words(&grams).into() } else { Value::Ints(grams) };
        (query, vec![grams, text.into()])
    }

    fn pairs(&self) -> Vec<Case> {
        let tag = |text: &str| Value::from(label("tag", text));
        vec![
            Case {
                variants: self.many(|standing| {
                    let query = json!({ "tags": [standing.cohort()], "status": "ACTIVE" });
                    (query, vec![tag(&standing.cohort())])
                }),
                ..one(
                    "tags rare + status",
                    &format!("{RARE} AND t.status = 'ACTIVE'"),
                    json!({}),
                    vec![],
                )
            },
            Case {
                variants: self.many(|standing| {
                    let seller = standing.seller().unwrap_or_default();
                    let query = json!({ "sales_user_id": seller, "tags": ["smb"] });
                    (query, vec![tag("smb"), seller.into()])
                }),
                ..one(
                    "sales_user_id + tags common",
                    &format!("{COMMON} AND t.sales_user_id = $3"),
                    json!({}),
                    vec![],
                )
            },
            one(
                "auto_charges + tags common",
                &format!("{COMMON} AND t.auto_charges = 1"),
                json!({ "auto_charges": true, "tags": ["smb"] }),
                vec![tag("smb")],
            ),
            one(
                "status + trial",
                "t.status = 'ACTIVE' AND t.trial = 1",
                json!({ "status": "ACTIVE", "trial": true }),
                vec![],
            ),
        ]
    }
}

fn one(name: &'static str, condition: &str, query: Json, values: Vec<Value>) -> Case {
    let variants = vec![Variant { query, values }];
    Case { name, sort: "", condition: condition.to_owned(), variants }
}
