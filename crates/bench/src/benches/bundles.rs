//! Bundles with everything below them, twenty a page: as many statements as for one of them.

use std::sync::Arc;

use engine::catalog::{bundles, pricings, products};
use engine::clock::SystemClock;
use engine::companies::NewCompany;
use engine::find::{FindRequest, FoundPage};
use engine::{Actor, Engine, Location};
use records::{CompanyId, Object};
use serde_json::{Value as Json, json};
use store::Value;

use super::find::p50;
use crate::arguments::Plan;
use crate::measure::Series;
use crate::outcome::{Outcome, broken, failed};
use crate::raw::Raw;
use crate::report::Table;

const PRICINGS: usize = 1000;
const EACH: usize = 5;

pub fn run(plan: &Plan) -> Outcome<Table> {
    let count = (plan.rows / 100).clamp(100, 10_000);
    let mut rows = Vec::new();
    for place in &plan.places {
        let fresh = place.fresh("bundles")?;
        let location = Location::parse(&fresh.url)?;
        let engine = Engine::open(&location, Arc::new(SystemClock)).map_err(failed)?;
        let company = seed(&engine, count)?;
        let (one, _) = page(&engine, &company, 1)?;
        let (twenty, whole) = page(&engine, &company, 20)?;
        let mut raw = Raw::read(&fresh.url)?;
        if plain(&mut raw, &company)? != ids(&whole)? {
            return Err(broken("the plain statements find other bundles"));
        }
        let [mut ours, mut limit] = [const { Series::new() }; 2];
        for _ in 0..plan.rounds {
            ours.add(p50(|_| page(&engine, &company, 20).map(|_| ()))?);
            limit.add(p50(|_| plain(&mut raw, &company).map(|_| ()))?);
        }
        rows.push(vec![
            place.engine().to_owned(),
            format!("{one} and {twenty}"),
            ours.time(),
            limit.time(),
            ours.over(&limit).ratio(),
        ]);
        drop(raw);
        engine.stop();
    }
    Ok(Table {
        note: format!(
            "Find Bundles over {count} bundles of {EACH} pricings each, expanded down to items and \
             metrics. The limit runs the same statements in a plain loop and makes nothing of \
             the rows; ours also reads, joins and writes {} records a page as JSON.",
            20 * (1 + EACH * 6)
        ),
        header: vec!["engine", "statements for 1 and 20", "ours p50", "limit p50", "ours / limit"],
        rows,
    })
}

/// A company with products, pricings and bundles of them.
fn seed(engine: &Engine, count: usize) -> Outcome<CompanyId> {
    let new = NewCompany {
        name: "Bundles".to_owned(),
        currency: "USD".to_owned(),
        timezone: "UTC".to_owned(),
        dev: false,
        demo: false,
    };
    let company = engine.create_company(new).map_err(failed)?.0.id;
    let work = engine.write(&company, Actor::default(), |session| {
        let mut ids = Vec::new();
        for number in 0..PRICINGS {
            let product =
                products::create(session, &body(json!({ "name": format!("P{number}") })))?;
            let pricing = body(json!({
                "product_id": product.id, "name": format!("M{number}"), "currency": "USD",
                "pricing_type": "FIXED", "fixed_price": { "price_per_unit": "10" },
                "billing_frequency": { "count": 1, "frequency": "MONTH" },
            }));
            ids.push(pricings::create(session, &pricing)?.id);
        }
        Ok(ids)
    });
    let ids = work.wait().map_err(failed)?;
    for start in (0..count).step_by(500) {
        let ids = ids.clone();
        let work = engine.write(&company, Actor::default(), move |session| {
            for number in start..count.min(start + 500) {
                let all: Vec<&String> =
                    (0..EACH).map(|at| &ids[(number * 7 + at * 131) % PRICINGS]).collect();
                let bundle = json!({ "name": format!("B{number}"), "product_pricing_ids": all });
                bundles::create(session, &body(bundle))?;
            }
            Ok(())
        });
        work.wait().map_err(failed)?;
    }
    Ok(company)
}

fn body(json: Json) -> Object {
    json.as_object().cloned().unwrap_or_default()
}

/// A page and how many statements it took.
fn page(engine: &Engine, company: &CompanyId, limit: i64) -> Outcome<(u64, FoundPage)> {
    let body = json!({ "pagination": { "limit": limit } });
    let work = engine.look(company, Actor::default(), move |session| {
        let before = session.statements();
        let page = bundles::find(session, &FindRequest::parse(&bundles::FIND, &body)?)?;
        Ok((session.statements() - before, page))
    });
    work.wait().map_err(failed)
}

fn ids(page: &FoundPage) -> Outcome<Vec<String>> {
    let id = |text: &String| -> Outcome<String> {
        let record: Json = serde_json::from_str(text)?;
        Ok(record["id"].as_str().unwrap_or_default().to_owned())
    };
    page.results.iter().map(id).collect()
}

/// The same statements, and only as much reading as the next one needs.
fn plain(raw: &mut Raw, company: &CompanyId) -> Outcome<Vec<String>> {
    let list = match raw.is_sqlite() {
        true => "(SELECT value FROM json_each($2))",
        false => "(SELECT unnest($2::text[]))",
    };
    let columns = "t.doc, t.updated_at, (SELECT CAST(coalesce(sum(y.n), 0) AS BIGINT) FROM tally y \
         WHERE y.company_id = t.company_id AND y.id = t.id), t.ever_used";
    let page = format!(
        "SELECT t.created_at, t.id, {columns} FROM bundle t WHERE t.company_id = $1 \
         ORDER BY t.created_at DESC, t.id DESC LIMIT $2"
    );
    let found = raw.rows(&page, &[company.into(), 21.into()])?;
    let docs = |cells: &[Vec<Value>], column: usize| -> Vec<String> {
        let text = |row: &Vec<Value>| match row.get(column) {
            Some(Value::Text(text)) => text.clone(),
            _ => String::new(),
        };
        cells.iter().map(text).collect()
    };
    let (names, texts) = (docs(&found, 1), docs(&found, 2));
    let all = each(&texts[..texts.len().min(20)], "\"product_pricing_id\":\"");
    let mut read = |table: &str, ids: Vec<String>| -> Outcome<Vec<String>> {
        let sql =
            format!("SELECT {columns} FROM {table} t WHERE t.company_id = $1 AND t.id IN {list}");
        Ok(docs(&raw.rows(&sql, &[company.into(), ids.into()])?, 0))
    };
    let below = read("pricing", all)?;
    for (table, key) in [("product", "product_id"), ("item", "item_id"), ("metric", "metric_id")] {
        let found = read(table, each(&below, &format!("\"{key}\":\"")))?;
        if found.is_empty() {
            return Err(broken(format!("the plain statements find no {table}")));
        }
    }
    Ok(names.into_iter().take(20).collect())
}

/// The values that stand behind a key in any of the texts, each once.
fn each(texts: &[String], key: &str) -> Vec<String> {
    let parts = texts.iter().flat_map(|text| text.split(key).skip(1));
    let mut all: Vec<String> =
        parts.filter_map(|part| part.split('"').next()).map(str::to_owned).collect();
    all.sort();
    all.dedup();
    all
}
