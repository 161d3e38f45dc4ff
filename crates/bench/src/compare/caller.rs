//! Somebody who calls a server about one company.

use std::net::SocketAddr;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::http::{self, Answers};
use crate::outcome::{Outcome, broken};
use crate::place::Seeded;

const CONNECTIONS: usize = 64;
/// What most lists answer at most.
const PAGE: usize = 200;

pub struct Caller<'s> {
    pub address: SocketAddr,
    pub seeded: &'s Seeded,
}

impl Caller<'_> {
    /// A request to be sent under a key, so that it is done once.
    pub fn keyed(&self, path: &str, key: &str, body: &Value) -> Vec<u8> {
        let key = format!("idempotency-key: {key}\r\n");
        http::request("POST", &self.path(path), &self.seeded.token, &key, &body.to_string())
    }

    pub fn get(&self, path: &str) -> Vec<u8> {
        http::request("GET", &self.path(path), &self.seeded.token, "", "")
    }

    pub fn post(&self, path: &str, body: &Value) -> Outcome<Value> {
        let answer = http::ask(self.address, &[self.request("POST", path, body)], 200)?.pop();
        Ok(serde_json::from_str(&answer.unwrap_or_default())?)
    }

    /// A request to be sent without a key.
    pub fn request(&self, method: &str, path: &str, body: &Value) -> Vec<u8> {
        http::request(method, &self.path(path), &self.seeded.token, "", &body.to_string())
    }

    /// All at once, as far as connections go.
    pub fn load(&self, requests: Vec<Vec<u8>>, expected: u16) -> Outcome<Answers> {
        http::load(self.address, CONNECTIONS, &Arc::new(requests), expected)
    }

    /// The same, measured once a tenth of it has made the server's connections and statements.
    pub fn warmed(&self, mut requests: Vec<Vec<u8>>) -> Outcome<Answers> {
        let rest = requests.split_off(requests.len() / 10);
        self.load(requests, 200)?;
        self.load(rest, 200)
    }

    /// Every record of a noun, page by page, in the order they were made in.
    pub fn walk(&self, noun: &str, mut each: impl FnMut(&Value) -> Outcome<()>) -> Outcome<()> {
        let mut key = Value::Null;
        loop {
            let pagination = json!({ "limit": PAGE, "from_key": key });
            let body = json!({ "sort_key": "createdAtAsc", "pagination": pagination });
            let page = self.post(&format!("/{noun}/find"), &body)?;
            let results = page["results"].as_array();
            results
                .ok_or_else(|| broken("a page without results"))?
                .iter()
                .try_for_each(&mut each)?;
            key = page["pagination"]["from_key"].clone();
            if key.is_null() {
                return Ok(());
            }
        }
    }

    fn path(&self, path: &str) -> String {
        format!("/api/v1/companies/{}{path}", self.seeded.company)
    }
}
