//! Our side of a search: the engine over a database, in this process.

use std::sync::Arc;

use engine::clock::SystemClock;
use engine::find::FoundPage;
use engine::{Actor, Engine, Location};
use records::CompanyId;
use serde_json::{Value as Json, json};

use super::noun::Noun;
use crate::clock;
use crate::measure::{quantile, seconds};
use crate::outcome::{Outcome, broken, failed};
use crate::place::Seeded;

pub struct Subject {
    engine: Engine,
    company: CompanyId,
    noun: &'static Noun,
}

impl Subject {
    pub fn open(seeded: &Seeded, noun: &'static Noun) -> Outcome<Subject> {
        let location = Location::parse(&seeded.url)?;
        let engine = Engine::open(&location, Arc::new(SystemClock)).map_err(failed)?;
        Ok(Subject { engine, company: seeded.company.clone(), noun })
    }

    /// What the operation does with a body that was validated, up to the rows.
    pub fn find(&self, body: &Json) -> Outcome<FoundPage> {
        self.look(self.noun.find, body)
    }

    /// The same up to the answer.
    pub fn answer(&self, body: &Json) -> Outcome<FoundPage> {
        self.look(self.noun.answer, body)
    }

    fn look(&self, case: super::noun::Case, body: &Json) -> Outcome<FoundPage> {
        let body = body.clone();
        let page =
            self.engine.look(&self.company, Actor::default(), move |session| case(session, &body));
        page.wait().map_err(failed)
    }

    pub fn close(self) {
        self.engine.stop();
    }
}

/// The ids of a page, in order.
pub fn ids(page: &FoundPage) -> Outcome<Vec<String>> {
    let id = |text: &String| -> Outcome<String> {
        let record: Json = serde_json::from_str(text)?;
        let id = record["id"].as_str().ok_or_else(|| broken("a record without id"))?;
        Ok(id.to_owned())
    };
    page.results.iter().map(id).collect()
}

/// The body of a search.
pub fn body(query: &Json, sort: &str, limit: i64, from_key: Option<&str>) -> Json {
    json!({
        "query": query, "sort_key": sort,
        "pagination": { "limit": limit, "from_key": from_key },
    })
}

/// The p50 of doing something again and again for a short while.
pub fn p50(mut work: impl FnMut(usize) -> Outcome<()>) -> Outcome<f64> {
    let mut times = Vec::new();
    let start = clock::now();
    while times.len() < 200 && start.elapsed().as_millis() < 25 {
        let (time, done) = clock::timed(|| work(times.len()));
        done?;
        times.push(time);
    }
    Ok(quantile(&seconds(&times), 0.5))
}
