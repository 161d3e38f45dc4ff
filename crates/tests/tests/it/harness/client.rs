//! Somebody with a token of a company, and what they ask.

use std::net::SocketAddr;

use records::CompanyId;
use serde_json::{Value, json};

use super::{Answer, Request, Wire};

#[derive(Clone, Debug)]
pub struct Client {
    pub address: SocketAddr,
    pub company: CompanyId,
    pub token: String,
}

impl Client {
    pub fn path(&self, tail: &str) -> String {
        format!("/api/v1/companies/{}{tail}", self.company)
    }

    /// A request to this company with this token.
    pub fn request(&self, method: &str, tail: &str) -> Request {
        let bearer = format!("Bearer {}", self.token);
        Request::new(method, &self.path(tail)).header("authorization", bearer)
    }

    /// Sends on a connection of its own.
    #[track_caller]
    pub fn send(&self, request: Request) -> Answer {
        self.try_send(request).expect("the server answers").checked()
    }

    pub fn try_send(&self, request: Request) -> std::io::Result<Answer> {
        Wire::open(self.address)?.send(&request.header("connection", "close"))
    }

    #[track_caller]
    pub fn get(&self, tail: &str) -> Answer {
        self.send(self.request("GET", tail))
    }

    #[track_caller]
    pub fn post(&self, tail: &str, body: &Value) -> Answer {
        self.send(self.request("POST", tail).json(body))
    }

    #[track_caller]
    pub fn patch(&self, tail: &str, body: &Value) -> Answer {
        self.send(self.request("PATCH", tail).json(body))
    }

    #[track_caller]
    pub fn delete(&self, tail: &str) -> Answer {
        self.send(self.request("DELETE", tail))
    }

    /// Makes a customer.
    #[track_caller]
    pub fn customer(&self, body: &Value) -> Value {
        self.post("/customers", body).expect(201)
    }

    /// Makes a customer of that identifier and gives its id.
    #[track_caller]
    pub fn named(&self, identifier: &str) -> String {
        text(&self.customer(&json!({ "identifier": identifier })), "id")
    }

    /// What a query finds, by identifier, sorted.
    #[track_caller]
    pub fn found(&self, query: &Value) -> Vec<String> {
        let body = json!({ "pagination": { "limit": 200 }, "query": query });
        let page = self.post("/customers/find", &body).expect(200);
        let mut all = column(&page, "identifier");
        all.sort();
        all
    }

    /// Another token of the company, with this access.
    #[track_caller]
    pub fn with_access(&self, access: &Value) -> Client {
        let issued = self.post("/api_tokens", &json!({ "access": access })).expect(200);
        Client { token: text(&issued, "token"), ..self.clone() }
    }

    /// Every fact from the beginning.
    #[track_caller]
    pub fn facts(&self) -> Vec<Value> {
        let (mut all, mut key) = (Vec::new(), String::new());
        loop {
            let page = self.get(&format!("/events_log?limit=200&from_key={key}")).expect(200);
            all.extend(page["results"].as_array().unwrap().iter().cloned());
            match page["pagination"]["from_key"].as_str() {
                Some(next) => key = next.to_owned(),
                None => return all,
            }
        }
    }
}

/// A field that is a text.
#[track_caller]
pub fn text(record: &Value, name: &str) -> String {
    record[name].as_str().unwrap_or_else(|| panic!("no text `{name}`: {record}")).to_owned()
}

/// One field of all results of a page.
#[track_caller]
pub fn column(page: &Value, name: &str) -> Vec<String> {
    let results = page["results"].as_array().unwrap_or_else(|| panic!("no results: {page}"));
    results.iter().map(|record| text(record, name)).collect()
}
